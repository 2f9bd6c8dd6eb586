//! Writes the facts of answers that have ended, and how often pages were cited.

use chatbot_protocol::TurnId;
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StoreError;

/// The most of an answer's text that is read, in characters.
const MOST_TEXT: i32 = 4_000;

/// A turn that ended, before it is counted.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is seen on its own")]
pub struct EndedTurn {
    /// The turn.
    pub turn: TurnId,
    /// Whether staff asked, or nobody any more.
    pub is_left_out: bool,
    /// Whether it has an answer.
    pub finished: bool,
    /// How many sentences have which verdict, in the order of `Verdict`.
    pub verdicts: [i32; 7],
    /// Whether it looked for material.
    pub searched: bool,
    /// Whether that found something.
    pub found: bool,
    /// Whether the material did not confirm (the rest of) the answer.
    pub unconfirmed: bool,
    /// What the answer says, where it looked for material and cites none.
    pub text: String,
}

/// What is counted of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The turn.
    pub turn: TurnId,
    /// How the answer stands, in the database's word.
    pub standing: &'static str,
    /// Whether the material did not answer.
    pub is_unanswered: bool,
    /// How many sentences have which verdict.
    pub verdicts: [i32; 7],
}

/// Locks turns that ended and were not counted, until the end of the transaction; those that another instance counts
/// are passed over. `material` names the tools that look for material.
pub async fn lock_uncounted(
    conn: &mut PgConnection,
    material: &[String],
    limit: i64,
) -> Result<Vec<EndedTurn>, StoreError> {
    let rows = sqlx::query!(
        r#"with uncounted as (
               select t.id, t.state, t.conversation_id, t.assistant_message_id, t.chatbot_id
               from chatbot.turns t
               where t.ended_at is not null and t.counted_at is null
               order by t.ended_at limit $2 for update of t skip locked
           )
           select t.id as "id!", t.state = 'finished' as "finished!",
                  coalesce(c.student_id is null or c.is_preview
                           or exists (select from chatbot.effective_roles(c.student_id, b.course_id)), true) as "left_out!",
                  array(select count(s.id)::integer
                        from unnest(array['supported', 'partly', 'unsupported', 'misquoted', 'unresolved', 'hidden',
                                          'unchecked']) with ordinality as v (verdict, place)
                        left join chatbot.cited_sentences s on s.turn_id = t.id and s.verdict = v.verdict
                        group by v.place order by v.place) as "verdicts!",
                  exists (select from chatbot.tool_calls k
                          where k.turn_id = t.id and k.status = 'done' and k.effective_name = any($1)) as "searched!",
                  exists (select from chatbot.citations i where i.turn_id = t.id) as "found!",
                  jsonb_path_exists(m.parts, '$[*] ? (@.type == "data-notice" && @.data.code == "not_confirmed")')
                      as unconfirmed,
                  left(array_to_string(array(
                      select part ->> 'text' from jsonb_array_elements(m.parts) as part
                      where part ->> 'type' = 'text'), ' '), $3) as "text!"
           from uncounted t
           join chatbot.chatbots b on b.id = t.chatbot_id
           left join chatbot.conversations c on c.id = t.conversation_id
           left join chatbot.messages m on m.id = t.assistant_message_id"#,
        material,
        limit,
        MOST_TEXT,
    )
    .fetch_all(conn)
    .await?;
    let ended = rows.into_iter().map(|row| EndedTurn {
        turn: row.id.into(),
        is_left_out: row.left_out,
        finished: row.finished,
        verdicts: row.verdicts.try_into().unwrap_or_default(),
        searched: row.searched,
        found: row.found,
        unconfirmed: row.unconfirmed.unwrap_or(false),
        text: row.text,
    });
    Ok(ended.collect())
}

/// Writes facts, and how often pages were cited in these turns.
pub async fn insert(conn: &mut PgConnection, facts: &[Fact]) -> Result<(), StoreError> {
    let turns: Vec<Uuid> = facts.iter().map(|fact| fact.turn.0).collect();
    let standings: Vec<String> = facts.iter().map(|fact| fact.standing.to_owned()).collect();
    let unanswered: Vec<bool> = facts.iter().map(|fact| fact.is_unanswered).collect();
    let verdicts: Vec<String> = facts.iter().map(|fact| array_text(&fact.verdicts)).collect();
    sqlx::query!(
        "insert into chatbot.answer_facts
             (turn_id, course_id, chatbot_id, student_id, local_day, is_question, standing, is_unanswered, verdicts,
              input_tokens, output_tokens, cost_micros, cost_currency)
         select t.id, b.course_id, t.chatbot_id, c.student_id, chatbot.local_day(t.created_at, l.time_zone),
                not exists (select from chatbot.turns e
                            where e.user_message_id = t.user_message_id and (e.created_at, e.id) < (t.created_at, t.id)),
                f.standing, f.is_unanswered, f.verdicts::integer[], t.input_tokens, t.output_tokens,
                t.cost_micros, t.cost_currency
         from unnest($1::uuid[], $2::text[], $3::boolean[], $4::text[])
              as f (turn_id, standing, is_unanswered, verdicts)
         join chatbot.turns t on t.id = f.turn_id
         join chatbot.conversations c on c.id = t.conversation_id
         join chatbot.chatbots b on b.id = t.chatbot_id
         join lms.courses l on l.id = b.course_id
         on conflict (turn_id) do nothing",
        &turns,
        &standings,
        &unanswered,
        &verdicts,
    )
    .execute(&mut *conn)
    .await?;
    // In one order, so that two instances never wait for each other in a circle.
    sqlx::query!(
        "insert into chatbot.page_uses as p (chatbot_id, local_day, page_id, course_id, cited)
         select t.chatbot_id, f.local_day, c.page_id, f.course_id, count(*)
         from chatbot.answer_facts f
         join chatbot.turns t on t.id = f.turn_id
         join chatbot.cited_sentences s on s.turn_id = t.id
         join chatbot.citations c on c.id = s.citation_id
         where f.turn_id = any($1)
         group by 1, 2, 3, 4 order by 1, 2, 3
         on conflict (chatbot_id, local_day, page_id) do update set cited = p.cited + excluded.cited",
        &turns,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Remembers that turns were counted, or left out.
pub async fn mark_counted(
    conn: &mut PgConnection,
    turns: &[TurnId],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let turns: Vec<Uuid> = turns.iter().map(|turn| turn.0).collect();
    sqlx::query!("update chatbot.turns set counted_at = $2 where id = any($1)", &turns, now)
        .execute(conn)
        .await?;
    Ok(())
}

fn array_text(numbers: &[i32]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    format!("{{{}}}", numbers.join(","))
}
