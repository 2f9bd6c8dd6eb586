//! Tables `test_runs` and `test_results`: what came of test questions that were asked in one go.

use std::collections::BTreeMap;

use chatbot_protocol::{ChatbotId, ConversationId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use crate::StoreError;
use crate::test_questions::TestQuestion;

/// How many runs of a chatbot are kept.
const KEPT: i64 = 20;

/// A run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestRun {
    /// Its id; also that of its job.
    pub id: Uuid,
    /// The version in force when it ran.
    pub version: i32,
    /// Whether it ran with settings that were not saved.
    pub unsaved: bool,
    /// When it began.
    pub started_at: DateTime<Utc>,
    /// When it ended.
    pub ended_at: Option<DateTime<Utc>>,
}

/// What came of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestResult {
    /// The run.
    pub run_id: Uuid,
    /// The question's id.
    pub test_id: Uuid,
    /// What was asked.
    pub question: String,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of a question, as it is stored with its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The answer's text.
    pub answer: String,
    /// How it ended, in the database's word for it.
    pub state: String,
    /// How many of its cited sentences got which verdict, in the database's words.
    pub verdicts: BTreeMap<String, u32>,
    /// The tools that ran, each once.
    pub tools: Vec<String>,
    /// How long it took, in milliseconds.
    pub milliseconds: i32,
    /// Tokens in and out.
    pub tokens: i32,
}

/// Whether a run of the chatbot goes on. Nobody begins another before the transaction ends.
pub async fn lock_running(conn: &mut PgConnection, chatbot: ChatbotId) -> Result<bool, StoreError> {
    sqlx::query!("select id from chatbot.chatbots where id = $1 for no key update", chatbot.0)
        .fetch_optional(&mut *conn)
        .await?;
    let running = sqlx::query_scalar!(
        r#"select exists (
               select from chatbot.test_runs r join chatbot.jobs j on j.id = r.id
               where r.chatbot_id = $1 and j.lease_expires_at > clock_timestamp()) as "running!""#,
        chatbot.0,
    )
    .fetch_one(conn)
    .await?;
    Ok(running)
}

/// Begins a run, whose job is there, and forgets the oldest ones.
pub async fn insert(conn: &mut PgConnection, chatbot: ChatbotId, run: &TestRun) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into chatbot.test_runs (id, chatbot_id, version, unsaved, started_at) values ($1, $2, $3, $4, $5)",
        run.id,
        chatbot.0,
        run.version,
        run.unsaved,
        run.started_at,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "delete from chatbot.test_runs where id in (
             select id from chatbot.test_runs where chatbot_id = $1 order by started_at desc, id desc offset $2)",
        chatbot.0,
        KEPT,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Keeps what came of the question at a position.
pub async fn add_result(
    conn: &mut PgConnection,
    run: Uuid,
    position: i32,
    question: &TestQuestion,
    outcome: &Outcome,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into chatbot.test_results
             (run_id, position, test_id, question, answer, state, verdicts, tools, milliseconds, tokens)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         on conflict do nothing",
        run,
        position,
        question.id,
        question.question,
        outcome.answer,
        outcome.state,
        Json(&outcome.verdicts) as _,
        &outcome.tools,
        outcome.milliseconds,
        outcome.tokens,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The runs of a chatbot, newest first.
pub async fn list(conn: &mut PgConnection, chatbot: ChatbotId) -> Result<Vec<TestRun>, StoreError> {
    Ok(sqlx::query_as!(
        TestRun,
        "select r.id, r.version, r.unsaved, r.started_at, j.ended_at
         from chatbot.test_runs r join chatbot.jobs j on j.id = r.id
         where r.chatbot_id = $1 order by r.started_at desc, r.id desc",
        chatbot.0,
    )
    .fetch_all(conn)
    .await?)
}

/// What came of the questions of a chatbot's runs, run by run in the order in which they were asked.
pub async fn list_results(
    conn: &mut PgConnection,
    chatbot: ChatbotId,
) -> Result<Vec<TestResult>, StoreError> {
    let rows = sqlx::query!(
        r#"select s.run_id, s.test_id, s.question, s.answer, s.state,
                  s.verdicts as "verdicts: Json<BTreeMap<String, u32>>", s.tools, s.milliseconds, s.tokens
           from chatbot.test_runs r join chatbot.test_results s on s.run_id = r.id
           where r.chatbot_id = $1 order by s.run_id, s.position"#,
        chatbot.0,
    )
    .fetch_all(conn)
    .await?;
    let results = rows.into_iter().map(|row| TestResult {
        run_id: row.run_id,
        test_id: row.test_id,
        question: row.question,
        outcome: Outcome {
            answer: row.answer,
            state: row.state,
            verdicts: row.verdicts.0,
            tools: row.tools,
            milliseconds: row.milliseconds,
            tokens: row.tokens,
        },
    });
    Ok(results.collect())
}

/// What came of the one question of a conversation; none when no turn was accepted for it.
pub async fn outcome_of(
    conn: &mut PgConnection,
    conversation: ConversationId,
    now: DateTime<Utc>,
) -> Result<Option<Outcome>, StoreError> {
    let row = sqlx::query!(
        r#"select t.state::text as "state!", t.input_tokens + t.output_tokens as "tokens!",
                  least(extract(epoch from coalesce(t.ended_at, $2) - t.created_at) * 1000, 1000000000)::integer
                      as "milliseconds!",
                  coalesce((select string_agg(part ->> 'text', E'\n\n' order by place)
                            from jsonb_array_elements(a.parts) with ordinality as p(part, place)
                            where part ->> 'type' = 'text'), '') as "answer!",
                  coalesce((select jsonb_object_agg(verdict, number)
                            from (select s.verdict, count(*) as number from chatbot.cited_sentences s
                                  where s.turn_id = t.id group by s.verdict) v), '{}')
                      as "verdicts!: Json<BTreeMap<String, u32>>",
                  array(select distinct k.effective_name from chatbot.tool_calls k
                        where k.turn_id = t.id and k.started_at is not null order by 1) as "tools!"
           from chatbot.turns t join chatbot.messages a on a.id = t.assistant_message_id
           where t.conversation_id = $1
           order by t.created_at desc
           limit 1"#,
        conversation.0,
        now,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| Outcome {
        answer: row.answer,
        state: row.state,
        verdicts: row.verdicts.0,
        tools: row.tools,
        milliseconds: row.milliseconds,
        tokens: row.tokens,
    }))
}
