//! Asks a chatbot's test questions one after the other, each in a preview of its own seen as a student. A run belongs to
//! the server, not to the request that asked for it; when its server dies it has failed.

use std::collections::HashMap;
use std::sync::Arc;

use chatbot_core::settings::config_of;
use chatbot_protocol::data_part::Verdict;
use chatbot_protocol::manage::{
    ChatbotSettings, Job, JobKind, JobState, RunTests, TestResult, TestRun, VerdictCount, ViewAs,
};
use chatbot_protocol::send_message::Trigger;
use chatbot_protocol::ui_message::AnswerState;
use chatbot_protocol::{ChatbotId, ErrorCode, UserId};
use chatbot_store::jobs::{self, NewJob};
use chatbot_store::test_questions::TestQuestion;
use chatbot_store::test_runs::{self, Outcome, TestResult as StoredResult, TestRun as StoredRun};
use chatbot_store::{PgConnection, test_questions};
use serde_json::Value;
use tracing::Instrument;
use uuid::Uuid;

use super::previews::{Trial, open};
use super::saving::checked;
use crate::conversations::SubmitMessage;
use crate::engine::Engine;
use crate::error::EngineError;
use crate::event_log::LogReader;
use crate::opening::check_trial;
use crate::submit_message::submit_message;

/// A run that goes on.
struct Run {
    job: Uuid,
    trial: Trial,
    questions: Vec<TestQuestion>,
}

pub(super) async fn start(
    engine: &Arc<Engine>,
    caller: UserId,
    chatbot: ChatbotId,
    run: RunTests,
) -> Result<Job, EngineError> {
    let mut conn = engine.conn().await?;
    let trial = trial(engine, &mut conn, caller, chatbot, run.settings).await?;
    let questions = test_questions::list(&mut conn, trial.chatbot.id).await?;
    if questions.is_empty() {
        let detail = Some("There are no test questions yet.".to_owned());
        return Err(EngineError::Refused { code: ErrorCode::InvalidRequest, detail });
    }
    let now = engine.parts.clock.now();
    let total = u32::try_from(questions.len()).unwrap_or(u32::MAX);
    let id = engine.parts.ids.new_id();
    let lease = engine.parts.timings.lease;
    let unsaved = trial.config != trial.chatbot.config || trial.name != trial.chatbot.name;
    let run = StoredRun { id, version: trial.chatbot.version, unsaved, started_at: now, ended_at: None };
    let mut tx = conn.begin().await?;
    if test_runs::lock_running(&mut tx, trial.chatbot.id).await? {
        return Err(EngineError::refused(ErrorCode::TestsRunning));
    }
    jobs::fail_left_behind(&mut tx, now).await?;
    jobs::insert(&mut tx, NewJob { id, kind: JobKind::TestRun, owner: caller, total, lease, now }).await?;
    test_runs::insert(&mut tx, trial.chatbot.id, &run).await?;
    tx.commit().await?;
    let going = Arc::clone(engine);
    let run = Run { job: id, trial, questions };
    engine
        .spawn(async move { carry(&going, &run).await }.instrument(tracing::info_span!("tests", job = %id)));
    Ok(Job { id, kind: JobKind::TestRun, state: JobState::Running, done: 0, total })
}

async fn trial(
    engine: &Engine,
    conn: &mut PgConnection,
    caller: UserId,
    chatbot: ChatbotId,
    settings: Option<ChatbotSettings>,
) -> Result<Trial, EngineError> {
    let (chatbot, course) = engine.editable_chatbot(conn, caller, chatbot).await?;
    check_trial(&course, ViewAs::Student)?;
    let (name, config) = match settings {
        None => (chatbot.name.clone(), chatbot.config.clone()),
        Some(settings) => {
            let on = &chatbot.config.allowed_tools;
            let settings = checked(engine, conn, (caller, course.id), settings, on).await?;
            let config = config_of(&settings, &chatbot.config, 1);
            (settings.name, config)
        }
    };
    Ok(Trial { author: caller, chatbot, course, view_as: ViewAs::Student, name, config })
}

async fn carry(engine: &Arc<Engine>, run: &Run) {
    let well = match ask_all(engine, run).await {
        Ok(well) => well,
        Err(error) => {
            tracing::error!(%error, "a run of test questions failed");
            false
        }
    };
    let ended = async {
        let mut conn = engine.conn().await?;
        jobs::end(&mut conn, run.job, well, engine.parts.clock.now()).await
    };
    if let Err(error) = ended.await {
        // Its lease runs out.
        tracing::error!(%error, "the end of a run could not be stored");
    }
}

/// `false` when the run was given up.
async fn ask_all(engine: &Arc<Engine>, run: &Run) -> Result<bool, EngineError> {
    for (done, question) in (0..).zip(&run.questions) {
        if !go_on(engine, run, done).await? {
            return Ok(false);
        }
        let Some(outcome) = ask(engine, run, question, done).await? else { return Ok(false) };
        let position = i32::try_from(done).unwrap_or(i32::MAX);
        let mut conn = engine.conn().await?;
        test_runs::add_result(&mut conn, run.job, position, question, &outcome).await?;
    }
    go_on(engine, run, u32::try_from(run.questions.len()).unwrap_or(u32::MAX)).await
}

/// Says that the run goes on, unless it counts as ended or the server goes down.
async fn go_on(engine: &Engine, run: &Run, done: u32) -> Result<bool, EngineError> {
    let mut conn = engine.conn().await?;
    let lease = engine.parts.timings.lease;
    Ok(jobs::go_on(&mut conn, run.job, done, lease).await? && !engine.shutdown.is_cancelled())
}

async fn ask(
    engine: &Arc<Engine>,
    run: &Run,
    question: &TestQuestion,
    done: u32,
) -> Result<Option<Outcome>, EngineError> {
    let (conversation, person) = open(engine, &mut engine.conn().await?, &run.trial).await?;
    let message = SubmitMessage {
        caller: person,
        conversation,
        client_id: None,
        text: question.question.clone(),
        trigger: Trigger::SubmitMessage,
        message_id: None,
        page_id: None,
        selection: None,
        tool_choice: None,
    };
    match submit_message(engine, message).await {
        Ok(reader) => {
            if !read_to_the_end(engine, run, reader, done).await? {
                return Ok(None);
            }
        }
        Err(refused) => tracing::warn!(%refused, "a test question was not accepted"),
    }
    let now = engine.parts.clock.now();
    let outcome = test_runs::outcome_of(&mut *engine.conn().await?, conversation, now).await?;
    Ok(Some(outcome.unwrap_or_else(refused)))
}

/// Reads an answer to its end and says in the meantime that the run goes on.
async fn read_to_the_end(
    engine: &Engine,
    run: &Run,
    mut reader: LogReader,
    done: u32,
) -> Result<bool, EngineError> {
    let mut read = std::pin::pin!(async move { while reader.next().await.is_some() {} });
    while tokio::time::timeout(engine.parts.timings.renew_every, &mut read).await.is_err() {
        if !go_on(engine, run, done).await? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn refused() -> Outcome {
    Outcome {
        answer: String::new(),
        state: "failed".to_owned(),
        verdicts: std::collections::BTreeMap::new(),
        tools: Vec::new(),
        milliseconds: 0,
        tokens: 0,
    }
}

pub(super) async fn list(
    engine: &Engine,
    caller: UserId,
    chatbot: ChatbotId,
) -> Result<Vec<TestRun>, EngineError> {
    let mut conn = engine.conn().await?;
    let (chatbot, _) = engine.editable_chatbot(&mut conn, caller, chatbot).await?;
    jobs::fail_left_behind(&mut conn, engine.parts.clock.now()).await?;
    let mut results: HashMap<Uuid, Vec<TestResult>> = HashMap::new();
    for result in test_runs::list_results(&mut conn, chatbot.id).await? {
        results.entry(result.run_id).or_default().push(wire(result));
    }
    let runs = test_runs::list(&mut conn, chatbot.id).await?.into_iter().map(|run| TestRun {
        id: run.id,
        started_at: run.started_at,
        ended_at: run.ended_at,
        version: run.version.unsigned_abs(),
        unsaved: run.unsaved,
        results: results.remove(&run.id).unwrap_or_default(),
    });
    Ok(runs.collect())
}

fn wire(stored: StoredResult) -> TestResult {
    let Outcome { answer, state, verdicts, tools, milliseconds, tokens } = stored.outcome;
    let verdicts = verdicts.into_iter().filter_map(|(word, count)| {
        let verdict: Verdict = serde_json::from_value(Value::String(word)).ok()?;
        Some(VerdictCount { verdict, count })
    });
    TestResult {
        test_id: stored.test_id,
        question: stored.question,
        answer,
        state: match state.as_str() {
            "finished" => AnswerState::Finished,
            "stopped" => AnswerState::Stopped,
            "failed" => AnswerState::Failed,
            "interrupted" => AnswerState::Interrupted,
            "awaiting_student" => AnswerState::Waiting,
            _ => AnswerState::Running,
        },
        verdicts: verdicts.collect(),
        tools,
        milliseconds: milliseconds.unsigned_abs(),
        tokens: tokens.unsigned_abs(),
    }
}
