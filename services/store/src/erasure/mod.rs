//! Erases conversations and what is left of people elsewhere. What answers cited stays, and how it was judged
//! (`chatbot_core::erasure`): without person, conversation or words. Everything else goes.

mod calls;
mod days;
mod minutes;
mod people;

use chatbot_core::erasure::ErasureKey;
use chatbot_protocol::{ChatbotId, ConversationId, UserId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StoreError;

pub use days::{forget_days, give_days_back, lock_student};
pub use minutes::{forget_minutes, give_minute_back};
pub use people::{erase_person, forget_spenders};

/// By what an erasure goes.
#[derive(Clone, Copy, Debug)]
pub struct Erasing<'a> {
    /// Under what arguments are sealed.
    pub key: &'a ErasureKey,
    /// The tools there are: their names say nothing of anybody.
    pub tools: &'a [String],
    /// When.
    pub now: DateTime<Utc>,
}

/// Marks all conversations of a student as deleted, so that nothing more is added to them; gives those that have an
/// answer which is being written or waits.
pub async fn close_conversations(
    conn: &mut PgConnection,
    student: UserId,
    now: DateTime<Utc>,
) -> Result<Vec<ConversationId>, StoreError> {
    sqlx::query!(
        "update chatbot.conversations set deleted_at = $2
         where deleted_at is null
           and (student_id = $1 or id in (select conversation_id from chatbot.previews where author_id = $1))",
        student.0,
        now,
    )
    .execute(&mut *conn)
    .await?;
    let open = sqlx::query_scalar!(
        "select c.id from chatbot.conversations c where (c.student_id = $1 or c.id in (select conversation_id from chatbot.previews where author_id = $1)) and exists (
             select from chatbot.turns t where t.conversation_id = c.id
               and t.state in ('accepted', 'asking', 'deciding', 'dispatching', 'awaiting_student'))",
        student.0,
    )
    .fetch_all(conn)
    .await?;
    Ok(open.into_iter().map(ConversationId).collect())
}

/// Locks one of a student's conversations until the end of the transaction.
pub async fn lock_of_student(
    conn: &mut PgConnection,
    student: UserId,
) -> Result<Option<ConversationId>, StoreError> {
    let id = sqlx::query_scalar!(
        "select id from chatbot.conversations
         where student_id = $1 or id in (select conversation_id from chatbot.previews where author_id = $1)
         order by id limit 1 for update",
        student.0,
    )
    .fetch_optional(conn)
    .await?;
    Ok(id.map(ConversationId))
}

/// Locks a conversation that was deleted before `before`, one that no other instance is erasing, until the end of the
/// transaction.
pub async fn lock_deleted(
    conn: &mut PgConnection,
    before: DateTime<Utc>,
) -> Result<Option<ConversationId>, StoreError> {
    let id = sqlx::query_scalar!(
        "select id from chatbot.conversations where deleted_at <= $1
         order by deleted_at limit 1 for update skip locked",
        before,
    )
    .fetch_optional(conn)
    .await?;
    Ok(id.map(ConversationId))
}

/// The chatbots that keep conversations for a while only, and for how many days nobody may have gone on with one.
pub async fn list_retentions(conn: &mut PgConnection) -> Result<Vec<(ChatbotId, i32)>, StoreError> {
    let rows = sqlx::query!(
        r#"select id, (config ->> 'retention_days')::integer as "days!" from chatbot.chatbots
           where jsonb_typeof(config -> 'retention_days') = 'number'"#
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (ChatbotId(row.id), row.days)).collect())
}

/// Marks conversations of a chatbot as deleted in which nobody said anything since `before`; gives how many.
pub async fn delete_idle(
    conn: &mut PgConnection,
    chatbot: ChatbotId,
    before: DateTime<Utc>,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<u64, StoreError> {
    let rows = sqlx::query!(
        "update chatbot.conversations set deleted_at = $3 where id in (
             select c.id from chatbot.conversations c
             where c.chatbot_id = $1 and c.updated_at < $2 and c.deleted_at is null
               and not exists (select from chatbot.turns t where t.conversation_id = c.id
                   and t.state in ('accepted', 'asking', 'deciding', 'dispatching', 'awaiting_student'))
             order by c.updated_at limit $4 for update skip locked)",
        chatbot.0,
        before,
        now,
        limit,
    )
    .execute(conn)
    .await?;
    Ok(rows.rows_affected())
}

/// Marks previews as deleted in which nobody said anything since `before`; gives how many.
pub async fn delete_idle_previews(
    conn: &mut PgConnection,
    before: DateTime<Utc>,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<u64, StoreError> {
    let rows = sqlx::query!(
        "update chatbot.conversations set deleted_at = $2 where id in (
             select c.id from chatbot.previews p join chatbot.conversations c on c.id = p.conversation_id
             where c.updated_at < $1 and c.deleted_at is null
               and not exists (select from chatbot.turns t where t.conversation_id = c.id
                   and t.state in ('accepted', 'asking', 'deciding', 'dispatching', 'awaiting_student'))
             order by c.id limit $3 for update of c skip locked)",
        before,
        now,
        limit,
    )
    .execute(conn)
    .await?;
    Ok(rows.rows_affected())
}

/// Erases a conversation that the caller has locked, whatever still writes to it: that finds its turn lost.
pub async fn erase_conversation(
    conn: &mut PgConnection,
    conversation: ConversationId,
    erasing: Erasing<'_>,
) -> Result<(), StoreError> {
    let turns = let_go_of_turns(conn, conversation, erasing.now).await?;
    settle(conn, &turns, erasing.now).await?;
    forget_around(conn, conversation, &turns).await?;
    sqlx::query!("delete from chatbot.turn_events where turn_id = any($1)", &turns)
        .execute(&mut *conn)
        .await?;
    let is_preview =
        sqlx::query_scalar!("select is_preview from chatbot.conversations where id = $1", conversation.0);
    if is_preview.fetch_one(&mut *conn).await? {
        delete_evidence(conn, &turns).await?;
    }
    calls::erase_words(conn, &turns, erasing).await?;
    forget_sentences(conn, &turns).await?;
    sqlx::query!("delete from chatbot.messages where conversation_id = $1", conversation.0)
        .execute(&mut *conn)
        .await?;
    delete_without_evidence(conn, &turns).await?;
    sqlx::query!("delete from chatbot.conversations where id = $1", conversation.0).execute(conn).await?;
    Ok(())
}

/// Ends what is open of the conversation's turns and cuts them off from it.
async fn let_go_of_turns(
    conn: &mut PgConnection,
    conversation: ConversationId,
    now: DateTime<Utc>,
) -> Result<Vec<Uuid>, StoreError> {
    // Whatever is about to be added to them, their logs included, waits for the end of this transaction.
    sqlx::query_scalar!(
        "select id from chatbot.turns where conversation_id = $1 order by id for update",
        conversation.0,
    )
    .fetch_all(&mut *conn)
    .await?;
    let turns = sqlx::query_scalar!(
        "update chatbot.turns
         set epoch = epoch + 1,
             state = case when ended_at is null then 'stopped' else state end,
             ended_at = coalesce(ended_at, $2),
             lease_instance = null, lease_expires_at = null, waiting_since = null,
             conversation_id = null, user_message_id = null, assistant_message_id = null,
             page_id = null, selection = null, tool_choice = null, erased_at = $2
         where conversation_id = $1
         returning id",
        conversation.0,
        now,
    )
    .fetch_all(conn)
    .await?;
    Ok(turns)
}

/// Forgets what the log of an erased turn was told while the turn was erased.
pub async fn forget_late_events(conn: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!(
        "delete from chatbot.turn_events e using chatbot.turns t
         where t.id = e.turn_id and t.erased_at is not null"
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// What was still reserved for them is spent, or given back.
async fn settle(conn: &mut PgConnection, turns: &[Uuid], now: DateTime<Utc>) -> Result<(), StoreError> {
    sqlx::query!(
        "select chatbot.settle_tokens(t.id, null, null, $2) from unnest($1::uuid[]) as t (id)",
        turns,
        now,
    )
    .fetch_all(conn)
    .await?;
    Ok(())
}

/// What is said about the conversation elsewhere.
async fn forget_around(
    conn: &mut PgConnection,
    conversation: ConversationId,
    turns: &[Uuid],
) -> Result<(), StoreError> {
    sqlx::query!(
        "delete from chatbot.feedback f using chatbot.messages m
         where m.id = f.message_id and m.conversation_id = $1",
        conversation.0,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!("update chatbot.usage_ledger set turn_id = null where turn_id = any($1)", turns)
        .execute(&mut *conn)
        .await?;
    sqlx::query!(
        "update chatbot.answer_facts set student_id = null, turn_id = null where turn_id = any($1)",
        turns,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        r#"update chatbot.audit_log set subject_id = null, detail = '{"erased": true}'
           where subject_id = $1 or subject_id = any($2)
              or subject_id in (select m.id from chatbot.messages m where m.conversation_id = $1)"#,
        conversation.0,
        turns,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// A quotation stays where it was found on the page: then it is the page's own text.
async fn forget_sentences(conn: &mut PgConnection, turns: &[Uuid]) -> Result<(), StoreError> {
    sqlx::query!(
        "update chatbot.cited_sentences
         set sentence = '', text_part = null, start_unit = null, end_unit = null, review_note = left(review_note, 0),
             quote = case when verdict in ('supported', 'partly', 'unsupported') then quote end
         where turn_id = any($1)",
        turns,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!("update chatbot.citations set spans = '[]', quote = null where turn_id = any($1)", turns)
        .execute(conn)
        .await?;
    Ok(())
}

/// What was only tried is evidence of nothing: no student was answered.
async fn delete_evidence(conn: &mut PgConnection, turns: &[Uuid]) -> Result<(), StoreError> {
    sqlx::query!("delete from chatbot.cited_sentences where turn_id = any($1)", turns)
        .execute(&mut *conn)
        .await?;
    sqlx::query!("delete from chatbot.citations where turn_id = any($1)", turns).execute(&mut *conn).await?;
    sqlx::query!("delete from chatbot.tool_calls where turn_id = any($1)", turns).execute(conn).await?;
    Ok(())
}

/// Replies without calls, and turns without any evidence.
async fn delete_without_evidence(conn: &mut PgConnection, turns: &[Uuid]) -> Result<(), StoreError> {
    sqlx::query!(
        "update chatbot.rounds set reply_text = '', done_rejects = '[]' where turn_id = any($1)",
        turns
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "delete from chatbot.rounds r where r.turn_id = any($1)
           and not exists (select from chatbot.tool_calls k where k.round_id = r.id)",
        turns,
    )
    .execute(&mut *conn)
    .await?;
    // What they used and cost stays in the sum of its month.
    sqlx::query!(
        "with gone as (
             delete from chatbot.turns t where t.id = any($1)
               and not exists (select from chatbot.rounds r where r.turn_id = t.id)
               and not exists (select from chatbot.cited_sentences s where s.turn_id = t.id)
             returning t.chatbot_id, t.created_at, t.input_tokens::bigint + t.output_tokens as tokens,
                       t.cost_micros, t.cost_currency
         )
         insert into chatbot.erased_costs as e
             (chatbot_id, local_month, cost_currency, is_priced, tokens, cost_micros)
         select g.chatbot_id, date_trunc('month', chatbot.local_day(g.created_at, c.time_zone))::date,
                coalesce(g.cost_currency, ''), g.cost_micros is not null, sum(g.tokens), coalesce(sum(g.cost_micros), 0)
         from gone g join chatbot.chatbots b on b.id = g.chatbot_id join lms.courses c on c.id = b.course_id
         where g.tokens > 0
         group by 1, 2, 3, 4
         on conflict on constraint erased_costs_pkey do update
         set tokens = e.tokens + excluded.tokens, cost_micros = e.cost_micros + excluded.cost_micros",
        turns,
    )
    .execute(conn)
    .await?;
    Ok(())
}
