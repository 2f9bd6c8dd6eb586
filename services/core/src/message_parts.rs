//! Folds what happened in a turn into the message that is stored and shown after a reload.

use std::collections::BTreeMap;

use chatbot_protocol::ui_message::{AnswerState, MessageMetadata, ToolPartState};
use chatbot_protocol::{Part, TurnEvent};

/// The assistant message of a turn, as far as it was written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MessageParts {
    parts: Vec<Part>,
    metadata: MessageMetadata,
    texts: BTreeMap<String, usize>,
}

impl MessageParts {
    /// A message that was written in part and is gone on with.
    pub fn of(parts: Vec<Part>, metadata: MessageMetadata) -> Self {
        Self { parts, metadata, texts: BTreeMap::new() }
    }

    /// The message that these events make.
    pub fn folded(events: &[TurnEvent]) -> Self {
        let mut message = Self::default();
        for event in events {
            message.apply(event);
        }
        message
    }

    /// The parts so far.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The metadata so far.
    pub const fn metadata(&self) -> &MessageMetadata {
        &self.metadata
    }

    /// The same with more events.
    #[must_use]
    pub fn with(&self, events: &[TurnEvent]) -> Self {
        let mut more = self.clone();
        for event in events {
            more.apply(event);
        }
        more
    }

    /// Takes an event in.
    pub fn apply(&mut self, event: &TurnEvent) {
        match event {
            TurnEvent::Started { turn_id, created_at, model, .. } => {
                self.metadata.turn_id = Some(*turn_id);
                self.metadata.created_at = Some(*created_at);
                self.metadata.model = Some(model.clone());
                self.metadata.state = Some(AnswerState::Running);
            }
            TurnEvent::StepStarted => self.parts.push(Part::StepStart),
            TurnEvent::TextStarted { .. } | TurnEvent::TextAdded { .. } | TurnEvent::TextEnded { .. } => {
                self.write(event);
            }
            TurnEvent::ToolCalled { .. }
            | TurnEvent::ApprovalAsked { .. }
            | TurnEvent::ToolDenied { .. }
            | TurnEvent::ToolAnswered { .. }
            | TurnEvent::ToolFailed { .. } => self.call(event),
            TurnEvent::Cited { .. } => self.cite(event),
            TurnEvent::Suggested { id, suggestions } => {
                self.parts.push(Part::Suggestions { id: id.clone(), data: suggestions.clone() });
            }
            TurnEvent::Noticed { id, notice } => {
                self.parts.push(Part::Notice { id: id.clone(), data: notice.clone() });
            }
            TurnEvent::StudentAwaited { usage } => {
                self.metadata.state = Some(AnswerState::Waiting);
                self.metadata.usage = Some(*usage);
            }
            TurnEvent::Ended { end, error_code, finished_at, usage, .. } => {
                self.metadata.state = Some(*end);
                self.metadata.error_code = *error_code;
                self.metadata.finished_at = Some(*finished_at);
                self.metadata.usage = Some(*usage);
            }
            TurnEvent::StepEnded
            | TurnEvent::ToolProgressed { .. }
            | TurnEvent::ModelAwaited { .. }
            | TurnEvent::LimitsTold { .. } => {}
        }
    }

    fn write(&mut self, event: &TurnEvent) {
        match event {
            TurnEvent::TextStarted { id } => {
                self.texts.insert(id.clone(), self.parts.len());
                self.parts.push(Part::Text { text: String::new(), streaming: true });
            }
            TurnEvent::TextAdded { id, delta } => {
                if let Some(Part::Text { text, .. }) = self.text_part(id) {
                    text.push_str(delta);
                }
            }
            TurnEvent::TextEnded { id } => {
                if let Some(Part::Text { streaming, .. }) = self.text_part(id) {
                    *streaming = false;
                }
            }
            _ => {}
        }
    }

    fn call(&mut self, event: &TurnEvent) {
        match event {
            TurnEvent::ToolCalled { call_id, tool_name, input, dynamic } => self.parts.push(Part::Tool {
                name: tool_name.clone(),
                call_id: call_id.clone(),
                input: input.clone(),
                state: ToolPartState::Called,
                dynamic: *dynamic,
                approval: None,
            }),
            TurnEvent::ApprovalAsked { call_id, approval_id } => {
                if let Some(Part::Tool { approval, .. }) = self.tool_part(call_id) {
                    *approval = Some(approval_id.clone());
                }
            }
            TurnEvent::ToolDenied { call_id } => self.set_tool_state(call_id, ToolPartState::Denied),
            TurnEvent::ToolAnswered { call_id, output } => {
                self.set_tool_state(call_id, ToolPartState::Answered(output.clone()));
            }
            TurnEvent::ToolFailed { call_id, text } => {
                self.set_tool_state(call_id, ToolPartState::Failed(text.clone()));
            }
            _ => {}
        }
    }

    fn text_part(&mut self, id: &str) -> Option<&mut Part> {
        self.texts.get(id).and_then(|index| self.parts.get_mut(*index))
    }

    fn tool_part(&mut self, wanted: &str) -> Option<&mut Part> {
        let is_wanted = |part: &&mut Part| matches!(part, Part::Tool { call_id, .. } if call_id == wanted);
        self.parts.iter_mut().find(is_wanted)
    }

    fn set_tool_state(&mut self, wanted: &str, new: ToolPartState) {
        if let Some(Part::Tool { state, .. }) = self.tool_part(wanted) {
            *state = new;
        }
    }

    fn cite(&mut self, event: &TurnEvent) {
        let TurnEvent::Cited { citation_id, citation, .. } = event else { return };
        for part in &mut self.parts {
            if let Part::Citation { id, data } = part
                && id == citation_id
            {
                *data = citation.clone();
                return;
            }
        }
        self.parts.push(Part::SourceUrl {
            source_id: *citation_id,
            url: citation.url.clone(),
            title: citation.title.clone(),
        });
        self.parts.push(Part::Citation { id: *citation_id, data: citation.clone() });
    }
}
