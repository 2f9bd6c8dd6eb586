//! The table of who may what. In each line: person, then one letter per action that is allowed.

use chatbot_core::ToolRequirement;
use chatbot_core::tool::{Action, Resource};
use chatbot_protocol::{ChapterId, ChatbotId, ConversationId, CourseId, ExerciseId, PageId, UserId};
use chatbot_store::authorization::{Role, allows, course_roles};
use chatbot_store::{courses, pages};
use sqlx::PgPool;
use sqlx::pool::PoolConnection;
use sqlx::postgres::Postgres;
use uuid::Uuid;

use crate::world::*;

const ACTIONS: [(char, Action); 8] = [
    ('V', Action::View),
    ('M', Action::ViewMaterial),
    ('P', Action::ViewProgress),
    ('S', Action::ViewStats),
    ('T', Action::Teach),
    ('E', Action::Edit),
    ('D', Action::Administrate),
    ('A', Action::Audit),
];

const PEOPLE: [(&str, UserId); 12] = [
    ("nobody", NOBODY),
    ("stranger", STRANGER),
    ("student", STUDENT),
    ("foreign student", FOREIGN_STUDENT),
    ("assistant", ASSISTANT),
    ("stats viewer", STATS_VIEWER),
    ("teacher", TEACHER),
    ("course admin", COURSE_ADMIN),
    ("admin", ADMIN),
    ("global admin", GLOBAL_ADMIN),
    ("other teacher", OTHER_TEACHER),
    ("other student", OTHER_STUDENT),
];

/// What everybody may do with a resource, as lines of the table.
async fn table(conn: &mut PoolConnection<Postgres>, resource: Resource) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, user) in PEOPLE {
        let mut allowed = String::new();
        for (letter, action) in ACTIONS {
            let requirement = ToolRequirement::ActionOnResource(action, resource);
            if allows(conn, user, &requirement, now()).await.unwrap() {
                allowed.push(letter);
            }
        }
        if !allowed.is_empty() {
            lines.push(format!("{name}: {allowed}"));
        }
    }
    lines
}

const STAFF: [&str; 3] = ["teacher: VMPSTE", "course admin: VMPSTED", "admin: VMPSTEDA"];

fn and_staff<'a>(before: &[&'a str], after: &[&'a str]) -> Vec<&'a str> {
    [before, &STAFF, &["global admin: VMPSTEDA"], after].concat()
}

#[sqlx::test(migrations = false)]
async fn an_open_course(pool: PgPool) {
    let mut conn = world(&pool).await;
    let expected = and_staff(
        &["stranger: V", "student: VM", "foreign student: V", "assistant: VMP", "stats viewer: VS"],
        &["other teacher: V", "other student: VM"],
    );
    assert_eq!(table(&mut conn, Resource::Course(COURSE)).await, expected);
    assert_eq!(table(&mut conn, Resource::Chatbot(CHATBOT)).await, expected);
}

#[sqlx::test(migrations = false)]
async fn a_draft_course_is_for_staff(pool: PgPool) {
    let mut conn = world(&pool).await;
    let expected = ["admin: VMPSTEDA", "global admin: VMPSTEDA"];
    assert_eq!(table(&mut conn, Resource::Course(DRAFT)).await, expected);
    assert_eq!(table(&mut conn, Resource::Page(DRAFT_PAGE)).await, expected);
    assert_eq!(table(&mut conn, Resource::Exercise(exercise_on(DRAFT_PAGE))).await, expected);
    grant(&mut conn, STATS_VIEWER, "stats_viewer", None, Some(DRAFT)).await;
    assert_eq!(table(&mut conn, Resource::Course(DRAFT)).await[0], "stats viewer: VS");
}

#[sqlx::test(migrations = false)]
async fn a_closed_course_is_read_by_the_enrolled(pool: PgPool) {
    let mut conn = world(&pool).await;
    let expected = ["student: VM", "admin: VMPSTEDA", "global admin: VMPSTEDA"];
    assert_eq!(table(&mut conn, Resource::Page(CLOSED_PAGE)).await, expected);
    assert!(table(&mut conn, Resource::Course(CLOSED)).await.contains(&"stranger: V".to_owned()));
}

#[sqlx::test(migrations = false)]
async fn a_public_course_is_read_by_everybody_who_is_signed_in(pool: PgPool) {
    let mut conn = world(&pool).await;
    let table = table(&mut conn, Resource::Page(PUBLIC_PAGE)).await;
    assert_eq!(table.len(), PEOPLE.len() - 1);
    assert!(table.iter().all(|line| line.ends_with(": VM") || line == "global admin: VMPSTEDA"), "{table:?}");
}

#[sqlx::test(migrations = false)]
async fn pages_and_their_exercises(pool: PgPool) {
    let mut conn = world(&pool).await;
    let student = and_staff(&["student: VM", "assistant: VMP", "stats viewer: S"], &["other student: VM"]);
    let unopened = and_staff(&["assistant: VMP", "stats viewer: S"], &[]);
    let hidden = and_staff(&["stats viewer: S"], &[]);
    let other = ["foreign student: VM", "global admin: VMPSTEDA", "other teacher: VMPSTE"].to_vec();
    for (page, expected) in [
        (PAGE, student),
        (UNOPENED_PAGE, unopened),
        (HIDDEN_PAGE, hidden),
        (DELETED_PAGE, Vec::new()),
        (OTHER_PAGE, other),
    ] {
        assert_eq!(table(&mut conn, Resource::Page(page)).await, expected, "{page}");
        assert_eq!(table(&mut conn, Resource::Exercise(exercise_on(page))).await, expected, "{page}");
    }
    sqlx::raw_sql("update lms.exercises set deleted_at = now()").execute(&mut *conn).await.unwrap();
    assert!(table(&mut conn, Resource::Exercise(exercise_on(PAGE))).await.is_empty());
}

#[sqlx::test(migrations = false)]
async fn chapters(pool: PgPool) {
    let mut conn = world(&pool).await;
    let open = and_staff(&["student: VM", "assistant: VMP", "stats viewer: S"], &["other student: VM"]);
    assert_eq!(table(&mut conn, Resource::Chapter(OPEN_CHAPTER)).await, open);
    let unopened = and_staff(&["student: V", "assistant: VMP", "stats viewer: S"], &["other student: V"]);
    assert_eq!(table(&mut conn, Resource::Chapter(UNOPENED_CHAPTER)).await, unopened);
}

#[sqlx::test(migrations = false)]
async fn people_of_a_course(pool: PgPool) {
    let mut conn = world(&pool).await;
    let staff =
        ["assistant: VP", "teacher: VPTE", "course admin: VPTED", "admin: VPTEDA", "global admin: VPTEDA"];
    let student = Resource::User { user: STUDENT, course: COURSE };
    assert_eq!(table(&mut conn, student).await, [["student: VP"].as_slice(), &staff].concat());
    for (user, course) in [(FOREIGN_STUDENT, COURSE), (STRANGER, COURSE), (NOBODY, COURSE)] {
        assert!(table(&mut conn, Resource::User { user, course }).await.is_empty(), "not of the course");
    }
    let elsewhere = Resource::User { user: FOREIGN_STUDENT, course: OTHER_COURSE };
    let expected = ["foreign student: VP", "global admin: VPTEDA", "other teacher: VPTE"];
    assert_eq!(
        table(&mut conn, elsewhere).await,
        expected,
        "a teacher of one course is a stranger in another"
    );
    let teacher = Resource::User { user: TEACHER, course: COURSE };
    assert_eq!(table(&mut conn, teacher).await, ["course admin: D", "admin: DA", "global admin: DA"]);
    let draft = Resource::User { user: STUDENT, course: DRAFT };
    assert!(!table(&mut conn, draft).await.iter().any(|line| line.starts_with("student")));
}

#[sqlx::test(migrations = false)]
async fn conversations_are_their_students_and_audited_by_admins(pool: PgPool) {
    let mut conn = world(&pool).await;
    let audit = ["admin: A", "global admin: A"];
    let own = [["student: V"].as_slice(), &audit].concat();
    assert_eq!(table(&mut conn, Resource::Conversation(CONVERSATION)).await, own);
    assert_eq!(table(&mut conn, Resource::Conversation(DELETED_CONVERSATION)).await, audit);
}

#[sqlx::test(migrations = false)]
async fn everything_is_the_global_admins(pool: PgPool) {
    let mut conn = world(&pool).await;
    assert_eq!(table(&mut conn, Resource::Global).await, ["global admin: VMPSTEDA"]);
}

#[sqlx::test(migrations = false)]
async fn unknown_ids_are_denied_to_everybody(pool: PgPool) {
    let mut conn = world(&pool).await;
    let unknown = Uuid::from_u128(0xFFFF);
    for resource in [
        Resource::Course(CourseId(unknown)),
        Resource::Page(PageId(unknown)),
        Resource::Chapter(ChapterId(unknown)),
        Resource::Exercise(ExerciseId(unknown)),
        Resource::User { user: UserId(unknown), course: COURSE },
        Resource::User { user: STUDENT, course: CourseId(unknown) },
        Resource::Conversation(ConversationId(unknown)),
        Resource::Chatbot(ChatbotId(unknown)),
        Resource::Chatbot(DELETED_CHATBOT),
    ] {
        assert_eq!(table(&mut conn, resource).await, Vec::<String>::new(), "{resource:?}");
    }
}

#[sqlx::test(migrations = false)]
async fn grants_of_an_organisation_cover_its_courses_only(pool: PgPool) {
    let mut conn = world(&pool).await;
    grant(&mut conn, STRANGER, "teacher", Some(OTHERS), None).await;
    for (course, expected) in
        [(COURSE, vec![]), (OTHER_COURSE, vec![Role::Teacher]), (PUBLIC, vec![Role::Teacher])]
    {
        assert_eq!(course_roles(&mut conn, STRANGER, course).await.unwrap(), expected);
    }
    let teach = |course| ToolRequirement::ActionOnResource(Action::Teach, Resource::Course(course));
    assert!(allows(&mut conn, STRANGER, &teach(OTHER_COURSE), now()).await.unwrap());
    assert!(!allows(&mut conn, STRANGER, &teach(COURSE), now()).await.unwrap());
}

#[sqlx::test(migrations = false)]
async fn an_unknown_role_grants_nothing(pool: PgPool) {
    let mut conn = world(&pool).await;
    sqlx::raw_sql("alter table lms.role_grants drop constraint role_grants_role")
        .execute(&mut *conn)
        .await
        .unwrap();
    grant(&mut conn, STRANGER, "superuser", None, None).await;
    assert_eq!(course_roles(&mut conn, STRANGER, COURSE).await.unwrap(), []);
    assert!(!allows(&mut conn, STRANGER, &ToolRequirement::CourseMaterial(COURSE), now()).await.unwrap());
}

#[sqlx::test(migrations = false)]
async fn course_material_is_for_those_who_may_read_the_course(pool: PgPool) {
    let mut conn = world(&pool).await;
    let mut readers = Vec::new();
    for (name, user) in PEOPLE {
        if allows(&mut conn, user, &ToolRequirement::CourseMaterial(COURSE), now()).await.unwrap() {
            readers.push(name);
        }
    }
    let expected =
        ["student", "assistant", "teacher", "course admin", "admin", "global admin", "other student"];
    assert_eq!(readers, expected);
}

#[sqlx::test(migrations = false)]
async fn rules_and_visible_pages_agree(pool: PgPool) {
    let mut conn = world(&pool).await;
    for course in [COURSE, OTHER_COURSE, DRAFT, CLOSED, PUBLIC] {
        for (name, user) in PEOPLE {
            let material = ToolRequirement::CourseMaterial(course);
            let allowed = allows(&mut conn, user, &material, now()).await.unwrap();
            let all = [PAGE, OTHER_PAGE, DRAFT_PAGE, CLOSED_PAGE, PUBLIC_PAGE];
            let visible = pages::which_visible(&mut conn, user, course, now(), &all).await.unwrap();
            assert_eq!(allowed, !visible.is_empty(), "{name} in {course}");
        }
    }
}

#[sqlx::test(migrations = false)]
async fn a_page_is_read_with_its_chapter_by_those_who_see_it(pool: PgPool) {
    let mut conn = world(&pool).await;
    let page = pages::visible(&mut conn, STUDENT, COURSE, now(), PAGE).await.unwrap().unwrap();
    assert_eq!((page.id, page.chapter_title.as_deref(), page.revision), (PAGE, Some("First chapter"), 1));
    for (user, course, page) in [
        (STUDENT, COURSE, HIDDEN_PAGE),
        (STUDENT, COURSE, UNOPENED_PAGE),
        (TEACHER, COURSE, DELETED_PAGE),
        (STRANGER, COURSE, PAGE),
        (TEACHER, COURSE, OTHER_PAGE),
        (STUDENT, OTHER_COURSE, PAGE),
    ] {
        assert_eq!(pages::visible(&mut conn, user, course, now(), page).await.unwrap(), None);
    }
    let course = courses::find(&mut conn, DRAFT).await.unwrap().unwrap();
    assert_eq!(course.visibility, courses::CourseVisibility::Draft);
    assert_eq!(courses::find(&mut conn, CourseId(Uuid::nil())).await.unwrap(), None);
}
