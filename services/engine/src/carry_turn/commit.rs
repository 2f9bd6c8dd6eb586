//! Writes what was decided about a reply: the reply as it will be dispatched, and every call with its bytes,
//! its requirements and their verdicts; rejected ones for the audit alone.

use chatbot_core::pipeline::{Audience, Budgets, Decision, Disposition, Fault, JudgedCall, Outcome, decide};
use chatbot_core::tool::SOURCE_NUMBERS_PER_CALL;
use chatbot_core::turn::TurnState;
use chatbot_core::{ValidationReject, text};
use chatbot_protocol::data_part::ToolDisplayInput;
use chatbot_protocol::{CallId, TurnEvent};
use chatbot_store::tool_calls::{self, NewStatus, NewToolCall};
use chatbot_store::{Conn, StoreError, rounds, turns};
use chatbot_tools::Completion;

use super::decide::Candidate;
use super::running::{CallHead, Carried, PendingCall, Round, approval_id};
use crate::engine::Offer;
use crate::measures;
use crate::words::NOT_DONE;

impl Carried {
    /// One transaction: the round, and every call as `pending`, `answered` or `ignored`.
    pub(super) async fn commit(
        &mut self,
        conn: &mut Conn,
        candidates: Vec<Candidate>,
        decision: &Decision,
        budgets: Budgets,
    ) -> Result<(), StoreError> {
        let Some(round) = self.round.clone() else { return Ok(()) };
        let now = self.engine.parts.clock.now();
        let count = u32::try_from(candidates.len()).unwrap_or(u32::MAX);
        let mut tx = conn.begin().await?;
        turns::hold(&mut tx, self.task.hold).await?;
        let numbers = count.saturating_mul(SOURCE_NUMBERS_PER_CALL);
        let first = turns::reserve_source_numbers(&mut tx, self.task.hold, numbers).await?;
        rounds::commit(
            &mut tx,
            round.id,
            self.text_to_keep(&round),
            decision.disposition.as_str(),
            round.usage,
            now,
        )
        .await?;
        let refused = matches!(decision.disposition, Disposition::Retry | Disposition::Skip);
        let (mut events, mut pending, mut judged) = (Vec::new(), Vec::new(), Vec::new());
        for ((index, mut candidate), outcome) in (0_u32..).zip(candidates).zip(&decision.outcomes) {
            if refused {
                // Edits are dropped: history shows what the model wrote.
                candidate.judged.effective_name.clone_from(&candidate.judged.call.name);
            }
            let id = CallId(self.engine.parts.ids.new_id());
            let first_source_number = first + index * SOURCE_NUMBERS_PER_CALL;
            let row = self.row(id, &round, index, first_source_number, &candidate.judged, outcome, budgets);
            judged.push((candidate.judged.effective_name.clone(), row.disposition.as_str()));
            tool_calls::insert(&mut tx, row).await?;
            pending.extend(self.announce(id, candidate, outcome, first_source_number, &mut events));
        }
        turns::set_state(&mut tx, self.task.hold, TurnState::Dispatching).await?;
        self.write_findings(&mut tx).await?;
        self.write_told(&mut tx, &events).await?;
        tx.commit().await?;
        self.writer.forget_findings();
        self.count_calls(&judged);
        self.round = None;
        self.released.clear();
        self.committed += 1;
        self.show(&events);
        let (now_to_run, waiting): (Vec<_>, Vec<_>) =
            pending.into_iter().partition(|call: &PendingCall| call.completion == Completion::Server);
        self.waits = !waiting.is_empty();
        self.pending = now_to_run;
        Ok(())
    }

    /// The calls of a reply that does not enter history.
    pub(super) async fn record(
        &self,
        conn: &mut Conn,
        candidates: Vec<Candidate>,
        decision: &Decision,
        budgets: Budgets,
    ) -> Result<(), StoreError> {
        let Some(round) = &self.round else { return Ok(()) };
        let mut tx = conn.begin().await?;
        turns::hold(&mut tx, self.task.hold).await?;
        let mut judged = Vec::new();
        for ((index, candidate), outcome) in (0_u32..).zip(candidates).zip(&decision.outcomes) {
            let id = CallId(self.engine.parts.ids.new_id());
            let row = self.row(id, round, index, 0, &candidate.judged, outcome, budgets);
            judged.push((candidate.judged.effective_name.clone(), row.disposition.as_str()));
            tool_calls::insert(&mut tx, row).await?;
        }
        tx.commit().await?;
        self.count_calls(&judged);
        Ok(())
    }

    /// Only names of tools that there are: a model can invent any number of others.
    fn count_calls(&self, judged: &[(String, &'static str)]) {
        for (name, disposition) in judged {
            let tool = self.engine.tool(name).map(|offer| offer.info.spec.name.as_str());
            measures::tool_called(tool, disposition);
        }
    }

    #[expect(clippy::too_many_arguments, reason = "a row has many columns, and this is their one place")]
    fn row<'a>(
        &self,
        id: CallId,
        round: &Round,
        index: u32,
        first_source_number: u32,
        judged: &'a JudgedCall,
        outcome: &'a Outcome,
        budgets: Budgets,
    ) -> NewToolCall<'a> {
        let log_reason = match &judged.fault {
            Some(Fault::Gate(reason)) => Some(reason.as_str()),
            _ => None,
        };
        let audience = judged.fault.as_ref().map(|_| match log_reason {
            Some(_) => Audience::LogOnly,
            None => Audience::Model,
        });
        NewToolCall {
            id,
            round_id: round.id,
            turn_id: self.task.hold.turn,
            attempt: round.attempt,
            call_index: i32::try_from(index).unwrap_or(i32::MAX),
            wire_id: &judged.call.id,
            name: &judged.call.name,
            arguments: &judged.call.arguments,
            effective_name: &judged.effective_name,
            effective_arguments: &judged.effective_arguments,
            unwrapped: judged.unwrapped,
            disposition: decide::disposition_of(judged, &self.policy.policy, budgets),
            audience,
            reject: judged.fault.as_ref().and_then(reject_of),
            log_reason,
            requirements: &judged.requirements,
            configuration_version: self.task.chatbot.version,
            first_source_number: i32::try_from(first_source_number).unwrap_or(i32::MAX),
            status: match outcome {
                Outcome::Run if self.waits_for_student(judged) => NewStatus::Waiting,
                Outcome::Run => NewStatus::Pending,
                Outcome::Answered(answer) => NewStatus::Answered(answer),
                Outcome::Ignored => NewStatus::Ignored,
                Outcome::Rejected => NewStatus::Rejected,
            },
            now: self.engine.parts.clock.now(),
        }
    }

    fn waits_for_student(&self, judged: &JudgedCall) -> bool {
        let offer = self.engine.tool(&judged.effective_name);
        offer.is_some_and(|offer| offer.info.completion != Completion::Server)
    }

    /// The events by which the page learns of a call, and the call if it is to run or waits.
    fn announce(
        &self,
        id: CallId,
        candidate: Candidate,
        outcome: &Outcome,
        first_source_number: u32,
        events: &mut Vec<TurnEvent>,
    ) -> Option<PendingCall> {
        let Candidate { judged, prepared, nodes, description } = candidate;
        let wire_id = id.to_string();
        // A name that no tool has is the model's own invention and nothing for a student.
        let known = self.engine.tool(&judged.effective_name);
        let offer = known.filter(|_| *outcome != Outcome::Ignored)?;
        let name = offer.info.spec.name.clone();
        let input = shown_input(offer, &judged.effective_arguments, description);
        let about = input.about.clone();
        events.push(called(offer, id, input));
        let (Outcome::Run, Some(prepared)) = (outcome, prepared) else {
            events.push(TurnEvent::ToolFailed { call_id: wire_id, text: NOT_DONE.to_owned() });
            return None;
        };
        let completion = offer.info.completion;
        events.extend(approval_asked(offer, id));
        let head = CallHead { id, wire_id, name, about };
        let context = self.tool_context(first_source_number);
        Some(PendingCall { head, completion, prepared, nodes, context })
    }
}

/// What a page is shown of a call; where the tool can say what the call would do, that.
pub(super) fn shown_input(offer: &Offer, arguments: &str, description: Option<String>) -> ToolDisplayInput {
    let mut input = offer.set.display_input(&offer.info.spec.name, arguments);
    input.about = description.or(input.about).map(|about| text::storable(&about));
    input
}

/// The event by which a page learns of a call.
pub(crate) fn called(offer: &Offer, id: CallId, input: ToolDisplayInput) -> TurnEvent {
    let (tool_name, dynamic) = (offer.info.spec.name.clone(), offer.info.dynamic);
    TurnEvent::ToolCalled { call_id: id.to_string(), tool_name, input, dynamic }
}

/// The event by which the student is asked whether a call may run, where they have to be.
pub(super) fn approval_asked(offer: &Offer, id: CallId) -> Option<TurnEvent> {
    (offer.info.completion == Completion::Approval)
        .then(|| TurnEvent::ApprovalAsked { call_id: id.to_string(), approval_id: approval_id(id) })
}

fn reject_of(fault: &Fault) -> Option<&ValidationReject> {
    match fault {
        Fault::UnknownTool { reject, .. } | Fault::Unparsable(reject) | Fault::Node(reject) => Some(reject),
        Fault::SchemaInvalid(rejects) => rejects.first(),
        Fault::CutOff | Fault::InvalidArguments(_) | Fault::Gate(_) | Fault::Denied(_) => None,
    }
}
