//! The body of `POST /chat`: what the AI SDK's client sends, of which we believe only the last message.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::ids::PageId;
use crate::tool_choice::ToolChoice;

/// The request of `POST /chat`. The history in `messages` is skipped, not read: the stored one counts.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendMessageBody {
    /// The conversation.
    pub id: String,
    /// The new message, for clients that send only that.
    #[serde(default)]
    pub message: Option<IncomingMessage>,
    /// The client's whole history; only its last message is read.
    #[serde(default, deserialize_with = "last_of")]
    #[schema(value_type = Vec<Value>)]
    pub messages: Option<IncomingMessage>,
    /// What the client wants.
    #[serde(default)]
    pub trigger: Trigger,
    /// Which message is edited or regenerated.
    #[serde(default)]
    pub message_id: Option<String>,
    /// The page that the student has open.
    #[serde(default)]
    pub page_id: Option<PageId>,
    /// What the student has selected on it, at most 2,000 characters; what does not stand on the page is
    /// dropped.
    #[serde(default)]
    pub selection: Option<String>,
    /// How the model should choose tools in this turn.
    #[serde(default)]
    pub tool_choice: Option<ToolChoice>,
}

/// What the client wants with its request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Trigger {
    /// A new message, an edited one, or the answers that an open turn waits for.
    #[default]
    SubmitMessage,
    /// The last answer once more.
    RegenerateMessage,
}

/// A message as the client sends it. Parts that we do not know are looked at by type only.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct IncomingMessage {
    /// The client's id, 1 to 64 characters.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 64)]
    pub id: Option<String>,
    /// `user`, or `assistant` for a continuation.
    pub role: String,
    /// What it consists of.
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    pub parts: Vec<Value>,
}

impl IncomingMessage {
    /// The message's text: its text parts, one blank line between them.
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self
            .parts
            .iter()
            .filter(|part| part["type"] == "text")
            .filter_map(|part| part["text"].as_str())
            .collect();
        texts.join("\n\n")
    }

    /// What the student's page answered to calls: outputs, faults and approvals, by the call's id. Nothing
    /// else of an assistant message is read.
    pub fn call_answers(&self) -> Vec<CallAnswer> {
        self.parts.iter().filter_map(CallAnswer::of_part).collect()
    }

    /// Whether a file is attached.
    pub fn has_files(&self) -> bool {
        self.parts.iter().any(|part| part["type"] == "file")
    }
}

/// What the student's page answered to a call, believed in nothing yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallAnswer {
    /// The call's id on the wire.
    pub call_id: String,
    /// The tool that the page thinks it answers.
    pub tool: String,
    /// The answer.
    pub answer: Answer,
}

/// An answer to a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The page completed it.
    Output(Value),
    /// The page could not complete it.
    Fault(String),
    /// A person was asked for approval.
    Approval {
        /// Which request is answered.
        approval_id: String,
        /// Whether they approve.
        approved: bool,
        /// Why, in their words.
        reason: Option<String>,
    },
}

impl CallAnswer {
    fn of_part(part: &Value) -> Option<Self> {
        let call_id = part["toolCallId"].as_str()?.to_owned();
        let tool = match part["type"].as_str()? {
            "dynamic-tool" => part["toolName"].as_str()?,
            kind => kind.strip_prefix("tool-")?,
        };
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let answer = match part["state"].as_str()? {
            "output-available" => Answer::Output(part.get("output")?.clone()),
            "output-error" => Answer::Fault(text(&part["errorText"]).unwrap_or_default()),
            "approval-responded" => Answer::Approval {
                approval_id: text(&part["approval"]["id"])?,
                approved: part["approval"]["approved"].as_bool()?,
                reason: text(&part["approval"]["reason"]),
            },
            _ => return None,
        };
        Some(Self { call_id, tool: tool.to_owned(), answer })
    }
}

fn last_of<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<IncomingMessage>, D::Error> {
    struct Last;
    impl<'de> serde::de::Visitor<'de> for Last {
        type Value = Option<IncomingMessage>;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("a list of messages")
        }

        fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
            let mut last: Option<&RawValue> = None;
            while let Some(message) = seq.next_element::<&RawValue>()? {
                last = Some(message);
            }
            last.map(|raw| serde_json::from_str(raw.get())).transpose().map_err(serde::de::Error::custom)
        }
    }
    deserializer.deserialize_seq(Last)
}
