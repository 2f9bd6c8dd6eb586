//! Goes on with a turn out of the database alone.

use std::sync::Arc;

use chatbot_core::citation::Source;
use chatbot_core::message_parts::MessageParts;
use chatbot_core::pipeline::Budgets;
use chatbot_core::turn::{Budget, Turn};
use chatbot_protocol::data_part::CitationData;
use chatbot_protocol::ui_message::{AnswerState, MessageMetadata};
use chatbot_protocol::{CitationId, Part, TurnEvent, UiMessage};
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

/// What is stored of a turn that is gone on with.
#[derive(Clone)]
pub struct Restored {
    /// The turn.
    pub turn: TurnToCarry,
    /// Its message as it was when the student was asked.
    pub message: UiMessage,
    /// What happened to it since.
    pub events: Vec<TurnEvent>,
    /// Every passage that its calls brought.
    pub sources: Vec<Source>,
    /// The calls that are to run now.
    pub pending: Vec<OpenCall>,
}

impl Restored {
    /// The machine where it waited, with what is left of its budget.
    pub(super) fn machine(&self, assignment: &Assignment) -> Turn {
        let limits = &assignment.chatbot.config.limits;
        Turn::waiting(Budget {
            requests: limits.requests_per_turn.saturating_sub(self.turn.requests),
            rounds: limits.rounds_per_turn.saturating_sub(self.turn.rounds),
        })
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
        chatbot,
        course,
        log: TurnLog::new(),
        accepted_at: turn.created_at,
    })
}

impl Carried {
    pub(super) fn restore(engine: Arc<Engine>, task: Assignment, restored: Restored) -> Self {
        let mut carried = Self::unstarted(engine, task);
        let Restored { turn, message, events, sources, pending } = restored;
        let retries = carried.task.chatbot.config.invalid_calls.retries;
        carried.budgets = Budgets::of_round(retries.saturating_sub(turn.retries));
        carried.usage = turn.usage;
        carried.rounds = i32::try_from(turn.rounds).unwrap_or(i32::MAX);
        carried.committed = turn.rounds;
        let writer = std::mem::take(&mut carried.writer);
        carried.writer = writer.going_on(sources, cited_in(&message), text_parts(&message));
        carried.notices = message.parts.iter().filter(|part| matches!(part, Part::Notice { .. })).count();
        let metadata =
            MessageMetadata { state: Some(AnswerState::Running), ..message.metadata.unwrap_or_default() };
        carried.message = MessageParts::of(message.parts, metadata);
        carried.show(&events);
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

fn cited_in(message: &UiMessage) -> Vec<(CitationId, CitationData)> {
    let cited = message.parts.iter().filter_map(|part| match part {
        Part::Citation { id, data } => Some((*id, data.clone())),
        _ => None,
    });
    cited.collect()
}

fn text_parts(message: &UiMessage) -> u32 {
    let texts = message.parts.iter().filter(|part| matches!(part, Part::Text { .. })).count();
    u32::try_from(texts).unwrap_or(u32::MAX)
}
