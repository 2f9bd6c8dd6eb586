//! What is left of a person where no conversation leads to it.

use chatbot_protocol::UserId;
use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::Erasing;
use super::days::seal_days;
use super::minutes::seal_minute;
use crate::StoreError;

/// Takes a person out of the tables that name them besides their conversations. What staff did to a course stays in
/// the audit log under their name: others have to be able to rely on it.
pub async fn erase_person(
    conn: &mut PgConnection,
    person: UserId,
    erasing: Erasing<'_>,
) -> Result<(), StoreError> {
    // In the order in which whoever counts a message locks them.
    seal_minute(conn, person, erasing).await?;
    seal_days(conn, person, erasing).await?;
    forget_deeds(conn, person).await?;
    sqlx::query!("update chatbot.usage_ledger set student_id = null where student_id = $1", person.0)
        .execute(&mut *conn)
        .await?;
    sqlx::query!("delete from chatbot.feedback where student_id = $1", person.0).execute(&mut *conn).await?;
    sqlx::query!(
        r#"update chatbot.audit_log l set actor_id = null, detail = '{"erased": true}'
           where l.actor_id = $1
             and not exists (select from lms.role_grants g where g.user_id = $1 and l.course_id is null)
             and not exists (select from chatbot.effective_roles($1, l.course_id))"#,
        person.0,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        r#"update chatbot.audit_log set subject_id = null, detail = '{"erased": true}'
           where subject_id = $1"#,
        person.0,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        r#"update chatbot.audit_log set detail = '{"erased": true}'
           where actor_id is distinct from $1 and position($1::text in detail::text) > 0"#,
        person.0,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Takes a person out of what they did as staff: whose work it was, and what they reviewed, the log knows. Who saved a
/// configuration is known as long as they are staff of its course.
async fn forget_deeds(conn: &mut PgConnection, person: UserId) -> Result<(), StoreError> {
    sqlx::query!("update chatbot.cited_sentences set reviewed_by = null where reviewed_by = $1", person.0)
        .execute(&mut *conn)
        .await?;
    sqlx::query!("update chatbot.jobs set owner_id = null where owner_id = $1", person.0)
        .execute(&mut *conn)
        .await?;
    sqlx::query!(
        "update chatbot.chatbot_versions v set author_id = null
         from chatbot.chatbots b
         where v.author_id = $1 and b.id = v.chatbot_id
           and not exists (select from chatbot.effective_roles($1, b.course_id))",
        person.0,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Forgets who spent what was spent before `before`; gives of how many rows.
pub async fn forget_spenders(
    conn: &mut PgConnection,
    before: DateTime<Utc>,
    limit: i64,
) -> Result<u64, StoreError> {
    let rows = sqlx::query!(
        "update chatbot.usage_ledger set student_id = null where id in (
             select id from chatbot.usage_ledger
             where created_at < $1 and student_id is not null limit $2 for update skip locked)",
        before,
        limit,
    )
    .execute(conn)
    .await?;
    Ok(rows.rows_affected())
}
