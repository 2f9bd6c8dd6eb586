//! Judges a reply's calls and commits the round: the reply as it will be dispatched, and every call with
//! its bytes, its requirements and their verdicts.

use chatbot_core::model::ModelCall;
use chatbot_core::pipeline::{self, CallVerdict, RoundDecision};
use chatbot_core::tool::SOURCE_NUMBERS_PER_CALL;
use chatbot_core::turn::{Signal, TurnState};
use chatbot_core::{ValidationReject, text};
use chatbot_protocol::{CallId, TurnEvent};
use chatbot_store::tool_calls::{self, NewToolCall, RequirementVerdict};
use chatbot_store::{PgConnection, StoreError, authorization, rounds, turns};
use chatbot_tools::{ChatbotError, ChatbotErrorType, PreparedCall};
use sqlx::Acquire;

use super::running::{Carried, PendingCall, Round};

/// What students read of a call that could not be run.
const NOT_DONE: &str = "This could not be done.";

/// A judged call.
struct Judged {
    call: ModelCall,
    effective_arguments: String,
    requirements: Vec<RequirementVerdict>,
    reject: Option<ValidationReject>,
    outcome: Outcome,
}

enum Outcome {
    Run(Box<dyn PreparedCall>),
    Answer(String),
}

impl Carried {
    pub(super) async fn decide(&mut self, retries_left: u32) -> Result<Signal, StoreError> {
        // The round stays ours until it is committed: a stop in between must not lose its text.
        let Some(round) = self.round.clone() else { return Ok(Signal::Broken) };
        let verdicts: Vec<CallVerdict> =
            round.calls.iter().map(|call| pipeline::judge_call(call, &round.granted)).collect();
        let policy = self.task.chatbot.config.invalid_calls;
        let decision = pipeline::decide_round(&verdicts, policy, retries_left);
        let mut conn = self.engine.conn().await?;
        turns::set_state(&mut conn, self.task.hold, TurnState::Deciding).await?;
        let (judged, signal, disposition) = match decision {
            RoundDecision::Fail(code) => return Ok(Signal::CallsCondemned(code)),
            RoundDecision::Refuse(answers) => {
                (refused(&round, verdicts, answers), Signal::RoundRefused, "retry")
            }
            RoundDecision::Accept => {
                (self.judge(&mut conn, &round, verdicts).await?, Signal::RoundCommitted, "accept")
            }
        };
        let closed = self.writer.close();
        self.show(&closed);
        self.commit(&mut conn, round, judged, disposition).await?;
        if signal == Signal::RoundRefused {
            self.close_step();
        }
        Ok(signal)
    }

    async fn judge(
        &self,
        conn: &mut PgConnection,
        round: &Round,
        verdicts: Vec<CallVerdict>,
    ) -> Result<Vec<Judged>, StoreError> {
        let mut judged = Vec::new();
        for (call, verdict) in round.calls.iter().zip(verdicts) {
            judged.push(match verdict {
                CallVerdict::Proceed { effective_arguments } => {
                    self.judge_typed(conn, call, effective_arguments).await?
                }
                CallVerdict::Answer(reject) | CallVerdict::Invalid(reject) => Judged::answered(call, reject),
            });
        }
        Ok(judged)
    }

    /// Typed pass, gate and authorisation of one call.
    async fn judge_typed(
        &self,
        conn: &mut PgConnection,
        call: &ModelCall,
        effective_arguments: String,
    ) -> Result<Judged, StoreError> {
        let parsed =
            self.engine.parts.tools.iter().find_map(|set| set.parse(&call.name, &effective_arguments));
        let mut judged = Judged {
            call: call.clone(),
            effective_arguments,
            requirements: Vec::new(),
            reject: None,
            outcome: Outcome::Answer(String::new()),
        };
        let prepared = match parsed {
            Some(Ok(prepared)) => prepared,
            Some(Err(error)) => {
                judged.outcome = Outcome::Answer(error.to_model_text());
                judged.reject =
                    Some(ValidationReject::schema_invalid(&call.name, "", error.to_string(), None));
                return Ok(judged);
            }
            None => {
                judged.outcome = Outcome::Answer(unavailable());
                return Ok(judged);
            }
        };
        let context = self.tool_context(1);
        if let Err(reason) = prepared.validate(&context) {
            tracing::warn!(tool = call.name, reason, "a gate said no");
            judged.outcome = Outcome::Answer(unavailable());
            return Ok(judged);
        }
        for requirement in prepared.requirements(&context) {
            let now = self.engine.parts.clock.now();
            let holds = authorization::allows(conn, self.task.student, &requirement, now).await?;
            judged.requirements.push(RequirementVerdict { requirement, holds });
        }
        judged.outcome = match judged.requirements.iter().find(|verdict| !verdict.holds) {
            Some(denied) => Outcome::Answer(denial(denied)),
            None => Outcome::Run(prepared),
        };
        Ok(judged)
    }

    async fn commit(
        &mut self,
        conn: &mut PgConnection,
        round: Round,
        judged: Vec<Judged>,
        disposition: &str,
    ) -> Result<(), StoreError> {
        let now = self.engine.parts.clock.now();
        let count = u32::try_from(judged.len()).unwrap_or(u32::MAX);
        let mut tx = conn.begin().await?;
        turns::hold(&mut tx, self.task.hold).await?;
        let numbers = count.saturating_mul(SOURCE_NUMBERS_PER_CALL);
        let first = turns::reserve_source_numbers(&mut tx, self.task.hold, numbers).await?;
        rounds::commit(&mut tx, round.id, &round.text, disposition, round.usage, now).await?;
        let mut events = Vec::new();
        let mut pending = Vec::new();
        for (index, judged) in (0_u32..).zip(judged) {
            let id = CallId(self.engine.parts.ids.new_id());
            let first_source_number = first + index * SOURCE_NUMBERS_PER_CALL;
            let new = judged.new_row(id, &round, &self.task, index, first_source_number, now);
            tool_calls::insert(&mut tx, new).await?;
            let call = self.announce(id, judged, first_source_number, &mut events);
            pending.extend(call);
        }
        turns::set_state(&mut tx, self.task.hold, TurnState::Dispatching).await?;
        tx.commit().await?;
        self.round = None;
        self.show(&events);
        self.pending = pending;
        Ok(())
    }

    /// The events by which the page learns of a call, and the call if it is to run.
    fn announce(
        &self,
        id: CallId,
        judged: Judged,
        first_source_number: u32,
        events: &mut Vec<TurnEvent>,
    ) -> Option<PendingCall> {
        let wire_id = id.to_string();
        let known = self.engine.tools().into_iter().find(|(_, info)| info.spec.name == judged.call.name);
        let Some((set, info)) = known else {
            // A name that no tool has is the model's own invention and nothing for a student.
            return None;
        };
        let input = set.display_input(&info.spec.name, &judged.effective_arguments);
        let about = input.about.clone();
        events.push(TurnEvent::ToolCalled {
            call_id: wire_id.clone(),
            tool_name: info.spec.name.clone(),
            input,
        });
        match judged.outcome {
            Outcome::Answer(_) => {
                events.push(TurnEvent::ToolFailed { call_id: wire_id, text: NOT_DONE.to_owned() });
                None
            }
            Outcome::Run(prepared) => Some(PendingCall {
                id,
                wire_id,
                name: info.spec.name,
                about,
                prepared,
                context: self.tool_context(first_source_number),
            }),
        }
    }
}

impl Judged {
    fn answered(call: &ModelCall, reject: ValidationReject) -> Self {
        Self {
            call: call.clone(),
            effective_arguments: "{}".to_owned(),
            requirements: Vec::new(),
            outcome: Outcome::Answer(reject.to_model_message()),
            reject: Some(reject),
        }
    }

    fn new_row<'a>(
        &'a self,
        id: CallId,
        round: &Round,
        task: &super::Assignment,
        index: u32,
        first_source_number: u32,
        now: chrono::DateTime<chrono::Utc>,
    ) -> NewToolCall<'a> {
        NewToolCall {
            id,
            round_id: round.id,
            turn_id: task.hold.turn,
            call_index: i32::try_from(index).unwrap_or(i32::MAX),
            wire_id: &self.call.id,
            name: &self.call.name,
            arguments: &self.call.arguments,
            effective_arguments: &self.effective_arguments,
            reject: self.reject.as_ref(),
            requirements: &self.requirements,
            configuration_version: task.chatbot.version,
            first_source_number: i32::try_from(first_source_number).unwrap_or(i32::MAX),
            answer: match &self.outcome {
                Outcome::Answer(answer) => Some(answer),
                Outcome::Run(_) => None,
            },
            now,
        }
    }
}

/// A round of which nothing runs: each call with what it is answered.
fn refused(round: &Round, verdicts: Vec<CallVerdict>, answers: Vec<String>) -> Vec<Judged> {
    let calls = round.calls.iter().zip(verdicts).zip(answers);
    calls
        .map(|((call, verdict), answer)| {
            let (effective_arguments, reject) = match verdict {
                CallVerdict::Proceed { effective_arguments } => (effective_arguments, None),
                CallVerdict::Answer(reject) | CallVerdict::Invalid(reject) => ("{}".to_owned(), Some(reject)),
            };
            Judged {
                call: call.clone(),
                effective_arguments,
                requirements: Vec::new(),
                reject,
                outcome: Outcome::Answer(text::storable(&answer)),
            }
        })
        .collect()
}

fn unavailable() -> String {
    ChatbotError::new(ChatbotErrorType::Internal, "not run").to_model_text()
}

/// What a model is told of a denial: the requirement, and nothing about the resource.
fn denial(denied: &RequirementVerdict) -> String {
    format!("Error: not allowed: this call requires {}, which the student does not have.", denied.requirement)
}
