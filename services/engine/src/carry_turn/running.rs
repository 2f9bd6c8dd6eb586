//! What is known of a turn while it is carried.

use std::collections::BTreeMap;
use std::sync::Arc;

use chatbot_core::ChatbotTurnContext;
use chatbot_core::budget::Reserve;
use chatbot_core::citation::AnswerWriter;
use chatbot_core::message_parts::MessageParts;
use chatbot_core::model::{ModelCall, ToolSpec};
use chatbot_core::pipeline::{Budgets, NamedNode, RoundPolicy};
use chatbot_protocol::api::CitationPolicy;
use chatbot_protocol::data_part::{NoticeCode, NoticeData, Usage};
use chatbot_protocol::{CallId, RoundId, ToolChoice, TurnEvent};
use chatbot_store::{PgConnection, StoreError, messages, rounds, turns};
use chatbot_tools::{Completion, PreparedCall};
use tokio::time::Instant;

use super::Assignment;
use super::check::Reply;
use crate::engine::Engine;
use crate::measures;

/// A turn that is being carried.
#[expect(clippy::struct_excessive_bools, reason = "what was said and seen so far, each on its own")]
pub(crate) struct Carried {
    pub engine: Arc<Engine>,
    pub task: Assignment,
    /// The message as far as it is written.
    pub message: MessageParts,
    pub writer: AnswerWriter,
    /// What was found of the reply that is coming.
    pub reply: Reply,
    /// What was shown of the round's replies while it had to be confirmed first, markers included.
    pub released: String,
    pub usage: Usage,
    pub rounds: i32,
    /// The round whose reply is coming or was just read.
    pub round: Option<Round>,
    /// What the round is judged by; the same for all its attempts.
    pub policy: Frozen,
    pub budgets: Budgets,
    /// What the model is shown in the next request only.
    pub splice: Vec<String>,
    /// How many rounds were committed: a forced tool choice is released by the first.
    pub committed: u32,
    /// The committed calls that have not landed.
    pub pending: Vec<PendingCall>,
    /// The calls that run and may change something: until they have landed nobody knows what they have done.
    pub unsure: Vec<CallId>,
    /// Whether a committed call waits for the student.
    pub waits: bool,
    pub step_open: bool,
    /// What cut the answer, if something did.
    pub cut: Option<Cut>,
    /// What is asked, what was asked before in this conversation, oldest first, and what was answered last.
    pub question: String,
    pub earlier_questions: Vec<String>,
    pub last_answer: Option<String>,
    /// Whether it was looked after that the student knows of older messages that were left out.
    pub told_shortened: bool,
    /// Whether the provider said that what was sent is too long, so that half of the context is used.
    pub halved: bool,
    pub notices: usize,
    /// When this instance began to carry it, and whether text of its answer was shown since.
    pub began: Instant,
    pub has_spoken: bool,
    /// What is reserved for the request that is out.
    pub reserved: Reserve,
    /// Whether a limit has said no to a request with tools.
    pub short_of_budget: bool,
    /// Whether nothing was asked yet since the student was let in.
    pub just_let_in: bool,
}

/// Why a reply that stands as the answer is not whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// The length limit.
    Length,
    /// The filter of the model's provider.
    Filter,
}

/// A reply, as far as it came.
#[derive(Clone)]
pub(crate) struct Round {
    pub id: RoundId,
    /// Which reply of the round, from 1.
    pub attempt: i32,
    pub text: String,
    pub calls: Vec<ModelCall>,
    /// Whether it ended before the model was done.
    pub cut_off: bool,
    /// What this reply cost, where the provider told.
    pub told: Option<Usage>,
    /// What all replies of the round cost.
    pub usage: Usage,
}

/// What is frozen for a round.
#[derive(Clone)]
pub(crate) struct Frozen {
    pub policy: Arc<RoundPolicy>,
    /// The granted tools as they are advertised.
    pub tools: Vec<ToolSpec>,
}

/// A committed call that is to run.
pub(crate) struct PendingCall {
    pub head: CallHead,
    pub completion: Completion,
    pub prepared: Box<dyn PreparedCall>,
    pub nodes: Vec<NamedNode>,
    pub context: ChatbotTurnContext,
}

/// By what a running call is known.
#[derive(Clone, Debug)]
pub(crate) struct CallHead {
    pub id: CallId,
    /// Its id on the wire to the page.
    pub wire_id: String,
    pub name: String,
    pub about: Option<String>,
}

/// What an answer to a request for approval names.
pub(crate) fn approval_id(call: CallId) -> String {
    format!("approval-{call}")
}

impl Carried {
    pub fn begin(engine: Arc<Engine>, task: Assignment) -> Self {
        let mut carried = Self { just_let_in: true, ..Self::unstarted(engine, task) };
        carried.start();
        carried
    }

    fn start(&mut self) {
        let task = &self.task;
        let started = TurnEvent::Started {
            turn_id: task.hold.turn,
            message_id: task.answer,
            created_at: task.accepted_at,
            model: task.model.profile().label.clone(),
        };
        self.show(&[started]);
        if self.task.selection_dropped {
            let text = "The selected text does not stand on this page, so it did not go along.";
            self.notice(NoticeCode::SelectionDropped, text);
        }
    }

    /// A turn of which nothing was shown yet.
    pub fn unstarted(engine: Arc<Engine>, task: Assignment) -> Self {
        let config = &task.chatbot.config;
        let holds_back = config.citation_policy == CitationPolicy::Enforce;
        let writer = AnswerWriter::new(&task.course.language, holds_back);
        let budgets = Budgets::of_round(config.invalid_calls.retries);
        let policy = Frozen {
            policy: Arc::new(RoundPolicy {
                granted: BTreeMap::new(),
                choice: ToolChoice::None,
                invalid_calls: config.invalid_calls,
                splice_schema_faults: config.splice_schema_faults,
            }),
            tools: Vec::new(),
        };
        Self {
            engine,
            task,
            message: MessageParts::default(),
            writer,
            reply: Reply::default(),
            released: String::new(),
            usage: Usage::default(),
            rounds: 0,
            round: None,
            policy,
            budgets,
            splice: Vec::new(),
            committed: 0,
            pending: Vec::new(),
            unsure: Vec::new(),
            waits: false,
            step_open: false,
            cut: None,
            question: String::new(),
            earlier_questions: Vec::new(),
            last_answer: None,
            told_shortened: false,
            halved: false,
            notices: 0,
            began: Instant::now(),
            has_spoken: false,
            reserved: Reserve { input: 0, output: 0 },
            short_of_budget: false,
            just_let_in: false,
        }
    }

    /// Shows the page what happened.
    pub fn show(&mut self, events: &[TurnEvent]) {
        if events.is_empty() {
            return;
        }
        for event in events {
            self.message.apply(event);
        }
        self.task.log.append(events);
        let speaks = |event: &TurnEvent| matches!(event, TurnEvent::TextAdded { .. });
        if !self.has_spoken && events.iter().any(speaks) {
            self.has_spoken = true;
            measures::first_delta(self.began.elapsed());
        }
    }

    pub fn notice(&mut self, code: NoticeCode, text: &str) {
        self.notices += 1;
        let id = format!("n{}", self.notices);
        self.show(&[TurnEvent::Noticed { id, notice: NoticeData { code, text: text.to_owned() } }]);
    }

    /// The reply does not count: what was shown of it stays, and the next one is a new step.
    pub fn try_again(&mut self) {
        let shown = self.round.as_ref().is_some_and(|round| !self.text_to_keep(round).trim().is_empty());
        if shown {
            self.close_step();
            self.notice(NoticeCode::TriedAgain, "This was not right yet. Trying again.");
        }
    }

    pub fn open_step(&mut self) {
        if !self.step_open {
            self.step_open = true;
            self.show(&[TurnEvent::StepStarted]);
        }
    }

    pub fn close_step(&mut self) {
        let mut events = self.writer.close();
        if std::mem::take(&mut self.step_open) {
            events.push(TurnEvent::StepEnded);
        }
        self.show(&events);
    }

    /// Stores what came of a reply, so that a killed server loses a second of it at most. What the page was shown
    /// is in the log, which is stored more often than this.
    pub async fn flush_reply(&mut self) -> Result<(), StoreError> {
        let Some(round) = &self.round else { return Ok(()) };
        if self.writer.has_findings() {
            return self.flush().await;
        }
        let mut conn = self.engine.conn().await?;
        rounds::write_text_so_far(&mut conn, self.task.hold, round.id, self.text_to_keep(round)).await
    }

    /// Stores the message as it is with what is shown next, within the transaction that does it: whoever goes on with
    /// the turn finds it told.
    pub async fn write_told(&self, tx: &mut PgConnection, next: &[TurnEvent]) -> Result<(), StoreError> {
        let message = self.message.with(next);
        messages::write_parts(tx, self.task.answer, message.parts(), message.metadata()).await
    }

    /// Stores what was written so far.
    pub async fn flush(&mut self) -> Result<(), StoreError> {
        let mut conn = self.engine.conn().await?;
        let mut tx = conn.begin().await?;
        turns::hold(&mut tx, self.task.hold).await?;
        self.write_told(&mut tx, &[]).await?;
        if let Some(round) = &self.round {
            rounds::write_text(&mut tx, round.id, self.text_to_keep(round)).await?;
        }
        self.write_findings(&mut tx).await?;
        tx.commit().await?;
        self.writer.forget_findings();
        Ok(())
    }
}
