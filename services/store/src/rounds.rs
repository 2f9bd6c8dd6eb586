//! Table `rounds`: the model's replies, as the model gave them.

use std::collections::HashSet;

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

/// Begins a round: a request is counted, and the model is offered these tools. Neither this nor what is written with
/// it waits for the disk: should the database machine die, the turn is asked again.
pub async fn begin(
    conn: &mut PgConnection,
    hold: Hold,
    id: RoundId,
    round_number: i32,
    offered: &[String],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let rows = sqlx::query!(
        "with unhurried as (select set_config('synchronous_commit', 'off', true)),
              counted as (
                  update chatbot.turns set state = 'asking', requests = requests + 1
                  where id = $1 and epoch = $2 and ended_at is null
                  returning id
              )
         insert into chatbot.rounds
             (id, turn_id, round_number, state, reply_text, offered, created_at)
         select $3, counted.id, $4, 'streaming', '', $5, $6 from counted, unhurried",
        hold.turn.0,
        hold.epoch,
        id.0,
        round_number,
        offered,
        now,
    )
    .execute(conn)
    .await?;
    written(rows.rows_affected())
}

/// Begins the next attempt of a round, in the same way: the former reply does not count.
pub async fn begin_again(
    conn: &mut PgConnection,
    hold: Hold,
    id: RoundId,
    offered: &[String],
) -> Result<(), StoreError> {
    let rows = sqlx::query!(
        "with unhurried as (select set_config('synchronous_commit', 'off', true)),
              counted as (
                  update chatbot.turns set state = 'asking', requests = requests + 1
                  where id = $1 and epoch = $2 and ended_at is null
                  returning id
              )
         update chatbot.rounds r set attempts = attempts + 1, reply_text = '', offered = $4
         from counted, unhurried
         where r.id = $3 and r.turn_id = counted.id",
        hold.turn.0,
        hold.epoch,
        id.0,
        offered,
    )
    .execute(conn)
    .await?;
    written(rows.rows_affected())
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

/// The same while the reply comes, and only as long as the turn is held. It does not wait for the disk: a second of the
/// reply is what may be lost anyhow.
pub async fn write_text_so_far(
    conn: &mut PgConnection,
    hold: Hold,
    id: RoundId,
    text: &str,
) -> Result<(), StoreError> {
    let rows = sqlx::query!(
        "with unhurried as (select set_config('synchronous_commit', 'off', true)),
              held as (
                  select id from chatbot.turns where id = $3 and epoch = $4 and ended_at is null for no key update)
         update chatbot.rounds r set reply_text = $2
         from held, unhurried
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
    call_id: Option<Uuid>,
    wire_id: Option<String>,
    effective_name: Option<String>,
    effective_arguments: Option<String>,
    output: Option<String>,
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
               select t.id, t.user_message_id, q.order_number, q.parts
               from chatbot.turns t
               join chatbot.messages q on q.id = t.user_message_id and q.superseded_at is null
               join chatbot.messages a on a.id = t.assistant_message_id and a.superseded_at is null
               where t.conversation_id = $1
               order by q.order_number desc
               limit $2
           )
           select t.id as turn_id,
                  (select string_agg(part ->> 'text', E'\n\n' order by place)
                   from jsonb_array_elements(t.parts) with ordinality as p(part, place)
                   where part ->> 'type' = 'text') as "question!",
                  r.id as "round_id?", r.reply_text as "reply_text?", k.id as "call_id?",
                  k.wire_id as "wire_id?", k.effective_name as "effective_name?",
                  k.effective_arguments as "effective_arguments?", k.output as "output?"
           from counting t
           left join chatbot.rounds r on r.turn_id = t.id and r.state <> 'streaming'
           left join chatbot.tool_calls k
               on k.round_id = r.id and k.attempt = r.attempts and k.status not in ('ignored', 'rejected')
           order by t.order_number, t.id, r.round_number, k.call_index"#,
        conversation.0,
        limit,
    )
    .fetch_all(conn.as_mut())
    .await?;
    let calls: Vec<Uuid> = rows.iter().filter_map(|row| row.call_id).collect();
    // Most conversations begin without calls: what pages are open is a matter of theirs alone.
    let closed =
        if calls.is_empty() { HashSet::new() } else { closed(conn, conversation, &calls, now).await? };
    Ok(fold(rows, &closed))
}

/// The calls that brought passages of pages which the student may no longer read.
async fn closed(
    conn: &mut PgConnection,
    conversation: ConversationId,
    calls: &[Uuid],
    now: DateTime<Utc>,
) -> Result<HashSet<Uuid>, StoreError> {
    let closed = sqlx::query_scalar!(
        r#"with visible as (
               select v.page_id
               from chatbot.conversations c
               join chatbot.chatbots b on b.id = c.chatbot_id
               cross join lateral chatbot.visible_pages(c.student_id, b.course_id, $3) v
               where c.id = $1
           )
           select distinct i.call_id as "call_id!" from chatbot.citations i
           where i.call_id = any($2) and not exists (select from visible v where v.page_id = i.page_id)"#,
        conversation.0,
        calls,
        now,
    )
    .fetch_all(conn)
    .await?;
    Ok(closed.into_iter().collect())
}

fn fold(rows: Vec<HistoryRow>, closed: &HashSet<Uuid>) -> Vec<PastTurn> {
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
        let gone = row.call_id.is_some_and(|call| closed.contains(&call));
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
