//! Table `rounds`: the model's replies, as the model gave them.

use chatbot_core::ValidationReject;
use chatbot_core::history::{PastCall, PastRound, PastTurn};
use chatbot_protocol::data_part::Usage;
use chatbot_protocol::{ConversationId, RoundId, TurnId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use crate::StoreError;
use crate::turns::{Hold, written};

/// Begins a round: a model is asked and offered these tools.
pub async fn insert(
    conn: &mut PgConnection,
    id: RoundId,
    turn: TurnId,
    round_number: i32,
    offered: &[String],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into chatbot.rounds (id, turn_id, round_number, state, reply_text, offered_tools, created_at)
         values ($1, $2, $3, 'streaming', '', $4, $5)",
        id.0,
        turn.0,
        round_number,
        offered,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Notes which tools the model is offered, before it is asked.
pub async fn write_offered(
    conn: &mut PgConnection,
    id: RoundId,
    offered: &[String],
) -> Result<(), StoreError> {
    sqlx::query!("update chatbot.rounds set offered = $2 where id = $1", id.0, offered).execute(conn).await?;
    Ok(())
}

/// Begins the next attempt of a round: the former reply does not count.
pub async fn next_attempt(conn: &mut PgConnection, id: RoundId) -> Result<(), StoreError> {
    sqlx::query!("update chatbot.rounds set attempts = attempts + 1, reply_text = '' where id = $1", id.0)
        .execute(conn)
        .await?;
    Ok(())
}

/// Writes the reply's text as far as it came.
pub async fn write_text(conn: &mut PgConnection, id: RoundId, text: &str) -> Result<(), StoreError> {
    sqlx::query!(
        "update chatbot.rounds set reply_text = $2 where id = $1 and state = 'streaming'",
        id.0,
        text
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The same while the reply comes, and only as long as the turn is held.
pub async fn write_text_so_far(
    conn: &mut PgConnection,
    hold: Hold,
    id: RoundId,
    text: &str,
) -> Result<(), StoreError> {
    let rows = sqlx::query!(
        "with held as (
             select id from chatbot.turns where id = $3 and epoch = $4 and ended_at is null for no key update)
         update chatbot.rounds r set reply_text = $2
         from held
         where r.id = $1 and r.state = 'streaming' and r.turn_id = held.id",
        id.0,
        text,
        hold.turn.0,
        hold.epoch,
    )
    .execute(conn)
    .await?;
    written(rows.rows_affected())
}

/// Adds what the done pass found wrong with a reply of the round.
pub async fn add_done_rejects(
    conn: &mut PgConnection,
    id: RoundId,
    rejects: &[ValidationReject],
) -> Result<(), StoreError> {
    sqlx::query!(
        "update chatbot.rounds set done_rejects = done_rejects || $2 where id = $1",
        id.0,
        Json(rejects) as _,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Commits a complete reply.
pub async fn commit(
    conn: &mut PgConnection,
    id: RoundId,
    text: &str,
    disposition: &str,
    usage: Usage,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "update chatbot.rounds
         set state = 'committed', reply_text = $2, disposition = $3, input_tokens = $4, output_tokens = $5,
             committed_at = $6
         where id = $1",
        id.0,
        text,
        disposition,
        i32::try_from(usage.input_tokens).unwrap_or(i32::MAX),
        i32::try_from(usage.output_tokens).unwrap_or(i32::MAX),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Closes the rounds of a turn that ended while a reply was coming: what came of it is kept.
pub async fn close_partial(conn: &mut PgConnection, turn: TurnId) -> Result<(), StoreError> {
    sqlx::query!(
        "update chatbot.rounds set state = 'partial' where turn_id = $1 and state = 'streaming'",
        turn.0
    )
    .execute(conn)
    .await?;
    Ok(())
}

struct HistoryRow {
    turn_id: Uuid,
    question: String,
    round_id: Option<Uuid>,
    reply_text: Option<String>,
    wire_id: Option<String>,
    effective_name: Option<String>,
    effective_arguments: Option<String>,
    output: Option<String>,
    available: Option<bool>,
}

/// The turns of a conversation that count, oldest first, with their rounds and calls; a reply that is still
/// coming is none yet. The result of a
/// call that brought passages of pages which the student may no longer read is left out.
pub async fn history(
    conn: &mut PgConnection,
    conversation: ConversationId,
    limit: i64,
    now: DateTime<Utc>,
) -> Result<Vec<PastTurn>, StoreError> {
    let rows = sqlx::query_as!(
        HistoryRow,
        r#"with counting as (
               select t.id, t.user_message_id, c.student_id, b.course_id, q.order_number
               from chatbot.turns t
               join chatbot.messages q on q.id = t.user_message_id and q.superseded_at is null
               join chatbot.messages a on a.id = t.assistant_message_id and a.superseded_at is null
               join chatbot.conversations c on c.id = t.conversation_id
               join chatbot.chatbots b on b.id = t.chatbot_id
               where t.conversation_id = $1
               order by q.order_number desc
               limit $2
           ), visible as (
               select v.page_id
               from (select distinct student_id, course_id from counting) s
               cross join lateral chatbot.visible_pages(s.student_id, s.course_id, $3) v
           )
           select t.id as turn_id,
                  (select string_agg(part ->> 'text', E'\n\n' order by place)
                   from jsonb_array_elements(q.parts) with ordinality as p(part, place)
                   where part ->> 'type' = 'text') as "question!",
                  r.id as "round_id?", r.reply_text as "reply_text?",
                  k.wire_id as "wire_id?", k.effective_name as "effective_name?",
                  k.effective_arguments as "effective_arguments?", k.output as "output?",
                  not exists (
                      select from chatbot.citations i
                      where i.call_id = k.id and not exists (select from visible v where v.page_id = i.page_id)
                  ) as available
           from counting t
           join chatbot.messages q on q.id = t.user_message_id
           left join chatbot.rounds r on r.turn_id = t.id and r.state <> 'streaming'
           left join chatbot.tool_calls k
               on k.round_id = r.id and k.attempt = r.attempts and k.status not in ('ignored', 'rejected')
           order by t.order_number, t.id, r.round_number, k.call_index"#,
        conversation.0,
        limit,
        now,
    )
    .fetch_all(conn)
    .await?;
    Ok(fold(rows))
}

fn fold(rows: Vec<HistoryRow>) -> Vec<PastTurn> {
    let mut turns: Vec<PastTurn> = Vec::new();
    let (mut turn, mut round) = (None, None);
    for row in rows {
        if turn != Some(row.turn_id) {
            turn = Some(row.turn_id);
            turns.push(PastTurn { question: row.question, rounds: Vec::new() });
        }
        let Some(last_turn) = turns.last_mut() else { continue };
        let Some(round_id) = row.round_id else { continue };
        if round != Some(round_id) {
            round = Some(round_id);
            last_turn.rounds.push(PastRound { text: row.reply_text.unwrap_or_default(), calls: Vec::new() });
        }
        let (Some(last_round), Some(wire_id)) = (last_turn.rounds.last_mut(), row.wire_id) else { continue };
        let gone = row.available == Some(false);
        last_round.calls.push(PastCall {
            wire_id,
            name: row.effective_name.unwrap_or_default(),
            arguments: row.effective_arguments.unwrap_or_default(),
            output: if gone {
                Some(chatbot_core::history::NO_LONGER_AVAILABLE.to_owned())
            } else {
                row.output
            },
        });
    }
    turns
}
