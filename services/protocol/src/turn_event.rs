//! What happens in a turn, as the student's page is shown it.
//!
//! The event log keeps these; they become AI SDK chunks only when somebody reads. Adding a variant is
//! free, changing one means raising [`VERSION`] and reading the older form as well.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::chunk::{FinishReason, UiMessageChunk};
use crate::data_part::{
    CitationData, ModelStatusData, NoticeCode, NoticeData, SuggestionsData, ToolDisplayInput,
    ToolDisplayOutput, ToolState, ToolStatusData, Usage, Verdict,
};
use crate::error_code::ErrorCode;
use crate::ids::{CitationId, MessageId, TurnId};
use crate::limits::LimitsData;
use crate::ui_message::{AnswerState, MessageMetadata, Part, ToolPartState, UiMessage};

/// The version of the event form below.
pub const VERSION: i16 = 1;

/// One thing that happened in a turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "event", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum TurnEvent {
    /// The turn was accepted.
    Started {
        /// The turn.
        turn_id: TurnId,
        /// The assistant message that the turn writes.
        message_id: MessageId,
        /// When.
        #[ts(type = "string")]
        created_at: DateTime<Utc>,
        /// The model, in words for people.
        model: String,
    },
    /// A model round began.
    StepStarted,
    /// A model round ended.
    StepEnded,
    /// A text part began.
    TextStarted {
        /// Unique in the message.
        id: String,
    },
    /// Text came.
    TextAdded {
        /// The text part.
        id: String,
        /// What was added, without markers.
        delta: String,
    },
    /// A text part ended.
    TextEnded {
        /// The text part.
        id: String,
    },
    /// A tool was called.
    ToolCalled {
        /// Unique in the message.
        call_id: String,
        /// The tool.
        tool_name: String,
        /// What students see of the arguments.
        input: ToolDisplayInput,
        /// Whether the tool is described by data.
        #[serde(default)]
        dynamic: bool,
    },
    /// A person has to approve a call.
    ApprovalAsked {
        /// The call.
        call_id: String,
        /// What the answer names.
        approval_id: String,
    },
    /// The person did not approve.
    ToolDenied {
        /// The call.
        call_id: String,
    },
    /// A tool's state changed; not part of the stored message.
    ToolProgressed {
        /// The call.
        call_id: String,
        /// The tool.
        tool_name: String,
        /// How far it is.
        state: ToolState,
        /// What it is about.
        about: Option<String>,
    },
    /// A tool answered.
    ToolAnswered {
        /// The call.
        call_id: String,
        /// What students see of the output.
        output: ToolDisplayOutput,
    },
    /// A tool could not answer.
    ToolFailed {
        /// The call.
        call_id: String,
        /// A sentence for people.
        text: String,
    },
    /// A passage was cited, for the first time or again, or its verdict became known.
    Cited {
        /// The citation.
        citation_id: CitationId,
        /// Whether this passage is cited for the first time in this message.
        first: bool,
        /// What is known of it.
        citation: CitationData,
    },
    /// There is something the student should know.
    Noticed {
        /// Unique in the message.
        id: String,
        /// What.
        notice: NoticeData,
    },
    /// There are next questions.
    Suggested {
        /// Unique in the message.
        id: String,
        /// The questions.
        suggestions: SuggestionsData,
    },
    /// The model did not answer and is asked again; not part of the stored message.
    ModelAwaited {
        /// Why and when.
        status: ModelStatusData,
    },
    /// What is left of the limits; not part of the stored message.
    LimitsTold {
        /// What is left.
        limits: LimitsData,
    },
    /// Nothing more happens before the student has answered.
    StudentAwaited {
        /// Tokens used so far.
        usage: Usage,
    },
    /// The turn ended.
    Ended {
        /// How.
        end: AnswerState,
        /// Why it failed.
        error_code: Option<ErrorCode>,
        /// When.
        #[ts(type = "string")]
        finished_at: DateTime<Utc>,
        /// Tokens used.
        usage: Usage,
        /// Whether the answer was cut by the model's length limit.
        cut: bool,
        /// Whether the filter of the model's provider stopped it.
        #[serde(default)]
        filtered: bool,
    },
}

impl TurnEvent {
    /// The chunks by which a client learns of this event, in order.
    pub fn to_chunks(&self) -> Vec<UiMessageChunk> {
        use UiMessageChunk as Chunk;
        match self.clone() {
            Self::Started { turn_id, message_id, created_at, model } => vec![Chunk::Start {
                message_id: message_id.to_string(),
                message_metadata: MessageMetadata {
                    turn_id: Some(turn_id),
                    created_at: Some(created_at),
                    model: Some(model),
                    state: Some(AnswerState::Running),
                    ..MessageMetadata::default()
                },
            }],
            Self::StepStarted => vec![Chunk::StartStep],
            Self::StepEnded => vec![Chunk::FinishStep],
            Self::TextStarted { id } => vec![Chunk::TextStart { id }],
            Self::TextAdded { id, delta } => vec![Chunk::TextDelta { id, delta }],
            Self::TextEnded { id } => vec![Chunk::TextEnd { id }],
            Self::ToolCalled { call_id, tool_name, input, dynamic } => {
                vec![Chunk::ToolInputAvailable { tool_call_id: call_id, tool_name, input, dynamic }]
            }
            Self::ApprovalAsked { call_id, approval_id } => {
                vec![Chunk::ToolApprovalRequest { approval_id, tool_call_id: call_id }]
            }
            Self::ToolDenied { call_id } => vec![Chunk::ToolOutputDenied { tool_call_id: call_id }],
            Self::ToolProgressed { call_id, tool_name, state, about } => vec![Chunk::DataToolStatus {
                data: ToolStatusData { tool_call_id: call_id, tool_name, state, about },
                transient: true,
            }],
            Self::ToolAnswered { call_id, output } => {
                vec![Chunk::ToolOutputAvailable { tool_call_id: call_id, output }]
            }
            Self::ToolFailed { call_id, text } => {
                vec![Chunk::ToolOutputError { tool_call_id: call_id, error_text: text }]
            }
            Self::Cited { citation_id, first, citation } => cited_chunks(citation_id, first, citation),
            Self::Suggested { id, suggestions } => vec![Chunk::DataSuggestions { id, data: suggestions }],
            Self::Noticed { id, notice } => vec![Chunk::DataNotice { id, data: notice }],
            Self::ModelAwaited { status } => vec![Chunk::DataModelStatus { data: status, transient: true }],
            Self::LimitsTold { limits } => vec![Chunk::DataLimits { data: limits, transient: true }],
            Self::StudentAwaited { usage } => vec![Chunk::Finish {
                finish_reason: FinishReason::ToolCalls,
                message_metadata: MessageMetadata {
                    usage: Some(usage),
                    state: Some(AnswerState::Waiting),
                    ..MessageMetadata::default()
                },
            }],
            Self::Ended { end, error_code, finished_at, usage, cut, filtered } => {
                let finish_reason = match (filtered, cut) {
                    (true, _) => FinishReason::ContentFilter,
                    (false, true) => FinishReason::Length,
                    (false, false) => FinishReason::Stop,
                };
                end_chunks(end, error_code, finished_at, usage, finish_reason)
            }
        }
    }
}

/// Joins neighbouring pieces of one text, so that what is stored or sent is short.
pub fn joined(events: Vec<TurnEvent>) -> Vec<TurnEvent> {
    let mut joined: Vec<TurnEvent> = Vec::with_capacity(events.len());
    for event in events {
        if let (Some(TurnEvent::TextAdded { id, delta }), TurnEvent::TextAdded { id: next, delta: more }) =
            (joined.last_mut(), &event)
            && id == next
        {
            delta.push_str(more);
            continue;
        }
        joined.push(event);
    }
    joined
}

fn cited_chunks(id: CitationId, first: bool, data: CitationData) -> Vec<UiMessageChunk> {
    let source = first.then(|| UiMessageChunk::SourceUrl {
        source_id: id,
        url: data.url.clone(),
        title: data.title.clone(),
    });
    source.into_iter().chain([UiMessageChunk::DataCitation { id, data }]).collect()
}

fn end_chunks(
    end: AnswerState,
    error_code: Option<ErrorCode>,
    finished_at: DateTime<Utc>,
    usage: Usage,
    finish_reason: FinishReason,
) -> Vec<UiMessageChunk> {
    let message_metadata = MessageMetadata {
        finished_at: Some(finished_at),
        usage: Some(usage),
        state: Some(end),
        error_code,
        ..MessageMetadata::default()
    };
    match end {
        AnswerState::Finished | AnswerState::Running | AnswerState::Waiting => {
            vec![UiMessageChunk::Finish { finish_reason, message_metadata }]
        }
        AnswerState::Stopped => {
            vec![UiMessageChunk::MessageMetadata { message_metadata }, UiMessageChunk::Abort]
        }
        AnswerState::Failed | AnswerState::Interrupted => {
            let code = error_code.unwrap_or(ErrorCode::Interrupted);
            vec![
                UiMessageChunk::MessageMetadata { message_metadata },
                UiMessageChunk::Error { error_text: code.sentence().to_owned() },
            ]
        }
    }
}

/// Rebuilds the events of a stored message, so that a turn that ended or waits can be replayed.
pub fn events_of(message: &UiMessage, message_id: MessageId) -> Vec<TurnEvent> {
    let mut events = events_so_far(message, message_id);
    events.push(end_of(message));
    events
}

/// The events of a stored message without an end: more is to come.
pub fn events_so_far(message: &UiMessage, message_id: MessageId) -> Vec<TurnEvent> {
    let metadata = message.metadata.clone().unwrap_or_default();
    let created_at = metadata.created_at.unwrap_or_default();
    let mut events = vec![TurnEvent::Started {
        turn_id: metadata.turn_id.unwrap_or(TurnId(message_id.0)),
        message_id,
        created_at,
        model: metadata.model.unwrap_or_default(),
    }];
    let mut step_open = false;
    for (index, part) in message.parts.iter().enumerate() {
        if matches!(part, Part::StepStart) && std::mem::replace(&mut step_open, true) {
            events.push(TurnEvent::StepEnded);
        }
        events.extend(events_of_part(part, format!("t{index}")));
    }
    if step_open {
        events.push(TurnEvent::StepEnded);
    }
    events
}

/// How a stored message ended, as an event.
fn end_of(message: &UiMessage) -> TurnEvent {
    let metadata = message.metadata.clone().unwrap_or_default();
    let usage = metadata.usage.unwrap_or_default();
    if metadata.state == Some(AnswerState::Waiting) {
        return TurnEvent::StudentAwaited { usage };
    }
    TurnEvent::Ended {
        end: metadata.state.unwrap_or(AnswerState::Finished),
        error_code: metadata.error_code,
        finished_at: metadata.finished_at.or(metadata.created_at).unwrap_or_default(),
        usage,
        cut: has_notice(message, NoticeCode::AnswerCut),
        filtered: has_notice(message, NoticeCode::AnswerFiltered),
    }
}

fn has_notice(message: &UiMessage, wanted: NoticeCode) -> bool {
    message.parts.iter().any(|part| matches!(part, Part::Notice { data, .. } if data.code == wanted))
}

/// The events of a stored part; a text part is named `text_id`.
pub fn events_of_part(part: &Part, text_id: String) -> Vec<TurnEvent> {
    match part {
        Part::StepStart => vec![TurnEvent::StepStarted],
        Part::Text { text, .. } => vec![
            TurnEvent::TextStarted { id: text_id.clone() },
            TurnEvent::TextAdded { id: text_id.clone(), delta: text.clone() },
            TurnEvent::TextEnded { id: text_id },
        ],
        Part::Tool { name, call_id, input, state, dynamic, approval } => {
            let (tool_name, input, dynamic) = (name.clone(), input.clone(), *dynamic);
            let called = TurnEvent::ToolCalled { call_id: call_id.clone(), tool_name, input, dynamic };
            // A client that replays a request that was answered keeps it without its answer.
            let asked = approval.clone().filter(|_| *state == ToolPartState::Called);
            let asked =
                asked.map(|approval_id| TurnEvent::ApprovalAsked { call_id: call_id.clone(), approval_id });
            std::iter::once(called).chain(asked).chain(outcome_of(call_id, state)).collect()
        }
        // The source goes out with its citation, which always follows it.
        Part::SourceUrl { .. } => Vec::new(),
        Part::Citation { id, data } => {
            // A page that is not open any more is no source to go to.
            let first = data.verdict != Some(Verdict::Hidden);
            vec![TurnEvent::Cited { citation_id: *id, first, citation: data.clone() }]
        }
        Part::Suggestions { id, data } => {
            vec![TurnEvent::Suggested { id: id.clone(), suggestions: data.clone() }]
        }
        Part::Notice { id, data } => vec![TurnEvent::Noticed { id: id.clone(), notice: data.clone() }],
    }
}

/// What became of a call, as an event.
pub fn outcome_of(call_id: &str, state: &ToolPartState) -> Option<TurnEvent> {
    let call_id = call_id.to_owned();
    match state {
        ToolPartState::Called => None,
        ToolPartState::Denied => Some(TurnEvent::ToolDenied { call_id }),
        ToolPartState::Answered(output) => Some(TurnEvent::ToolAnswered { call_id, output: output.clone() }),
        ToolPartState::Failed(text) => Some(TurnEvent::ToolFailed { call_id, text: text.clone() }),
    }
}
