//! A small LMS: two organisations, five courses, people of every role.

use chatbot_protocol::{
    ChapterId, ChatbotId, ConversationId, CourseId, ExerciseId, OrganizationId, PageId, UserId,
};
use chatbot_store::search::SearchRequest;
use chatbot_store::{course_index, migrations};
use chrono::{DateTime, TimeDelta, Utc};
use sqlx::PgPool;
use sqlx::pool::PoolConnection;
use sqlx::postgres::Postgres;
use uuid::Uuid;

pub const OURS: OrganizationId = OrganizationId(Uuid::from_u128(0x01));
pub const OTHERS: OrganizationId = OrganizationId(Uuid::from_u128(0x02));

/// Open, ours.
pub const COURSE: CourseId = CourseId(Uuid::from_u128(0x11));
/// Open, of the other organisation.
pub const OTHER_COURSE: CourseId = CourseId(Uuid::from_u128(0x12));
/// Ours, not yet published.
pub const DRAFT: CourseId = CourseId(Uuid::from_u128(0x13));
/// Ours, over.
pub const CLOSED: CourseId = CourseId(Uuid::from_u128(0x14));
/// Open to everybody, of the other organisation.
pub const PUBLIC: CourseId = CourseId(Uuid::from_u128(0x15));

/// Chapters of [`COURSE`].
pub const OPEN_CHAPTER: ChapterId = ChapterId(Uuid::from_u128(0x21));
pub const UNOPENED_CHAPTER: ChapterId = ChapterId(Uuid::from_u128(0x22));

/// Pages of [`COURSE`], and one each of the others.
pub const PAGE: PageId = PageId(Uuid::from_u128(0x31));
pub const HIDDEN_PAGE: PageId = PageId(Uuid::from_u128(0x32));
pub const UNOPENED_PAGE: PageId = PageId(Uuid::from_u128(0x33));
pub const DELETED_PAGE: PageId = PageId(Uuid::from_u128(0x34));
pub const OTHER_PAGE: PageId = PageId(Uuid::from_u128(0x35));
pub const DRAFT_PAGE: PageId = PageId(Uuid::from_u128(0x36));
pub const CLOSED_PAGE: PageId = PageId(Uuid::from_u128(0x37));
pub const PUBLIC_PAGE: PageId = PageId(Uuid::from_u128(0x38));

/// Enrolled in our open, draft and closed course.
pub const STUDENT: UserId = UserId(Uuid::from_u128(0x41));
pub const OTHER_STUDENT: UserId = UserId(Uuid::from_u128(0x42));
/// Signed in, and nothing else.
pub const STRANGER: UserId = UserId(Uuid::from_u128(0x43));
pub const ASSISTANT: UserId = UserId(Uuid::from_u128(0x44));
pub const STATS_VIEWER: UserId = UserId(Uuid::from_u128(0x45));
pub const TEACHER: UserId = UserId(Uuid::from_u128(0x46));
pub const COURSE_ADMIN: UserId = UserId(Uuid::from_u128(0x47));
/// Admin of our organisation.
pub const ADMIN: UserId = UserId(Uuid::from_u128(0x48));
pub const GLOBAL_ADMIN: UserId = UserId(Uuid::from_u128(0x49));
/// Teacher of the other course.
pub const OTHER_TEACHER: UserId = UserId(Uuid::from_u128(0x4A));
/// Enrolled in the other course.
pub const FOREIGN_STUDENT: UserId = UserId(Uuid::from_u128(0x4B));
/// No such person.
pub const NOBODY: UserId = UserId(Uuid::from_u128(0x4F));

pub const CHATBOT: ChatbotId = ChatbotId(Uuid::from_u128(0x51));
pub const DELETED_CHATBOT: ChatbotId = ChatbotId(Uuid::from_u128(0x52));
/// Of [`STUDENT`].
pub const CONVERSATION: ConversationId = ConversationId(Uuid::from_u128(0x61));
pub const DELETED_CONVERSATION: ConversationId = ConversationId(Uuid::from_u128(0x62));

/// The exercise on a page.
pub fn exercise_on(page: PageId) -> ExerciseId {
    ExerciseId(Uuid::from_u128(page.0.as_u128() + 0x1000))
}

pub fn now() -> DateTime<Utc> {
    "2026-11-30T12:00:00Z".parse().unwrap()
}

/// The student's search in [`COURSE`].
pub fn request(query: &str) -> SearchRequest<'_> {
    SearchRequest {
        user: STUDENT,
        course: COURSE,
        query,
        earlier_questions: &[],
        last_answer: None,
        vector: None,
        limit: 8,
        now: now(),
    }
}

/// The contract's tables and ours, empty.
pub async fn empty(pool: &PgPool) -> PoolConnection<Postgres> {
    sqlx::raw_sql(include_str!("../../contract/lms.sql")).execute(pool).await.unwrap();
    migrations::run(pool).await.unwrap();
    pool.acquire().await.unwrap()
}

/// The whole world.
pub async fn world(pool: &PgPool) -> PoolConnection<Postgres> {
    let mut conn = empty(pool).await;
    for (id, name) in [(OURS, "ours"), (OTHERS, "others")] {
        run(&mut conn, "insert into lms.organizations values ($1, $2, $2)", id.0, name).await;
    }
    add_courses(&mut conn).await;
    add_people(&mut conn).await;
    add_pages(&mut conn).await;
    add_chatbots(&mut conn).await;
    conn
}

async fn run(conn: &mut PoolConnection<Postgres>, sql: &'static str, id: Uuid, text: &str) {
    sqlx::query(sql).bind(id).bind(text).execute(&mut **conn).await.unwrap();
}

async fn add_courses(conn: &mut PoolConnection<Postgres>) {
    for (course, organization, visibility, public) in [
        (COURSE, OURS, "open", false),
        (OTHER_COURSE, OTHERS, "open", false),
        (DRAFT, OURS, "draft", false),
        (CLOSED, OURS, "closed", false),
        (PUBLIC, OTHERS, "open", true),
    ] {
        sqlx::query("insert into lms.courses values ($1, $2, 'c', 'Course', '', 'en', 'Europe/Helsinki', $3, $4, true)")
            .bind(course.0)
            .bind(organization.0)
            .bind(visibility)
            .bind(public)
            .execute(&mut **conn)
            .await
            .unwrap();
    }
    for (chapter, opens_at) in [(OPEN_CHAPTER, None), (UNOPENED_CHAPTER, Some(now() + TimeDelta::days(1)))] {
        sqlx::query("insert into lms.chapters values ($1, $2, null, $3, $4, $5)")
            .bind(chapter.0)
            .bind(COURSE.0)
            .bind(if opens_at.is_none() { 1 } else { 2 })
            .bind(if opens_at.is_none() { "First chapter" } else { "Second chapter" })
            .bind(opens_at)
            .execute(&mut **conn)
            .await
            .unwrap();
    }
}

async fn add_people(conn: &mut PoolConnection<Postgres>) {
    for number in 0x41..=0x4B {
        run(conn, "insert into lms.users values ($1, $2, 'e', null, null)", Uuid::from_u128(number), "n")
            .await;
    }
    for (user, course) in [
        (STUDENT, COURSE),
        (STUDENT, DRAFT),
        (STUDENT, CLOSED),
        (OTHER_STUDENT, COURSE),
        (FOREIGN_STUDENT, OTHER_COURSE),
    ] {
        enroll(conn, user, course).await;
    }
    for (user, role, organization, course) in [
        (ASSISTANT, "assistant", None, Some(COURSE)),
        (STATS_VIEWER, "stats_viewer", None, Some(COURSE)),
        (TEACHER, "teacher", None, Some(COURSE)),
        (COURSE_ADMIN, "course_admin", None, Some(COURSE)),
        (ADMIN, "admin", Some(OURS), None),
        (GLOBAL_ADMIN, "admin", None, None),
        (OTHER_TEACHER, "teacher", None, Some(OTHER_COURSE)),
    ] {
        grant(conn, user, role, organization, course).await;
    }
}

pub async fn enroll(conn: &mut PoolConnection<Postgres>, user: UserId, course: CourseId) {
    sqlx::query("insert into lms.enrollments values ($1, $2, $3)")
        .bind(user.0)
        .bind(course.0)
        .bind(now())
        .execute(&mut **conn)
        .await
        .unwrap();
}

pub async fn grant(
    conn: &mut PoolConnection<Postgres>,
    user: UserId,
    role: &str,
    organization: Option<OrganizationId>,
    course: Option<CourseId>,
) {
    sqlx::query("insert into lms.role_grants values ($1, $2, $3, $4)")
        .bind(user.0)
        .bind(role)
        .bind(organization.map(|organization| organization.0))
        .bind(course.map(|course| course.0))
        .execute(&mut **conn)
        .await
        .unwrap();
}

async fn add_pages(conn: &mut PoolConnection<Postgres>) {
    for (page, course, chapter) in [
        (PAGE, COURSE, Some(OPEN_CHAPTER)),
        (HIDDEN_PAGE, COURSE, Some(OPEN_CHAPTER)),
        (UNOPENED_PAGE, COURSE, Some(UNOPENED_CHAPTER)),
        (DELETED_PAGE, COURSE, Some(OPEN_CHAPTER)),
        (OTHER_PAGE, OTHER_COURSE, None),
        (DRAFT_PAGE, DRAFT, None),
        (CLOSED_PAGE, CLOSED, None),
        (PUBLIC_PAGE, PUBLIC, None),
    ] {
        let name = format!("Page {}", page.0.as_u128());
        add_page(conn, page, course, chapter, &name, "## Zebras\n\nA zebra has stripes.").await;
        sqlx::query("insert into lms.exercises values ($1, $2, $3, 1, $4, 5, null, null)")
            .bind(exercise_on(page).0)
            .bind(course.0)
            .bind(page.0)
            .bind(format!("Exercise on {name}"))
            .execute(&mut **conn)
            .await
            .unwrap();
    }
    run(conn, "update lms.pages set hidden = $2 = 'hide' where id = $1", HIDDEN_PAGE.0, "hide").await;
    delete_page(conn, DELETED_PAGE).await;
}

/// A Markdown page.
pub async fn add_page(
    conn: &mut PoolConnection<Postgres>,
    page: PageId,
    course: CourseId,
    chapter: Option<ChapterId>,
    title: &str,
    body: &str,
) {
    sqlx::query("insert into lms.pages values ($1, $2, $3, $4, $5, $6, $7, 'markdown', 1, false, null, $8)")
        .bind(page.0)
        .bind(course.0)
        .bind(chapter.map(|chapter| chapter.0))
        .bind(i32::try_from(page.0.as_u128() & 0xFFFF).unwrap())
        .bind(title)
        .bind(format!("/pages/{page}"))
        .bind(body)
        .bind(now())
        .execute(&mut **conn)
        .await
        .unwrap();
}

pub async fn edit_page(conn: &mut PoolConnection<Postgres>, page: PageId, body: &str) {
    run(conn, "update lms.pages set body = $2, revision = revision + 1 where id = $1", page.0, body).await;
}

pub async fn delete_page(conn: &mut PoolConnection<Postgres>, page: PageId) {
    let at = now().to_rfc3339();
    run(conn, "update lms.pages set deleted_at = $2::timestamptz where id = $1", page.0, &at).await;
}

async fn add_chatbots(conn: &mut PoolConnection<Postgres>) {
    for (chatbot, deleted_at) in [(CHATBOT, None), (DELETED_CHATBOT, Some(now()))] {
        sqlx::query("insert into chatbot.chatbots values ($1, $2, 'Bot', $3, true, 1, '{}', $4, $4, $5)")
            .bind(chatbot.0)
            .bind(COURSE.0)
            .bind(deleted_at.is_none())
            .bind(now())
            .bind(deleted_at)
            .execute(&mut **conn)
            .await
            .unwrap();
    }
    for (conversation, deleted_at) in [(CONVERSATION, None), (DELETED_CONVERSATION, Some(now()))] {
        sqlx::query(
            "insert into chatbot.conversations
                 (id, chatbot_id, student_id, title, title_source, created_at, updated_at, deleted_at)
             values ($1, $2, $3, '', 'none', $4, $4, $5)",
        )
        .bind(conversation.0)
        .bind(CHATBOT.0)
        .bind(STUDENT.0)
        .bind(now())
        .bind(deleted_at)
        .execute(&mut **conn)
        .await
        .unwrap();
    }
}

/// Brings the index of courses up to date.
pub async fn index(conn: &mut PoolConnection<Postgres>, courses: &[CourseId]) {
    for course in courses {
        course_index::refresh(conn, *course, now(), |_| {}).await.unwrap();
    }
}
