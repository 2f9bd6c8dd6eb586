//! What was asked, replied and called in a conversation before, as a model is given it.

use std::collections::HashSet;

use chatbot_core::ToolRequirement;
use chatbot_core::history::{NO_LONGER_AVAILABLE, PastCall, PastRound, PastTurn};
use chatbot_core::pipeline::RequirementVerdict;
use chatbot_protocol::{ConversationId, UserId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use crate::{StoreError, authorization};

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
    requirements: Option<Json<Vec<RequirementVerdict>>>,
}

/// The newest turns of a conversation that count, oldest first, with their rounds and calls; a reply that is still
/// coming is none yet. However long the conversation is, no more of it is read: each question that counts has one turn
/// that does. Results are left out of calls that brought passages of pages which the student may no longer
/// read, and of calls that `student` may no longer make.
pub async fn list(
    conn: &mut PgConnection,
    conversation: ConversationId,
    student: UserId,
    limit: i64,
    now: DateTime<Utc>,
) -> Result<Vec<PastTurn>, StoreError> {
    let rows = sqlx::query_as!(
        HistoryRow,
        r#"with questions as (
               select id, order_number, parts from chatbot.messages
               where conversation_id = $1 and role = 'user' and superseded_at is null
               order by order_number desc
               limit $2
           ), counting as (
               select t.id, q.order_number, q.parts
               from questions q
               join chatbot.turns t on t.user_message_id = q.id
               join chatbot.messages a on a.id = t.assistant_message_id and a.superseded_at is null
           )
           select t.id as turn_id,
                  coalesce((select string_agg(part ->> 'text', E'\n\n' order by place)
                            from jsonb_array_elements(t.parts) with ordinality as p(part, place)
                            where part ->> 'type' = 'text'), '') as "question!",
                  r.id as "round_id?", r.reply_text as "reply_text?", k.id as "call_id?",
                  k.wire_id as "wire_id?", k.effective_name as "effective_name?",
                  k.effective_arguments as "effective_arguments?", k.output as "output?",
                  coalesce(k.requirements_at_run, k.requirements) as "requirements?: Json<Vec<RequirementVerdict>>"
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
    // Most conversations begin without calls: what may be read and done is a matter of theirs alone.
    if calls.is_empty() {
        return Ok(fold(rows, &HashSet::new()));
    }
    let mut gone = closed(conn, conversation, &calls, now).await?;
    gone.extend(forbidden(conn, student, &rows, now).await?);
    Ok(fold(rows, &gone))
}

/// The calls that brought passages of pages which the student may no longer read.
async fn closed(
    conn: &mut PgConnection,
    conversation: ConversationId,
    calls: &[Uuid],
    now: DateTime<Utc>,
) -> Result<HashSet<Uuid>, StoreError> {
    let closed = sqlx::query_scalar!(
        r#"with visible as materialized (
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

/// The calls that the student might make then and may not make now. Of a call that was refused the model is told why.
async fn forbidden(
    conn: &mut PgConnection,
    student: UserId,
    rows: &[HistoryRow],
    now: DateTime<Utc>,
) -> Result<HashSet<Uuid>, StoreError> {
    let made: Vec<(Uuid, Vec<ToolRequirement>)> = rows
        .iter()
        .filter_map(|row| Some((row.call_id?, &row.requirements.as_ref()?.0)))
        .filter(|(_, verdicts)| verdicts.iter().all(|verdict| verdict.holds))
        .map(|(call, verdicts)| (call, verdicts.iter().map(|verdict| verdict.requirement).collect()))
        .collect();
    let needed: HashSet<ToolRequirement> =
        made.iter().flat_map(|(_, needed)| needed.iter().copied()).collect();
    let needed: Vec<ToolRequirement> = needed.into_iter().collect();
    let met = authorization::met(conn, student, &needed, now).await?;
    let may_still = |needed: &[ToolRequirement]| needed.iter().all(|requirement| met.contains(requirement));
    Ok(made.into_iter().filter(|(_, needed)| !may_still(needed)).map(|(call, _)| call).collect())
}

fn fold(rows: Vec<HistoryRow>, gone: &HashSet<Uuid>) -> Vec<PastTurn> {
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
        let is_gone = row.call_id.is_some_and(|call| gone.contains(&call));
        last_round.calls.push(PastCall {
            wire_id,
            name: row.effective_name.unwrap_or_default(),
            arguments: row.effective_arguments.unwrap_or_default(),
            output: if is_gone { Some(NO_LONGER_AVAILABLE.to_owned()) } else { row.output },
        });
    }
    turns
}
