//! Judges a reply's calls: the pure passes of `core::pipeline`, and between them the impure ones (typed
//! arguments, gate, nodes, requirements). Then carries out what was decided.

use std::collections::BTreeMap;

use chatbot_core::node::NodeVerdict;
use chatbot_core::pipeline::{
    self, Decision, Fault, InvalidCallResolver, JudgedCall, NamedNode, Next, RequirementVerdict, RoundPolicy,
};
use chatbot_core::reject::RejectReason;
use chatbot_core::turn::{Signal, TurnState};
use chatbot_core::{ValidationReject, text};
use chatbot_protocol::{InvalidCalls, ToolChoice, Unhandled};
use chatbot_store::nodes::{self, Asker};
use chatbot_store::{Conn, PgConnection, StoreError, turns};
use chatbot_tools::{ChatbotError, ChatbotErrorType, PreparedCall};
use serde_json::Value;

use super::recheck;
use super::running::Carried;

/// A judged call with what it needs to run.
pub(super) struct Candidate {
    pub judged: JudgedCall,
    pub prepared: Option<Box<dyn PreparedCall>>,
    pub nodes: Vec<NamedNode>,
    /// What an action would do, for the person who is to approve it.
    pub description: Option<String>,
}

impl Candidate {
    const fn stopped(judged: JudgedCall) -> Self {
        Self { judged, prepared: None, nodes: Vec::new(), description: None }
    }
}

impl Carried {
    pub(super) async fn decide(&mut self) -> Result<Signal, StoreError> {
        // The round stays ours until it is committed: a stop in between must not lose its text.
        let Some(round) = self.round.clone() else { return Ok(Signal::Broken) };
        let mut conn = self.engine.conn().await?;
        turns::set_state(&mut conn, self.task.hold, TurnState::Deciding).await?;
        let policy = std::sync::Arc::clone(&self.policy.policy);
        let read = if round.cut_off {
            pipeline::read_cut_off(&round.calls)
        } else {
            pipeline::read_calls(&round.calls, &round.text, &policy, self.resolver())
        };
        let mut candidates = Vec::new();
        for judged in read {
            candidates.push(self.impure_passes(&mut conn, judged).await?);
        }
        let has_text = !round.text.trim().is_empty();
        let judged: Vec<JudgedCall> = candidates.iter().map(|candidate| candidate.judged.clone()).collect();
        let decision = pipeline::decide(&judged, has_text, &policy, self.budgets);
        tracing::info!(disposition = decision.disposition.as_str(), calls = judged.len(), "judged a reply");
        let signal = self.carry_out(&mut conn, candidates, decision).await?;
        drop(conn);
        match signal {
            // Without its calls it is a reply like any other.
            Signal::NoCallLeft { has_text } if self.is_no_answer(has_text, false).await? => {
                Ok(Signal::AskAgain { last: false })
            }
            signal => Ok(signal),
        }
    }

    /// The calls of the last reply do not count; they are on record all the same.
    pub(super) async fn record_uncounted(&self) -> Result<(), StoreError> {
        let Some(round) = &self.round else { return Ok(()) };
        let none = RoundPolicy {
            granted: BTreeMap::new(),
            choice: ToolChoice::None,
            invalid_calls: InvalidCalls { retries: 0, unhandled: Unhandled::Ignore },
            splice_schema_faults: false,
        };
        let read = pipeline::read_calls(&round.calls, &round.text, &none, None);
        let decision = pipeline::decide(&read, true, &none, self.budgets);
        let candidates = read.into_iter().map(Candidate::stopped).collect();
        let mut conn = self.engine.conn().await?;
        self.record(&mut conn, candidates, &decision, self.budgets).await
    }

    async fn carry_out(
        &mut self,
        conn: &mut Conn,
        candidates: Vec<Candidate>,
        decision: Decision,
    ) -> Result<Signal, StoreError> {
        let before = std::mem::replace(&mut self.budgets, decision.budgets);
        let signal = match &decision.next {
            Next::Commit | Next::CommitRefused => {
                let closed = self.writer.close();
                self.show(&closed);
                let refused = decision.next == Next::CommitRefused;
                self.commit(conn, candidates, &decision, before).await?;
                if refused {
                    self.close_step();
                    return Ok(Signal::RoundRefused);
                }
                return Ok(Signal::RoundCommitted);
            }
            Next::AskAgain { splice, last } => {
                self.splice.clone_from(splice);
                Signal::AskAgain { last: *last }
            }
            Next::Answer => Signal::NoCallLeft { has_text: true },
            Next::Empty => Signal::NoCallLeft { has_text: false },
            Next::Fail(code) => Signal::CallsCondemned(*code),
        };
        self.record(conn, candidates, &decision, before).await?;
        if matches!(signal, Signal::AskAgain { .. }) {
            self.try_again();
        }
        Ok(signal)
    }

    fn resolver(&self) -> Option<&dyn InvalidCallResolver> {
        self.engine.parts.resolver.as_deref()
    }

    /// Typed pass, gate, node pass and authorisation of a call that the pure passes let through.
    async fn impure_passes(
        &self,
        conn: &mut PgConnection,
        mut judged: JudgedCall,
    ) -> Result<Candidate, StoreError> {
        if judged.fault.is_some() {
            return Ok(Candidate::stopped(judged));
        }
        let (name, arguments) = (&judged.effective_name, &judged.effective_arguments);
        let parsed = self.engine.tool(name).and_then(|offer| offer.set.parse(name, arguments));
        let prepared = match parsed {
            Some(Ok(prepared)) => prepared,
            Some(Err(error)) => {
                judged.fault = Some(Fault::InvalidArguments(error.to_model_text()));
                return Ok(Candidate::stopped(judged));
            }
            None => {
                let gone = ChatbotError::new(ChatbotErrorType::Internal, "the tool is gone");
                judged.fault = Some(Fault::InvalidArguments(gone.to_model_text()));
                return Ok(Candidate::stopped(judged));
            }
        };
        let context = self.tool_context(1);
        let nodes = self.named_nodes(&judged);
        judged.fault = match prepared.validate(&context) {
            Err(reason) => Some(Fault::Gate(text::storable(&reason))),
            Ok(()) => self.closed_node(conn, &judged.effective_name, &nodes).await?.map(Fault::Node),
        };
        if judged.fault.is_none() {
            let (required, now) = (prepared.requirements(&context), self.engine.parts.clock.now());
            judged.requirements = recheck::verdicts(conn, self.asker(), required, now).await?;
            let denied = judged.requirements.iter().find(|verdict| !verdict.holds);
            judged.fault = denied.map(|denied| Fault::Denied(denial(denied)));
        }
        let mut description = None;
        if judged.fault.is_none() {
            match prepared.describe(conn, &context).await {
                Ok(described) => description = described,
                Err(error) => judged.fault = Some(Fault::InvalidArguments(error.to_model_text())),
            }
        }
        Ok(Candidate { judged, prepared: Some(prepared), nodes, description })
    }

    fn named_nodes(&self, judged: &JudgedCall) -> Vec<NamedNode> {
        let schema = self.policy.policy.granted.get(&judged.effective_name);
        let arguments = serde_json::from_str::<Value>(&judged.effective_arguments).ok();
        schema.zip(arguments).map(|(schema, arguments)| schema.nodes(&arguments)).unwrap_or_default()
    }

    /// The first node that is not open to the student now.
    async fn closed_node(
        &self,
        conn: &mut PgConnection,
        tool: &str,
        nodes: &[NamedNode],
    ) -> Result<Option<ValidationReject>, StoreError> {
        let asker = self.asker();
        for NamedNode { pointer, node } in nodes {
            let reason = match nodes::verdict(conn, asker, *node, self.engine.parts.clock.now()).await? {
                NodeVerdict::Open => continue,
                NodeVerdict::Disabled => RejectReason::NodeDisabled,
                NodeVerdict::NotFound => RejectReason::NodeNotFound,
            };
            let got = Value::String(node.id.to_string());
            return Ok(Some(ValidationReject::node(tool, reason, pointer, got)));
        }
        Ok(None)
    }

    pub(crate) fn asker(&self) -> Asker {
        Asker { user: self.task.student, course: self.task.course.id, conversation: self.task.conversation }
    }
}

/// What a model is told of a denial: the requirement, and nothing about the resource.
fn denial(denied: &RequirementVerdict) -> String {
    format!("Error: not allowed: this call requires {}, which the student does not have.", denied.requirement)
}
