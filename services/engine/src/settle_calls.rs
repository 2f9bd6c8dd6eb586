//! What an answer makes of each call that waits for one.

use chatbot_core::{fence, text};
use chatbot_protocol::send_message::{Answer, CallAnswer};
use chatbot_protocol::{ErrorCode, TurnEvent};
use chatbot_store::PgConnection;
use chatbot_store::open_calls::{self, OpenStatus, Settled};
use chatbot_tools::Completion;
use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use crate::carry_turn::running::{Carried, PendingCall, approval_id};
use crate::error::EngineError;
use crate::words::NOT_DONE;

/// The longest reason or fault of a page that a model is told, in characters.
const LONGEST_REASON: usize = 500;
/// The longest answer of a page, in bytes of JSON.
const LONGEST_ANSWER: usize = 24_000;

/// Settles the calls of a turn that waits.
pub(crate) struct Settling {
    /// The turn, of which nothing is shown here.
    pub asked: Carried,
    pub now: DateTime<Utc>,
}

/// What came of it.
#[derive(Default)]
pub(crate) struct SettledCalls {
    /// What the page is shown.
    pub events: Vec<TurnEvent>,
    /// Whether a call waits still.
    pub still_waiting: bool,
}

impl Settling {
    /// Settles every call that waits and has an answer that fits it. As long as one waits, nothing that was approved has
    /// run, and it can still be refused.
    ///
    /// # Errors
    /// Refused when no call waits for any of the answers, or one is no answer to its call; then nothing may be
    /// committed.
    pub async fn settle(
        &self,
        tx: &mut PgConnection,
        answers: &[CallAnswer],
    ) -> Result<SettledCalls, EngineError> {
        let mut settled = SettledCalls::default();
        let mut any = false;
        let turn = self.asked.task.hold.turn;
        let approved = open_calls::lock_open(tx, turn, OpenStatus::Pending).await?;
        for open in open_calls::lock_open(tx, turn, OpenStatus::Waiting).await? {
            let call = self.asked.prepare(open).ok_or(EngineError::refused(ErrorCode::Internal))?;
            if answers.iter().any(|answer| is_for_another_tool(answer, &call)) {
                return Err(another_tool());
            }
            match answers.iter().find(|answer| fits(answer, &call)) {
                Some(given) => {
                    any = true;
                    settled.events.extend(self.settle_call(tx, &call, &given.answer).await?);
                }
                None => settled.still_waiting = true,
            }
        }
        for call in approved {
            let call = self.asked.prepare(call).ok_or(EngineError::refused(ErrorCode::Internal))?;
            if let Some(given) = answers.iter().find(|answer| fits(answer, &call) && refuses(answer)) {
                any = true;
                settled.events.extend(self.settle_call(tx, &call, &given.answer).await?);
            }
        }
        if any { Ok(settled) } else { Err(nothing_waits()) }
    }

    async fn settle_call(
        &self,
        tx: &mut PgConnection,
        call: &PendingCall,
        answer: &Answer,
    ) -> Result<Option<TurnEvent>, EngineError> {
        let record = record(answer)?;
        let call_id = call.head.wire_id.clone();
        let failed = || TurnEvent::ToolFailed { call_id: call_id.clone(), text: NOT_DONE.to_owned() };
        let (text, event) = match answer {
            Answer::Approval { approved: true, .. } => {
                open_calls::settle(tx, call.head.id, Settled::Approved, &record, self.now).await?;
                return Ok(None);
            }
            Answer::Approval { approved: false, reason, .. } => {
                let told = denied(reason.as_deref());
                open_calls::settle(tx, call.head.id, Settled::Denied(&told), &record, self.now).await?;
                return Ok(Some(TurnEvent::ToolDenied { call_id }));
            }
            Answer::Fault(fault) => (Err(page_fault(fault)), failed()),
            Answer::Output(output) => self.completed(tx, call, output).await?,
        };
        let settled = match &text {
            Ok(output) => Settled::Done(output),
            Err(told) => Settled::Failed(told),
        };
        open_calls::settle(tx, call.head.id, settled, &record, self.now).await?;
        Ok(Some(event))
    }

    /// What the page's output makes of a call: its result, or why it may not have one any more.
    async fn completed(
        &self,
        tx: &mut PgConnection,
        call: &PendingCall,
        output: &Value,
    ) -> Result<(Result<String, String>, TurnEvent), EngineError> {
        let call_id = call.head.wire_id.clone();
        let again = self.asked.recheck_answered(tx, call, self.now).await?;
        open_calls::record_check_at_run(tx, call.head.id, &again.requirements).await?;
        if let Some(problem) = again.problem {
            let event = TurnEvent::ToolFailed { call_id, text: NOT_DONE.to_owned() };
            return Ok((Err(problem.to_model_text()), event));
        }
        let run = call.prepared.answered(output, &call.context).map_err(|error| EngineError::Refused {
            code: ErrorCode::InvalidToolAnswer,
            detail: Some(error.message().to_owned()),
        })?;
        Ok((Ok(run.output), TurnEvent::ToolAnswered { call_id, output: run.display }))
    }
}

fn fits(answer: &CallAnswer, call: &PendingCall) -> bool {
    answer.call_id == call.head.wire_id
        && match &answer.answer {
            Answer::Output(_) | Answer::Fault(_) => call.completion == Completion::Page,
            Answer::Approval { approval_id: named, .. } => {
                call.completion == Completion::Approval && *named == approval_id(call.head.id)
            }
        }
}

fn refuses(answer: &CallAnswer) -> bool {
    matches!(answer.answer, Answer::Approval { approved: false, .. })
}

/// A page that takes a call for one of another tool has shown something else than what it answers.
fn is_for_another_tool(answer: &CallAnswer, call: &PendingCall) -> bool {
    answer.call_id == call.head.wire_id && answer.tool != call.head.name
}

fn another_tool() -> EngineError {
    let detail = Some("The answer names another tool than the one that was called.".to_owned());
    EngineError::Refused { code: ErrorCode::InvalidToolAnswer, detail }
}

/// The answer as it is kept for the audit.
fn record(answer: &Answer) -> Result<Value, EngineError> {
    let record = match answer {
        Answer::Output(output) => json!({"output": output}),
        Answer::Fault(fault) => json!({"error": text::first_chars(&text::storable(fault), LONGEST_REASON).0}),
        Answer::Approval { approved, reason, .. } => match reason {
            Some(reason) => {
                json!({"approved": approved, "reason": text::first_chars(&text::storable(reason), LONGEST_REASON).0})
            }
            None => json!({"approved": approved}),
        },
    };
    let written = record.to_string();
    if written.len() > LONGEST_ANSWER || written.contains("\\u0000") {
        let detail = Some("The answer is too long, or holds characters that cannot be stored.".to_owned());
        return Err(EngineError::Refused { code: ErrorCode::InvalidToolAnswer, detail });
    }
    Ok(record)
}

fn denied(reason: Option<&str>) -> String {
    let said = reason.map(str::trim).filter(|reason| !reason.is_empty()).map_or_else(String::new, |reason| {
        let reason = text::storable(&fence::escape(text::first_chars(reason, LONGEST_REASON).0));
        format!(" They said: “{reason}”")
    });
    format!("The student did not approve this, so nothing was done. Do not ask for it again.{said}")
}

fn page_fault(fault: &str) -> String {
    let fault = text::storable(&fence::escape(text::first_chars(fault, LONGEST_REASON).0));
    format!("Error: the student's page could not do this: {fault}")
}

pub(crate) fn nothing_waits() -> EngineError {
    let detail = Some("Nothing waits for this answer.".to_owned());
    EngineError::Refused { code: ErrorCode::InvalidRequest, detail }
}
