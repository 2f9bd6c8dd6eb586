//! What is known of the pages, chapters and exercises that a call names.

use chatbot_core::node::{Node, NodeKind, NodeVerdict};
use chatbot_protocol::{ConversationId, CourseId, UserId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::StoreError;

/// Who asks, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asker {
    /// The student.
    pub user: UserId,
    /// The course that the node must be in.
    pub course: CourseId,
    /// The conversation: what was shown in it may be known of.
    pub conversation: ConversationId,
}

/// What the asker may be told of a node.
pub async fn verdict(
    conn: &mut PgConnection,
    asker: Asker,
    node: Node,
    now: DateTime<Utc>,
) -> Result<NodeVerdict, StoreError> {
    let row = match node.kind {
        NodeKind::Page | NodeKind::Exercise => of_page(conn, asker, node, now).await?,
        NodeKind::Chapter => of_chapter(conn, asker, node, now).await?,
    };
    Ok(match row {
        Some(Known { open: true, .. }) => NodeVerdict::Open,
        Some(Known { may_know: true, .. }) => NodeVerdict::Disabled,
        Some(_) | None => NodeVerdict::NotFound,
    })
}

struct Known {
    open: bool,
    may_know: bool,
}

/// A page, or the page of an exercise: whoever saw it in this conversation may know that it exists.
async fn of_page(
    conn: &mut PgConnection,
    asker: Asker,
    node: Node,
    now: DateTime<Utc>,
) -> Result<Option<Known>, StoreError> {
    let row = sqlx::query_as!(
        Known,
        r#"
        select exists (select from chatbot.visible_pages($2, $3, $4) v where v.page_id = p.id)
                   and (e.id is null or e.deleted_at is null) as "open!",
               (exists (select from chatbot.effective_roles($2, $3) r
                        where r.role in ('teacher', 'course_admin', 'admin'))
                or exists (select from chatbot.citations c join chatbot.turns t on t.id = c.turn_id
                           where c.page_id = p.id and t.conversation_id = $5)) as "may_know!"
        from lms.pages p
        left join lms.exercises e on e.page_id = p.id and e.id = $1
        where p.course_id = $3 and (case when $6 then e.id = $1 else p.id = $1 end)
        "#,
        node.id,
        asker.user.0,
        asker.course.0,
        now,
        asker.conversation.0,
        node.kind == NodeKind::Exercise,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row)
}

/// A chapter: the outline shows each with its opening date, to whoever may read the course.
async fn of_chapter(
    conn: &mut PgConnection,
    asker: Asker,
    node: Node,
    now: DateTime<Utc>,
) -> Result<Option<Known>, StoreError> {
    let row = sqlx::query_as!(
        Known,
        r#"
        select (ch.opens_at is null or ch.opens_at <= $4
                or exists (select from chatbot.effective_roles($2, $3) r
                           where r.role in ('assistant', 'teacher', 'course_admin', 'admin'))) as "open!",
               true as "may_know!"
        from lms.chapters ch
        where ch.id = $1 and ch.course_id = $3 and chatbot.may_read_course($2, $3)
        "#,
        node.id,
        asker.user.0,
        asker.course.0,
        now,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row)
}
