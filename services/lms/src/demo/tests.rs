use sqlx::PgPool;

use super::*;
use crate::database;
use crate::system::SystemClock;

async fn count(pool: &PgPool, what: &str) -> i64 {
    let query = format!("select count(*) from {what}");
    sqlx::query_scalar(sqlx::AssertSqlSafe(query)).fetch_one(pool).await.unwrap()
}

#[sqlx::test(migrations = false)]
async fn seeding_makes_everything_once(pool: PgPool) {
    database::migrate(&pool).await.unwrap();
    let first = seed(&pool, &SystemClock).await.unwrap();
    assert_eq!(
        first.iter().map(|s| (s.chapters, s.new, s.skipped.len())).collect::<Vec<_>>(),
        [(8, 29, 0), (2, 6, 0), (3, 9, 0)]
    );
    let tables = [
        "lms.users",
        "lms.pages",
        "lms.exercises",
        "lms.enrollments",
        "lms.exercise_progress",
        "lms.course_completions",
        "lms.role_grants",
        "lms.modules",
        "lms.state_items",
        "lms.state_accesses",
        "lms.glossary_terms",
    ];
    let mut before = Vec::new();
    for table in tables {
        before.push(count(&pool, table).await);
        assert!(before[before.len() - 1] > 0, "{table}");
    }
    let second = seed(&pool, &SystemClock).await.unwrap();
    assert!(second.iter().all(|s| s.new + s.changed + s.removed == 0));
    for (table, before) in tables.into_iter().zip(before) {
        assert_eq!(count(&pool, table).await, before, "{table}");
    }
}

#[sqlx::test(migrations = false)]
async fn the_seeded_tables_keep_the_contract(pool: PgPool) {
    database::migrate(&pool).await.unwrap();
    seed(&pool, &SystemClock).await.unwrap();
    database::check_contract(&pool).await.unwrap();
}

#[sqlx::test(migrations = false)]
async fn the_demo_has_what_stories_need(pool: PgPool) {
    database::migrate(&pool).await.unwrap();
    seed(&pool, &SystemClock).await.unwrap();
    assert_eq!(count(&pool, "lms.pages where hidden").await, 1);
    assert_eq!(count(&pool, "lms.pages where deleted_at is not null").await, 1);
    assert_eq!(count(&pool, "lms.chapters where opens_at > now() + interval '29 days'").await, 1);
    assert_eq!(count(&pool, "lms.exercises where deadline_at is null").await, 0);
    assert!(count(&pool, "lms.exercises where deadline_at < now()").await > 0);
    assert!(count(&pool, "lms.exercises where deadline_at > now()").await > 0);
    for status in ["in_progress", "submitted", "graded"] {
        assert!(
            count(&pool, &format!("lms.exercise_progress where status = '{status}'")).await > 0,
            "{status}"
        );
    }
    assert_eq!(count(&pool, "lms.state_items i where not exists (select from lms.state_accesses a where a.state_item_id = i.id)").await, 0);
    assert_eq!(count(&pool, "lms.glossary_terms where page_id is null").await, 1);
    assert_eq!(count(&pool, "lms.enrollments e join lms.courses c on c.id = e.course_id join lms.users u on u.id = e.user_id where u.email = 'student2@example.org'").await, 1);
}

#[sqlx::test(migrations = false)]
async fn a_course_that_was_imported_before_there_were_people_is_given_to_them(pool: PgPool) {
    database::migrate(&pool).await.unwrap();
    let folder = CourseFolder::from_files([("01-keys.md", "# Keys\n\nA key opens.".as_bytes())]);
    let options = CourseOptions {
        title: Some("Mine".into()),
        language: Some("en".into()),
        default_teacher: Some("teacher@example.org".into()),
        enrol_demo_students: true,
        ..CourseOptions::default()
    };
    let import = async || {
        let mut nothing = |_| {};
        import::import_course(&pool, &SystemClock, &folder, &options, &mut nothing).await.unwrap()
    };
    let before = import().await;
    assert!(before.notes.len() == 1 && before.notes[0].contains("make run"), "{:?}", before.notes);
    seed(&pool, &SystemClock).await.unwrap();
    let mine = format!("course_id = '{}'", before.course_id);
    assert_eq!(count(&pool, &format!("lms.role_grants where role = 'teacher' and {mine}")).await, 1);
    assert_eq!(count(&pool, &format!("lms.enrollments where {mine}")).await, 7);
    // Courses that have people are left alone, then and later.
    assert_eq!(count(&pool, "lms.role_grants where role = 'teacher'").await, 5);
    seed(&pool, &SystemClock).await.unwrap();
    assert_eq!(count(&pool, "lms.role_grants where role = 'teacher'").await, 5);
    assert!(import().await.notes.is_empty());
}

/// The migrations lead back to nothing, and up again.
#[sqlx::test(migrations = false)]
async fn migrations_go_up_down_and_up(pool: PgPool) {
    let migrator = database::lms_migrator();
    migrator.run(&pool).await.unwrap();
    migrator.undo(&pool, 0).await.unwrap();
    let left = count(
        &pool,
        "pg_catalog.pg_class where relnamespace::regnamespace::text in ('lms', 'lms_demo') and relkind = 'r'",
    );
    assert_eq!(left.await, 1, "the history itself");
    migrator.run(&pool).await.unwrap();
}

#[test]
fn the_sign_in_page_lists_everybody_of_the_demo() {
    let listed = include_str!("../../../course-ui/src/lms/demo-people.ts");
    for Person { name, email, .. } in PEOPLE {
        assert!(listed.contains(&format!("name: '{name}', email: '{email}'")), "{name}, {email}");
    }
    assert_eq!(listed.matches("email: '").count(), PEOPLE.len(), "and nobody else");
}

#[test]
fn every_kind_of_page_has_a_demo_person_who_reads_finnish() {
    for role in [None, Some("teacher"), Some("admin")] {
        let finnish =
            |person: &&Person| person.locale == Some("fi") && person.role.map(|(role, _)| role) == role;
        assert!(PEOPLE.iter().any(|person| finnish(&person)), "{role:?}");
    }
}
