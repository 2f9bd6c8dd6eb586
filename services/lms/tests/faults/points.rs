//! Where a turn can be when something happens to it, and how it is held there: by the model, or by a lock in the
//! database. The program itself knows nothing of it.

use std::time::Duration;

use chatbot_load::model_server::{Fault as ModelFault, ModelServer, Plan};
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::faults::Fault;
use crate::home::{Database, Lock};
use crate::page::{Page, Reading, Seen};

/// A place in the life of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    BeforeTheFirstRow,
    AfterTheMessage,
    BeforeTheFirstDelta,
    InText,
    BetweenCalls,
    InATool,
    AfterAToolBeforeItsRow,
    BeforeTheFinalCommit,
}

pub const POINTS: [Point; 8] = [
    Point::BeforeTheFirstRow,
    Point::AfterTheMessage,
    Point::BeforeTheFirstDelta,
    Point::InText,
    Point::BetweenCalls,
    Point::InATool,
    Point::AfterAToolBeforeItsRow,
    Point::BeforeTheFinalCommit,
];

/// What was said a second before the fault, and what was said right before it.
pub const OLD_WORDS: usize = 300;
const NEW_WORDS: usize = 40;
/// How much older the old words are: what the server promises to have stored by then, and some time to do it.
const AGE: Duration = Duration::from_millis(1_200);

const OLD: &str = "old";
const NEW: &str = "new";

impl Point {
    /// Whether the model is being asked.
    pub const fn in_a_reply(self) -> bool {
        matches!(self, Self::BeforeTheFirstDelta | Self::InText)
    }

    const fn calls(self) -> bool {
        matches!(self, Self::BetweenCalls | Self::InATool | Self::AfterAToolBeforeItsRow)
    }

    /// The question, with what the model is to do.
    pub fn question(self) -> String {
        let call = |term: &str| json!({ "name": "glossary_lookup", "arguments": { "term": term } });
        let calls = if self.calls() { vec![call("primary key"), call("join")] } else { Vec::new() };
        let plan = json!({ "text": answer(), "calls": calls, "hold": self.holds() });
        format!("What is a key? #model {plan}")
    }

    fn holds(self) -> Value {
        let hold = |gate: &str, after: usize| json!({ "gate": gate, "after": after });
        match self {
            Self::BeforeTheFirstDelta => json!([hold(NEW, 0)]),
            Self::InText => json!([hold(OLD, OLD_WORDS), hold(NEW, OLD_WORDS + NEW_WORDS)]),
            Self::BeforeTheFinalCommit => json!([hold(NEW, OLD_WORDS)]),
            _ => json!([]),
        }
    }

    /// What the model does for the first request instead, if the fault is the model's.
    pub fn spoilt(self, fault: Fault) -> Option<Plan> {
        let spoil = fault.of_the_model(if self == Self::InText { OLD_WORDS + NEW_WORDS } else { 0 })?;
        Some(self.plan().with_fault(spoil)).filter(|_| self.in_a_reply())
    }

    fn plan(self) -> Plan {
        let question = self.question();
        let (_, plan) = question.split_once("#model ").unwrap();
        serde_json::from_str(plan).unwrap()
    }
}

impl Fault {
    /// How the model shows it, after so many words.
    pub const fn of_the_model(self, after: usize) -> Option<ModelFault> {
        match self {
            Self::ModelCut => Some(ModelFault::Cut { after }),
            Self::ModelSilent => Some(ModelFault::Silent { after }),
            _ => None,
        }
    }
}

/// The answer's words.
pub fn answer() -> String {
    let words = (0..OLD_WORDS + NEW_WORDS + 10).map(|word| format!("word{word}"));
    words.collect::<Vec<_>>().join(" ")
}

/// What holds the turn.
#[derive(Default)]
pub struct Held {
    locks: Vec<Lock>,
}

impl Held {
    /// Lets it go on, also if it comes there again.
    pub async fn release(&mut self, model: &ModelServer) {
        for lock in self.locks.drain(..) {
            lock.release().await;
        }
        for _ in 0..10 {
            model.open_gate(OLD);
            model.open_gate(NEW);
        }
    }
}

/// A turn that is held.
pub struct Stage<'a> {
    pub database: &'a Database,
    pub model: &'a ModelServer,
    pub page: &'a Page,
    pub conversation: &'a str,
}

impl Stage<'_> {
    /// Asks, and brings the turn to the point.
    pub async fn reach(&self, point: Point) -> (Reading, Held) {
        let mut held = Held::default();
        // Taken before there is anything to hold.
        let lock = match point {
            Point::BeforeTheFirstRow => Some("lock table chatbot.messages in share mode"),
            Point::AfterTheMessage => Some("lock table chatbot.rounds in share mode"),
            _ if point.calls() => Some("lock table lms.glossary_terms in access exclusive mode"),
            _ => None,
        };
        if let Some(lock) = lock {
            held.locks.push(self.database.lock(lock).await);
        }
        let mut reading = self.page.send(self.conversation, "q1", &point.question());
        if let Some(lock) = held.locks.last() {
            self.database.until_blocked_by(lock).await;
        }
        match point {
            Point::BeforeTheFirstRow => {}
            Point::AfterTheMessage | Point::InATool => {
                reading.until(Seen::accepted).await;
            }
            Point::BeforeTheFirstDelta => self.model.wait_until_held(NEW, 1).await,
            Point::InText => self.say_old_and_new_words(&mut reading).await,
            Point::BetweenCalls => self.hold_call(&mut held, CALL_1).await,
            Point::AfterAToolBeforeItsRow => self.hold_call(&mut held, CALL_0).await,
            Point::BeforeTheFinalCommit => self.hold_end(&mut reading, &mut held).await,
        }
        (reading, held)
    }

    async fn say_old_and_new_words(&self, reading: &mut Reading) {
        let said = |words: usize| move |seen: &Seen| seen.text().split_whitespace().count() >= words;
        self.model.wait_until_held(OLD, 1).await;
        // The last word may still be held back, where a citation could begin.
        reading.until(said(OLD_WORDS - 1)).await;
        tokio::time::sleep_until(Instant::now() + AGE).await;
        self.model.open_gate(OLD);
        self.model.wait_until_held(NEW, 1).await;
        reading.until(said(OLD_WORDS + NEW_WORDS - 1)).await;
    }

    /// The first call is in its tool: from here it goes on to the row that is locked.
    async fn hold_call(&self, held: &mut Held, row: &'static str) {
        let lock = self.database.lock(row).await;
        held.locks.pop().unwrap().release().await;
        self.database.until_blocked_by(&lock).await;
        held.locks.push(lock);
    }

    async fn hold_end(&self, reading: &mut Reading, held: &mut Held) {
        reading.until(|seen| !seen.text().is_empty()).await;
        let lock = self.database.lock("select 1 from chatbot.conversations for no key update").await;
        self.model.open_gate(NEW);
        self.database.until_blocked_by(&lock).await;
        held.locks.push(lock);
    }
}

const CALL_0: &str = "select 1 from chatbot.tool_calls where call_index = 0 for update";
const CALL_1: &str = "select 1 from chatbot.tool_calls where call_index = 1 for update";
