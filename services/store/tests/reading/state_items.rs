use chatbot_protocol::{CourseId, PageId, UserId};
use chatbot_store::state_items::{StateAccess, StateItem, Subject, list_visible};
use chrono::TimeDelta;
use sqlx::PgPool;
use sqlx::pool::PoolConnection;
use sqlx::postgres::Postgres;
use uuid::Uuid;

use crate::world::*;

const MODULE: Uuid = Uuid::from_u128(0x71);
const POINTS: Uuid = Uuid::from_u128(0x81);
const CERTIFICATE: Uuid = Uuid::from_u128(0x82);
const FRONT_PAGE: PageId = PageId(Uuid::from_u128(0x30));
const SOON: TimeDelta = TimeDelta::zero();
const LATER: TimeDelta = TimeDelta::days(2);

async fn add_item(
    conn: &mut PoolConnection<Postgres>,
    id: Uuid,
    course: CourseId,
    name: &str,
    kind: &str,
    page: Option<PageId>,
) {
    sqlx::query("insert into lms.state_items values ($1, $2, $3, $4, $5, '')")
        .bind(id)
        .bind(course.0)
        .bind(name)
        .bind(kind)
        .bind(page.map(|page| page.0))
        .execute(&mut **conn)
        .await
        .unwrap();
}

async fn add_access(
    conn: &mut PoolConnection<Postgres>,
    item: Uuid,
    access: &str,
    subject: (&str, Uuid),
    rule: &str,
) {
    sqlx::query("insert into lms.state_accesses values ($1, $2, $3, $4, $5)")
        .bind(item)
        .bind(access)
        .bind(subject.0)
        .bind(subject.1)
        .bind(rule)
        .execute(&mut **conn)
        .await
        .unwrap();
}

async fn items(conn: &mut PoolConnection<Postgres>, user: UserId, later: TimeDelta) -> Vec<StateItem> {
    list_visible(conn, user, COURSE, now() + later).await.unwrap()
}

/// One item on every page, and one of the course, each without accesses.
async fn declared_everywhere(pool: &PgPool) -> PoolConnection<Postgres> {
    let mut conn = world(pool).await;
    for (number, page, name) in [
        (1, Some(UNOPENED_PAGE), "unopened"),
        (2, Some(PAGE), "open"),
        (3, Some(HIDDEN_PAGE), "hidden"),
        (4, Some(DELETED_PAGE), "deleted"),
        (5, Some(OTHER_PAGE), "of another course's page"),
        (6, None, "of the course"),
    ] {
        add_item(&mut conn, Uuid::from_u128(number), COURSE, name, "status", page).await;
    }
    add_item(&mut conn, Uuid::from_u128(7), OTHER_COURSE, "of another course", "status", None).await;
    conn
}

#[sqlx::test(migrations = false)]
async fn an_item_is_known_to_whoever_sees_the_page_that_declares_it(pool: PgPool) {
    let mut conn = declared_everywhere(&pool).await;
    for (who, later, known) in [
        (STUDENT, SOON, vec!["of the course", "open"]),
        (STUDENT, LATER, vec!["of the course", "open", "unopened"]),
        (ASSISTANT, SOON, vec!["of the course", "open", "unopened"]),
        (TEACHER, SOON, vec!["of the course", "open", "hidden", "unopened"]),
        (STRANGER, SOON, vec![]),
        (STATS_VIEWER, SOON, vec![]),
        (OTHER_TEACHER, SOON, vec![]),
        (NOBODY, SOON, vec![]),
    ] {
        let items = items(&mut conn, who, later).await;
        let names: Vec<&str> = items.iter().map(|item| item.name.as_str()).collect();
        assert_eq!(names, known, "{who}");
    }
    let declared = &items(&mut conn, STUDENT, SOON).await[1];
    let page = declared.page.as_ref().unwrap();
    assert_eq!((page.id, page.title.as_str()), (PAGE, "Page 49"));
    assert_eq!(page.chapter.as_ref().map(|chapter| (chapter.id, chapter.number)), Some((OPEN_CHAPTER, 1)));
}

/// Everything of the course writes the points, in no good order; the certificate reads them.
async fn accessed_by_everything(pool: &PgPool) -> PoolConnection<Postgres> {
    let mut conn = world(pool).await;
    sqlx::query("insert into lms.modules values ($1, $2, 1, 'Module')")
        .bind(MODULE)
        .bind(COURSE.0)
        .execute(&mut *conn)
        .await
        .unwrap();
    sqlx::query("update lms.chapters set module_id = $1 where id = $2")
        .bind(MODULE)
        .bind(OPEN_CHAPTER.0)
        .execute(&mut *conn)
        .await
        .unwrap();
    add_page(&mut conn, FRONT_PAGE, COURSE, None, "Front page", "Welcome.").await;
    add_item(&mut conn, POINTS, COURSE, "points", "points", None).await;
    add_item(&mut conn, CERTIFICATE, COURSE, "diploma", "certificate", None).await;
    for subject in [
        ("certificate", CERTIFICATE),
        ("exercise", exercise_on(UNOPENED_PAGE).0),
        ("page", UNOPENED_PAGE.0),
        ("chapter", UNOPENED_CHAPTER.0),
        ("exercise", exercise_on(HIDDEN_PAGE).0),
        ("page", HIDDEN_PAGE.0),
        ("exercise", exercise_on(PAGE).0),
        ("page", PAGE.0),
        ("chapter", OPEN_CHAPTER.0),
        ("module", MODULE),
        ("page", FRONT_PAGE.0),
        ("page", DELETED_PAGE.0),
        ("exercise", exercise_on(DELETED_PAGE).0),
        ("page", OTHER_PAGE.0),
        ("exercise", exercise_on(OTHER_PAGE).0),
        ("exercise", PAGE.0),
        ("module", Uuid::from_u128(0xdead)),
    ] {
        add_access(&mut conn, POINTS, "write", subject, "rule").await;
    }
    add_access(&mut conn, POINTS, "read", ("certificate", CERTIFICATE), "half of them").await;
    conn
}

fn named(access: &StateAccess) -> String {
    match &access.subject {
        Subject::Page(page) => page.title.clone(),
        Subject::Chapter(chapter) => format!("{}. {}", chapter.number, chapter.title),
        Subject::Module { title, number } => format!("{number}. {title}"),
        Subject::Exercise { title, number, .. } => format!("{number:?} {title}"),
        Subject::Certificate { name } => format!("{name:?}"),
    }
}

#[sqlx::test(migrations = false)]
async fn writers_are_named_in_course_order_as_the_outline_names_them(pool: PgPool) {
    let mut conn = accessed_by_everything(&pool).await;
    let writers = |items: Vec<StateItem>| -> Vec<String> {
        let points = items.into_iter().find(|item| item.name == "points").unwrap();
        points.writers.iter().map(named).collect()
    };
    let start = ["Front page", "1. Module", "1. First chapter", "Page 49", "Some(1) Exercise on Page 49"];
    let unopened = ["Page 51", "Some(2) Exercise on Page 51"];
    let student = writers(items(&mut conn, STUDENT, SOON).await);
    assert_eq!(student, [start.as_slice(), &["2. Second chapter", "Some(\"diploma\")"]].concat());
    let assistant = writers(items(&mut conn, ASSISTANT, SOON).await);
    assert_eq!(
        assistant,
        [start.as_slice(), &["2. Second chapter"], &unopened, &["Some(\"diploma\")"]].concat()
    );
    assert_eq!(writers(items(&mut conn, STUDENT, LATER).await), assistant);
    let teacher = writers(items(&mut conn, TEACHER, SOON).await);
    let hidden = ["Page 50", "None Exercise on Page 50"];
    assert_eq!(
        teacher,
        [start.as_slice(), &hidden, &["2. Second chapter"], &unopened, &["Some(\"diploma\")"]].concat(),
        "what is hidden does not change the numbers that students know"
    );
    let items = items(&mut conn, STUDENT, SOON).await;
    let points = items.iter().find(|item| item.name == "points").unwrap();
    assert_eq!((points.readers.len(), points.readers[0].rule.as_str()), (1, "half of them"));
}

#[sqlx::test(migrations = false)]
async fn an_exercise_that_is_deleted_is_not_named(pool: PgPool) {
    let mut conn = accessed_by_everything(&pool).await;
    sqlx::query("update lms.exercises set deleted_at = now() where page_id = $1")
        .bind(PAGE.0)
        .execute(&mut *conn)
        .await
        .unwrap();
    let items = items(&mut conn, STUDENT, LATER).await;
    let writers: Vec<String> = items.iter().flat_map(|item| &item.writers).map(named).collect();
    assert!(writers.contains(&"Some(1) Exercise on Page 51".to_owned()), "{writers:?}");
    assert!(!writers.iter().any(|writer| writer.ends_with("Exercise on Page 49")), "{writers:?}");
}

#[sqlx::test(migrations = false)]
async fn a_certificate_is_named_only_where_its_item_is_known(pool: PgPool) {
    let mut conn = world(&pool).await;
    add_item(&mut conn, POINTS, COURSE, "points", "points", None).await;
    add_item(&mut conn, CERTIFICATE, COURSE, "secret diploma", "certificate", Some(HIDDEN_PAGE)).await;
    add_access(&mut conn, POINTS, "read", ("certificate", CERTIFICATE), "secret").await;
    add_access(&mut conn, POINTS, "read", ("certificate", Uuid::from_u128(0xdead)), "open").await;
    for (who, known) in [(STUDENT, vec!["None"]), (TEACHER, vec!["Some(\"secret diploma\")", "None"])] {
        let items = items(&mut conn, who, SOON).await;
        let points = items.iter().find(|item| item.name == "points").unwrap();
        let readers: Vec<String> = points.readers.iter().map(named).collect();
        assert_eq!(readers, known, "{who}");
    }
}
