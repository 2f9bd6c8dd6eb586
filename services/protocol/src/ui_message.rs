//! A message as the AI SDK's client keeps it and as `messages.parts` stores it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::{Value, json};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::data_part::{
    CitationData, NoticeData, SuggestionsData, ToolDisplayInput, ToolDisplayOutput, Usage,
};
use crate::error_code::ErrorCode;
use crate::ids::{CitationId, PageId, TurnId};
use crate::insights::Feedback;

/// Who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The student.
    User,
    /// The chatbot.
    Assistant,
}

/// A message with its parts, in the shape of the AI SDK's `UIMessage`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct UiMessage {
    /// The client's own id of a user message, ours of an assistant message.
    pub id: String,
    /// Who speaks.
    pub role: Role,
    /// Facts about the answer, or what a question was asked about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub metadata: Option<MessageMetadata>,
    /// What the message consists of, in order.
    #[ts(type = "Array<{ type: string } & Record<string, unknown>>")]
    pub parts: Vec<Part>,
}

/// How an answer stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnswerState {
    /// It is being written.
    Running,
    /// The student has to answer before it goes on.
    Waiting,
    /// It is complete.
    Finished,
    /// The student stopped it.
    Stopped,
    /// It failed; the metadata says why.
    Failed,
    /// The server stopped in the middle of it.
    Interrupted,
}

/// What is known of a message besides its parts. Of an answer a chunk may carry a part of it; the client merges.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct MessageMetadata {
    /// The turn that wrote the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub turn_id: Option<TurnId>,
    /// When the turn was accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string")]
    #[schema(nullable = false)]
    pub created_at: Option<DateTime<Utc>>,
    /// When it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string")]
    #[schema(nullable = false)]
    pub finished_at: Option<DateTime<Utc>>,
    /// The model that answers, in words for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub model: Option<String>,
    /// Tokens used.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub usage: Option<Usage>,
    /// How the answer stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub state: Option<AnswerState>,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub error_code: Option<ErrorCode>,
    /// Of a question: the page with the text that it was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub page_id: Option<PageId>,
    /// Of a question: the text that the student had selected there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub selection: Option<String>,
    /// Of an answer: what its student thinks of it. Never stored with the message.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub feedback: Option<Feedback>,
}

/// One part of a message.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// The beginning of a model round.
    StepStart,
    /// Text.
    Text {
        /// The text, without citation markers.
        text: String,
        /// Whether more is to come.
        streaming: bool,
    },
    /// A tool call, in words for students.
    Tool {
        /// The tool's name.
        name: String,
        /// The call's id, unique in the message.
        call_id: String,
        /// What it is about.
        input: ToolDisplayInput,
        /// How it stands.
        state: ToolPartState,
        /// Whether the tool is described by data.
        dynamic: bool,
        /// The approval's id, where a person had to be asked.
        approval: Option<String>,
    },
    /// A source that the answer cites.
    SourceUrl {
        /// The citation's id.
        source_id: CitationId,
        /// Link to the passage.
        url: String,
        /// Title of the page.
        title: String,
    },
    /// A citation with its passage.
    Citation {
        /// The citation's id.
        id: CitationId,
        /// What is known of it.
        data: CitationData,
    },
    /// What the student could ask next.
    Suggestions {
        /// Unique in the message.
        id: String,
        /// The questions.
        data: SuggestionsData,
    },
    /// Something the student should know.
    Notice {
        /// Unique in the message.
        id: String,
        /// What it is.
        data: NoticeData,
    },
}

/// How a tool part stands.
#[derive(Clone, Debug, PartialEq)]
pub enum ToolPartState {
    /// Called, not answered yet.
    Called,
    /// Answered.
    Answered(ToolDisplayOutput),
    /// Could not answer; a sentence for people.
    Failed(String),
    /// The person who was asked did not approve.
    Denied,
}

impl Part {
    fn to_value(&self) -> Value {
        match self {
            Self::StepStart => json!({"type": "step-start"}),
            Self::Text { text, streaming } => {
                json!({"type": "text", "text": text, "state": if *streaming { "streaming" } else { "done" }})
            }
            Self::Tool { .. } => self.tool_to_value(),
            Self::SourceUrl { source_id, url, title } => {
                json!({"type": "source-url", "sourceId": source_id, "url": url, "title": title})
            }
            Self::Citation { id, data } => json!({"type": "data-citation", "id": id, "data": data}),
            Self::Suggestions { id, data } => json!({"type": "data-suggestions", "id": id, "data": data}),
            Self::Notice { id, data } => json!({"type": "data-notice", "id": id, "data": data}),
        }
    }

    fn tool_to_value(&self) -> Value {
        let Self::Tool { name, call_id, input, state, dynamic, approval } = self else { return Value::Null };
        let mut part = json!({"type": format!("tool-{name}"), "toolCallId": call_id, "input": input});
        if *dynamic {
            part["type"] = json!("dynamic-tool");
            part["toolName"] = json!(name);
        }
        let mut approved = None;
        match state {
            ToolPartState::Called if approval.is_some() => part["state"] = json!("approval-requested"),
            ToolPartState::Called => part["state"] = json!("input-available"),
            ToolPartState::Answered(output) => {
                part["state"] = json!("output-available");
                part["output"] = json!(output);
                approved = Some(true);
            }
            ToolPartState::Failed(text) => {
                part["state"] = json!("output-error");
                part["errorText"] = json!(text);
                approved = Some(true);
            }
            ToolPartState::Denied => {
                part["state"] = json!("output-denied");
                approved = Some(false);
            }
        }
        if let Some(id) = approval {
            part["approval"] = json!({"id": id});
            if let Some(approved) = approved {
                part["approval"]["approved"] = json!(approved);
            }
        }
        part
    }

    fn from_value(mut part: Value) -> Result<Self, String> {
        let kind = part["type"].as_str().ok_or("a part has no type")?.to_owned();
        match kind.as_str() {
            "step-start" => Ok(Self::StepStart),
            "text" => {
                Ok(Self::Text { text: take(&mut part, "text")?, streaming: part["state"] == "streaming" })
            }
            "source-url" => Ok(Self::SourceUrl {
                source_id: take(&mut part, "sourceId")?,
                url: take(&mut part, "url")?,
                title: take(&mut part, "title")?,
            }),
            "data-citation" => {
                Ok(Self::Citation { id: take(&mut part, "id")?, data: take(&mut part, "data")? })
            }
            "data-suggestions" => {
                Ok(Self::Suggestions { id: take(&mut part, "id")?, data: take(&mut part, "data")? })
            }
            "data-notice" => Ok(Self::Notice { id: take(&mut part, "id")?, data: take(&mut part, "data")? }),
            "dynamic-tool" => tool_from_value(take(&mut part, "toolName")?, true, part),
            other => match other.strip_prefix("tool-") {
                Some(name) => tool_from_value(name.to_owned(), false, part),
                None => Err(format!("unknown part type {other}")),
            },
        }
    }
}

fn tool_from_value(name: String, dynamic: bool, mut part: Value) -> Result<Part, String> {
    let state = match part["state"].as_str() {
        Some("input-available" | "approval-requested") => ToolPartState::Called,
        Some("output-denied") => ToolPartState::Denied,
        Some("output-available") => ToolPartState::Answered(take(&mut part, "output")?),
        Some("output-error") => ToolPartState::Failed(take(&mut part, "errorText")?),
        other => return Err(format!("unknown tool state {other:?}")),
    };
    let approval = part["approval"]["id"].as_str().map(str::to_owned);
    let (call_id, input) = (take(&mut part, "toolCallId")?, take(&mut part, "input")?);
    Ok(Part::Tool { name, call_id, input, state, dynamic, approval })
}

fn take<T: de::DeserializeOwned>(part: &mut Value, key: &str) -> Result<T, String> {
    let field = part.get_mut(key).map(Value::take).ok_or_else(|| format!("a part has no {key}"))?;
    serde_json::from_value(field).map_err(|error| format!("{key} of a part: {error}"))
}

impl Serialize for Part {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_value().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Part {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_value(Value::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}
