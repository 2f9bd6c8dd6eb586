//! Traces resources to their courses.

use chatbot_core::tool::Resource;
use chatbot_protocol::{ChapterId, ChatbotId, ConversationId, CourseId, ExerciseId, PageId, UserId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::rules::Target;
use crate::StoreError;

/// The course of a resource and what the rules ask about it; `None` when it does not exist.
pub(super) async fn find(
    conn: &mut PgConnection,
    caller: UserId,
    resource: Resource,
    now: DateTime<Utc>,
) -> Result<Option<(CourseId, Target)>, StoreError> {
    match resource {
        Resource::Course(course) => Ok(Some((course, Target::Course))),
        Resource::Page(page) => find_page(conn, caller, page, now).await,
        Resource::Exercise(exercise) => find_exercise(conn, caller, exercise, now).await,
        Resource::Chapter(chapter) => find_chapter(conn, chapter, now).await,
        Resource::User { user, course } => find_person(conn, caller, user, course).await,
        Resource::Conversation(conversation) => find_conversation(conn, caller, conversation).await,
        Resource::Chatbot(chatbot) => find_chatbot(conn, chatbot).await,
        // No course has it.
        Resource::Global => Ok(None),
    }
}

async fn find_page(
    conn: &mut PgConnection,
    caller: UserId,
    page: PageId,
    now: DateTime<Utc>,
) -> Result<Option<(CourseId, Target)>, StoreError> {
    let row = sqlx::query!(
        r#"
        select p.course_id as "course_id!",
               exists (select from chatbot.visible_pages($2, p.course_id, $3) v where v.page_id = p.id) as "visible!"
        from lms.pages p
        where p.id = $1 and p.deleted_at is null
        "#,
        page.0,
        caller.0,
        now,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| (row.course_id.into(), Target::OnPage { visible: row.visible })))
}

async fn find_exercise(
    conn: &mut PgConnection,
    caller: UserId,
    exercise: ExerciseId,
    now: DateTime<Utc>,
) -> Result<Option<(CourseId, Target)>, StoreError> {
    let row = sqlx::query!(
        r#"
        select p.course_id as "course_id!",
               exists (select from chatbot.visible_pages($2, p.course_id, $3) v where v.page_id = p.id) as "visible!"
        from lms.exercises e
        join lms.pages p on p.id = e.page_id and p.course_id = e.course_id
        where e.id = $1 and e.deleted_at is null and p.deleted_at is null
        "#,
        exercise.0,
        caller.0,
        now,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| (row.course_id.into(), Target::OnPage { visible: row.visible })))
}

async fn find_chapter(
    conn: &mut PgConnection,
    chapter: ChapterId,
    now: DateTime<Utc>,
) -> Result<Option<(CourseId, Target)>, StoreError> {
    let row = sqlx::query!(
        r#"
        select ch.course_id as "course_id!", (ch.opens_at is null or ch.opens_at <= $2) as "open!"
        from lms.chapters ch
        where ch.id = $1
        "#,
        chapter.0,
        now,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| (row.course_id.into(), Target::Chapter { open: row.open })))
}

async fn find_person(
    conn: &mut PgConnection,
    caller: UserId,
    person: UserId,
    course: CourseId,
) -> Result<Option<(CourseId, Target)>, StoreError> {
    let row = sqlx::query!(
        r#"
        select exists (select from lms.enrollments e where e.user_id = u.id and e.course_id = $2) as "enrolled!",
               exists (select from chatbot.effective_roles(u.id, $2)) as "has_role!"
        from lms.users u
        where u.id = $1
        union all
        select true, false from chatbot.preview_people where user_id = $1 and course_id = $2
        "#,
        person.0,
        course.0,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| {
        let is_self = caller == person;
        (course, Target::Person { is_self, enrolled: row.enrolled, has_role: row.has_role })
    }))
}

async fn find_conversation(
    conn: &mut PgConnection,
    caller: UserId,
    conversation: ConversationId,
) -> Result<Option<(CourseId, Target)>, StoreError> {
    let row = sqlx::query!(
        r#"
        select b.course_id, coalesce(c.student_id = $2, false) as "own!", c.deleted_at is not null as "deleted!"
        from chatbot.conversations c
        join chatbot.chatbots b on b.id = c.chatbot_id
        where c.id = $1
        "#,
        conversation.0,
        caller.0,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| (row.course_id.into(), Target::Conversation { own: row.own, deleted: row.deleted })))
}

async fn find_chatbot(
    conn: &mut PgConnection,
    chatbot: ChatbotId,
) -> Result<Option<(CourseId, Target)>, StoreError> {
    let course = sqlx::query_scalar!(
        "select course_id from chatbot.chatbots where id = $1 and deleted_at is null",
        chatbot.0,
    )
    .fetch_optional(conn)
    .await?;
    Ok(course.map(|course| (course.into(), Target::Course)))
}
