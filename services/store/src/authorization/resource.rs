//! Traces resources to their courses, all of a kind at once.

use std::collections::{HashMap, HashSet};

use chatbot_core::tool::Resource;
use chatbot_protocol::{CourseId, UserId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use super::rules::Target;
use crate::StoreError;

/// The course of each resource and what the rules ask about it. What does not exist is not in it.
type Found = HashMap<Resource, (CourseId, Target)>;

/// Resources by their kind.
#[derive(Default)]
struct ByKind {
    pages: Vec<Uuid>,
    exercises: Vec<Uuid>,
    chapters: Vec<Uuid>,
    /// People, each with a course.
    people: (Vec<Uuid>, Vec<Uuid>),
    conversations: Vec<Uuid>,
    chatbots: Vec<Uuid>,
}

/// Finds resources, in one statement for each kind that is among them.
pub(super) async fn find_all(
    conn: &mut PgConnection,
    caller: UserId,
    resources: HashSet<Resource>,
    now: DateTime<Utc>,
) -> Result<Found, StoreError> {
    let (mut found, mut named) = (Found::new(), ByKind::default());
    for resource in resources {
        match resource {
            Resource::Course(course) => {
                found.insert(resource, (course, Target::Course));
            }
            Resource::Page(page) => named.pages.push(page.0),
            Resource::Exercise(exercise) => named.exercises.push(exercise.0),
            Resource::Chapter(chapter) => named.chapters.push(chapter.0),
            Resource::User { user, course } => {
                named.people.0.push(user.0);
                named.people.1.push(course.0);
            }
            Resource::Conversation(conversation) => named.conversations.push(conversation.0),
            Resource::Chatbot(chatbot) => named.chatbots.push(chatbot.0),
            // No course has it.
            Resource::Global => {}
        }
    }
    if !named.pages.is_empty() {
        find_pages(conn, caller, &named.pages, now, &mut found).await?;
    }
    if !named.exercises.is_empty() {
        find_exercises(conn, caller, &named.exercises, now, &mut found).await?;
    }
    if !named.chapters.is_empty() {
        find_chapters(conn, &named.chapters, now, &mut found).await?;
    }
    if !named.people.0.is_empty() {
        find_people(conn, caller, &named.people, &mut found).await?;
    }
    if !named.conversations.is_empty() {
        find_conversations(conn, caller, &named.conversations, &mut found).await?;
    }
    if !named.chatbots.is_empty() {
        find_chatbots(conn, &named.chatbots, &mut found).await?;
    }
    Ok(found)
}

async fn find_pages(
    conn: &mut PgConnection,
    caller: UserId,
    pages: &[Uuid],
    now: DateTime<Utc>,
    found: &mut Found,
) -> Result<(), StoreError> {
    let rows = sqlx::query!(
        r#"
        select p.id as "id!", p.course_id as "course_id!",
               exists (select from chatbot.visible_pages($2, p.course_id, $3) v where v.page_id = p.id) as "visible!"
        from lms.pages p
        where p.id = any($1) and p.deleted_at is null
        "#,
        pages,
        caller.0,
        now,
    )
    .fetch_all(conn)
    .await?;
    found.extend(rows.into_iter().map(|row| {
        (Resource::Page(row.id.into()), (row.course_id.into(), Target::OnPage { visible: row.visible }))
    }));
    Ok(())
}

async fn find_exercises(
    conn: &mut PgConnection,
    caller: UserId,
    exercises: &[Uuid],
    now: DateTime<Utc>,
    found: &mut Found,
) -> Result<(), StoreError> {
    let rows = sqlx::query!(
        r#"
        select e.id as "id!", p.course_id as "course_id!",
               exists (select from chatbot.visible_pages($2, p.course_id, $3) v where v.page_id = p.id) as "visible!"
        from lms.exercises e
        join lms.pages p on p.id = e.page_id and p.course_id = e.course_id
        where e.id = any($1) and e.deleted_at is null and p.deleted_at is null
        "#,
        exercises,
        caller.0,
        now,
    )
    .fetch_all(conn)
    .await?;
    found.extend(rows.into_iter().map(|row| {
        (Resource::Exercise(row.id.into()), (row.course_id.into(), Target::OnPage { visible: row.visible }))
    }));
    Ok(())
}

async fn find_chapters(
    conn: &mut PgConnection,
    chapters: &[Uuid],
    now: DateTime<Utc>,
    found: &mut Found,
) -> Result<(), StoreError> {
    let rows = sqlx::query!(
        r#"
        select ch.id as "id!", ch.course_id as "course_id!",
               (ch.opens_at is null or ch.opens_at <= $2) as "open!"
        from lms.chapters ch
        where ch.id = any($1)
        "#,
        chapters,
        now,
    )
    .fetch_all(conn)
    .await?;
    found.extend(rows.into_iter().map(|row| {
        (Resource::Chapter(row.id.into()), (row.course_id.into(), Target::Chapter { open: row.open }))
    }));
    Ok(())
}

async fn find_people(
    conn: &mut PgConnection,
    caller: UserId,
    (people, courses): &(Vec<Uuid>, Vec<Uuid>),
    found: &mut Found,
) -> Result<(), StoreError> {
    let rows = sqlx::query!(
        r#"
        with named as (select * from unnest($1::uuid[], $2::uuid[]) as n (user_id, course_id))
        select n.user_id as "user_id!", n.course_id as "course_id!",
               exists (select from lms.enrollments e
                       where e.user_id = n.user_id and e.course_id = n.course_id) as "enrolled!",
               exists (select from chatbot.effective_roles(n.user_id, n.course_id)) as "has_role!"
        from named n
        join lms.users u on u.id = n.user_id
        union all
        select n.user_id, n.course_id, true, false
        from named n
        join chatbot.preview_people p on p.user_id = n.user_id and p.course_id = n.course_id
        "#,
        people,
        courses,
    )
    .fetch_all(conn)
    .await?;
    for row in rows {
        let (user, course) = (UserId(row.user_id), CourseId(row.course_id));
        let target =
            Target::Person { is_self: caller == user, enrolled: row.enrolled, has_role: row.has_role };
        found.entry(Resource::User { user, course }).or_insert((course, target));
    }
    Ok(())
}

async fn find_conversations(
    conn: &mut PgConnection,
    caller: UserId,
    conversations: &[Uuid],
    found: &mut Found,
) -> Result<(), StoreError> {
    let rows = sqlx::query!(
        r#"
        select c.id, b.course_id, coalesce(c.student_id = $2, false) as "own!",
               c.deleted_at is not null as "deleted!"
        from chatbot.conversations c
        join chatbot.chatbots b on b.id = c.chatbot_id
        where c.id = any($1)
        "#,
        conversations,
        caller.0,
    )
    .fetch_all(conn)
    .await?;
    found.extend(rows.into_iter().map(|row| {
        let target = Target::Conversation { own: row.own, deleted: row.deleted };
        (Resource::Conversation(row.id.into()), (row.course_id.into(), target))
    }));
    Ok(())
}

async fn find_chatbots(
    conn: &mut PgConnection,
    chatbots: &[Uuid],
    found: &mut Found,
) -> Result<(), StoreError> {
    let rows = sqlx::query!(
        "select id, course_id from chatbot.chatbots where id = any($1) and deleted_at is null",
        chatbots,
    )
    .fetch_all(conn)
    .await?;
    let courses = rows.into_iter().map(|row| (row.id, row.course_id));
    found.extend(courses.map(|(id, course)| (Resource::Chatbot(id.into()), (course.into(), Target::Course))));
    Ok(())
}
