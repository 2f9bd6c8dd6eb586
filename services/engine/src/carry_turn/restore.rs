//! Goes on with a turn out of the database alone.

use std::sync::Arc;
use std::time::Duration;

use chatbot_core::citation::Source;
use chatbot_core::message_parts::MessageParts;
use chatbot_core::pipeline::Budgets;
use chatbot_core::turn::{Budget, Signal, Turn};
use chatbot_protocol::data_part::CitationData;
use chatbot_protocol::{CitationId, Part, TurnEvent};
use chatbot_store::chatbots::Chatbot;
use chatbot_store::courses::Course;
use chatbot_store::open_calls::OpenCall;
use chatbot_store::turns::Hold;
use chatbot_store::turns_to_carry::TurnToCarry;
use chatbot_store::{PgConnection, StoreError, pages};
use serde_json::Value;

use super::Assignment;
use super::running::{CallHead, Carried, PendingCall};
use crate::engine::Engine;
use crate::event_log::TurnLog;
use crate::open_page::open_page;

/// What a turn that was taken over may take longer.
const RESERVE: Duration = Duration::from_secs(30);

/// Why a turn is gone on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resumption {
    /// The student has answered.
    Answered,
    /// Another instance left it while the calls of a committed round ran, or after them.
    InDispatch,
    /// Another instance left it before the model had said anything in reply.
    BeforeReply,
}

/// What is stored of a turn that is gone on with.
#[derive(Clone)]
pub struct Restored {
    /// Why.
    pub why: Resumption,
    /// How long it has been carried: since its message was accepted, or its student answered.
    pub age: Duration,
    /// The turn.
    pub turn: TurnToCarry,
    /// Its message as far as pages were told of it.
    pub message: MessageParts,
    /// What happens to it first.
    pub events: Vec<TurnEvent>,
    /// Every passage that its calls brought.
    pub sources: Vec<Source>,
    /// The calls that are to run now.
    pub pending: Vec<OpenCall>,
    /// Whether another call waits for the student.
    pub waits: bool,
}

impl Restored {
    /// How much of its time is left: all of it after a wait, for the student's time does not count.
    pub(super) fn time_left(&self, whole: Duration) -> Duration {
        match self.why {
            Resumption::Answered => whole,
            Resumption::InDispatch | Resumption::BeforeReply => (whole + RESERVE).saturating_sub(self.age),
        }
    }

    /// The machine where it was left, with what is left of its budget, and how it goes on.
    pub(super) fn machine(&self, assignment: &Assignment) -> (Turn, Signal) {
        let limits = &assignment.chatbot.config.limits;
        let budget = Budget {
            requests: limits.requests_per_turn.saturating_sub(self.turn.requests),
            rounds: limits.rounds_per_turn.saturating_sub(self.turn.rounds),
        };
        match self.why {
            Resumption::Answered | Resumption::InDispatch => (Turn::waiting(budget), Signal::StudentAnswered),
            Resumption::BeforeReply => (Turn::accepted(budget), Signal::Begin),
        }
    }
}

/// The assignment of a turn that is gone on with, as it stands now.
pub(crate) async fn assignment_of(
    engine: &Engine,
    conn: &mut PgConnection,
    turn: &TurnToCarry,
    (chatbot, course): (Chatbot, Course),
    hold: Hold,
) -> Result<Assignment, StoreError> {
    let page = match turn.page_id {
        Some(id) => pages::visible(conn, turn.student_id, course.id, engine.parts.clock.now(), id).await?,
        None => None,
    };
    Ok(Assignment {
        hold,
        student: turn.student_id,
        question: turn.question.clone(),
        conversation: turn.conversation_id,
        answer: turn.assistant_message_id,
        page: page.map(|page| (page.id, open_page(page, turn.selection.as_deref()))),
        selection_dropped: false,
        tool_choice: turn.tool_choice.clone(),
        model: engine.model(chatbot.config.model.as_deref()),
        chatbot: Arc::new(chatbot),
        course: Arc::new(course),
        log: TurnLog::mirror(),
        accepted_at: turn.created_at,
    })
}

impl Carried {
    pub(super) fn restore(engine: Arc<Engine>, task: Assignment, restored: Restored) -> Self {
        let mut carried = Self::unstarted(engine, task);
        let Restored { turn, message, events, sources, pending, waits, .. } = restored;
        let retries = carried.task.chatbot.config.invalid_calls.retries;
        carried.budgets = Budgets::of_round(retries.saturating_sub(turn.retries));
        carried.usage = turn.usage;
        carried.rounds = turn.last_round;
        carried.waits = waits;
        carried.committed = turn.rounds;
        carried.message = message;
        carried.show(&events);
        let parts = carried.message.parts();
        let writer = std::mem::take(&mut carried.writer);
        carried.writer = writer.going_on(sources, cited_in(parts), text_parts(parts));
        carried.notices = parts.iter().filter(|part| matches!(part, Part::Notice { .. })).count();
        carried.pending = pending.into_iter().filter_map(|call| carried.prepare(call)).collect();
        carried
    }

    pub(crate) fn prepare(&self, call: OpenCall) -> Option<PendingCall> {
        let offer = self.engine.tool(&call.name)?;
        let prepared = offer.set.parse(&call.name, &call.arguments)?.ok()?;
        let arguments: Value = serde_json::from_str(&call.arguments).ok()?;
        let wire_id = call.id.to_string();
        let about = self.message.parts().iter().find_map(|part| match part {
            Part::Tool { call_id, input, .. } if *call_id == wire_id => input.about.clone(),
            _ => None,
        });
        Some(PendingCall {
            nodes: offer.info.schema.nodes(&arguments),
            head: CallHead { id: call.id, wire_id, name: call.name, about },
            completion: offer.info.completion,
            prepared,
            context: self.tool_context(call.first_source_number),
        })
    }
}

fn cited_in(parts: &[Part]) -> Vec<(CitationId, CitationData)> {
    let cited = parts.iter().filter_map(|part| match part {
        Part::Citation { id, data } => Some((*id, data.clone())),
        _ => None,
    });
    cited.collect()
}

fn text_parts(parts: &[Part]) -> u32 {
    let texts = parts.iter().filter(|part| matches!(part, Part::Text { .. })).count();
    u32::try_from(texts).unwrap_or(u32::MAX)
}
