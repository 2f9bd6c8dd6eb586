//! The port through which the engine talks to a language model, whoever sells it.

use std::sync::Arc;
use std::time::Duration;

use chatbot_protocol::ToolChoice;
use chatbot_protocol::data_part::Usage;
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use serde_json::Value;

use crate::price::ModelPrice;

/// One request to a model.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelRequest {
    /// System prompt, history and the new message, in order.
    pub messages: Vec<ModelMessage>,
    /// The tools offered; empty when none may be called.
    pub tools: Vec<ToolSpec>,
    /// How tools are to be chosen.
    pub tool_choice: ToolChoice,
    /// The longest reply, in tokens.
    pub max_output_tokens: Option<u32>,
    /// Sampling temperature, where the model has one.
    pub temperature: Option<f32>,
    /// The language of the course, a BCP 47 tag.
    pub language: String,
}

/// One message of a model's history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelMessage {
    /// What the chatbot is told by us.
    System(String),
    /// What the student said.
    User(String),
    /// What the model replied; text or calls, never neither.
    Assistant {
        /// The reply's text, markers included.
        text: String,
        /// Its calls, in order.
        calls: Vec<ModelCall>,
    },
    /// The result of one call.
    ToolResult {
        /// The call's id.
        call_id: String,
        /// What the model is given.
        output: String,
    },
}

/// A call as a model makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelCall {
    /// The provider's id; minted by the adapter where the provider gave none.
    pub id: String,
    /// The name, as given.
    pub name: String,
    /// The arguments, byte for byte as given.
    pub arguments: String,
}

/// A tool as it is advertised to a model.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolSpec {
    /// Its name.
    pub name: String,
    /// What it does, for the model; shared like the next.
    pub description: Arc<str>,
    /// JSON Schema of its arguments; all turns share one.
    pub parameters: Arc<Value>,
    /// Whether the provider should enforce the schema.
    pub strict: bool,
}

/// What a model's reply consists of, as it comes. Nothing follows `Completed`; a stream that ends
/// without it has broken off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelEvent {
    /// More text.
    Text(String),
    /// A complete call.
    Call(ModelCall),
    /// The reply is complete.
    Completed {
        /// Why it ended.
        finish: Finish,
        /// What it cost, where the provider says.
        usage: Option<Usage>,
    },
}

/// Why a reply ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// The model was done, or wants its calls answered.
    Done,
    /// The length limit was reached.
    Length,
    /// The provider's filter cut the reply.
    Filtered,
}

/// What went wrong with a model. The texts are for operators, never for students or models.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelFault {
    /// No connection, or it broke before the reply began.
    #[error("the model cannot be reached: {0}")]
    Unreachable(String),
    /// The provider has too much to do (429, 503, 529).
    #[error("the model is busy (status {status})")]
    Busy {
        /// HTTP status.
        status: u16,
        /// How long the provider asks us to wait.
        retry_after: Option<Duration>,
    },
    /// The provider does not accept the request or the key; asking again is useless.
    #[error("the model refused the request (status {status}): {body}")]
    Refused {
        /// HTTP status.
        status: u16,
        /// The first part of the body.
        body: String,
    },
    /// The request and its reply are more than the model's context holds; a shorter request may pass.
    #[error("the request is too long for the model: {body}")]
    ContextExceeded {
        /// The first part of what the provider said.
        body: String,
    },
    /// The provider failed (other 5xx).
    #[error("the provider failed (status {status}): {body}")]
    ProviderFailed {
        /// HTTP status.
        status: u16,
        /// The first part of the body.
        body: String,
    },
    /// The answer is no event stream.
    #[error("the answer is no event stream but {0}")]
    NotAStream(String),
    /// An error came inside the stream.
    #[error("the provider reported an error in the stream: {0}")]
    ReportedInStream(String),
    /// The stream ended before the reply was complete.
    #[error("the reply broke off: {0}")]
    BrokeOff(String),
    /// Nothing came for too long.
    #[error("the model was silent for {0:?}")]
    Silent(Duration),
}

impl ModelFault {
    /// Whether asking the same once more may help.
    pub const fn may_pass(&self) -> bool {
        !matches!(self, Self::Refused { .. } | Self::ContextExceeded { .. } | Self::NotAStream(_))
    }

    /// Which fault it is, in a word.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Unreachable(_) => "unreachable",
            Self::Busy { .. } => "busy",
            Self::Refused { .. } => "refused",
            Self::ContextExceeded { .. } => "context_exceeded",
            Self::ProviderFailed { .. } => "provider_failed",
            Self::NotAStream(_) => "not_a_stream",
            Self::ReportedInStream(_) => "reported_in_stream",
            Self::BrokeOff(_) => "broke_off",
            Self::Silent(_) => "silent",
        }
    }

    /// What a log may hold of it. Providers repeat requests and keys in what they say, so that of their words only
    /// the error's code is taken.
    pub fn for_log(&self) -> String {
        let (status, said) = match self {
            Self::Busy { status, .. } => (Some(*status), ""),
            Self::Refused { status, body } | Self::ProviderFailed { status, body } => {
                (Some(*status), body.as_str())
            }
            Self::ContextExceeded { body: said } | Self::NotAStream(said) | Self::ReportedInStream(said) => {
                (None, said.as_str())
            }
            // What the network said, not the provider: without it nobody finds a wrong address.
            Self::Unreachable(cause) => return format!("{}: {cause}", self.name()),
            Self::BrokeOff(_) | Self::Silent(_) => (None, ""),
        };
        let status = status.map_or_else(String::new, |status| format!(", status {status}"));
        let code = error_code(said).map_or_else(String::new, |code| format!(", code {code}"));
        format!("{}{status}{code}", self.name())
    }
}

/// The code in what a provider said, if it is a word and no prose.
fn error_code(said: &str) -> Option<String> {
    let said: serde_json::Value = serde_json::from_str(said).ok()?;
    let error = said.get("error").unwrap_or(&said);
    let named = [&error["code"], &error["type"]].into_iter().find_map(serde_json::Value::as_str)?;
    let is_word = |c: char| c.is_ascii_lowercase() || c == '_';
    (named.len() <= 64 && named.chars().all(is_word)).then(|| named.to_owned())
}

/// A reply as it comes.
pub type ModelStream = BoxStream<'static, Result<ModelEvent, ModelFault>>;

/// A model that can be asked.
pub trait ModelClient: Send + Sync {
    /// What is known of it.
    fn profile(&self) -> &ModelProfile;

    /// Asks it. Dropping the stream closes the connection to the provider.
    fn ask(&self, request: ModelRequest) -> BoxFuture<'_, Result<ModelStream, ModelFault>>;
}

/// What is known of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelProfile {
    /// The id by which a chatbot chooses it.
    pub id: String,
    /// Its name for people.
    pub label: String,
    /// Whether it can call tools.
    pub tools: bool,
    /// Whether it has a sampling temperature.
    pub temperature: bool,
    /// How many tokens a request and its reply may have together.
    pub context_tokens: u32,
    /// What its tokens cost, where that is known.
    pub price: Option<ModelPrice>,
}

/// The models of a deployment.
pub trait ModelCatalogue: Send + Sync {
    /// The model of this id, or the deployment's default when a chatbot names none (`None`) or one that
    /// no longer exists.
    fn find(&self, id: Option<&str>) -> Arc<dyn ModelClient>;

    /// What is known of the models, the default first.
    fn profiles(&self) -> Vec<ModelProfile>;

    /// The currency of the models' prices, an ISO 4217 code; none where none is set, and no cost is told then.
    fn currency(&self) -> Option<&str> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_learns_of_a_fault_no_words_of_the_provider() {
        let refused = |body: &str| ModelFault::Refused { status: 400, body: body.to_owned() }.for_log();
        let code = r#"{"error":{"message":"You said: my secret","code":"context_length_exceeded"}}"#;
        assert_eq!(refused(code), "refused, status 400, code context_length_exceeded");
        for body in [r#"{"error":{"code":"My Secret"}}"#, r#"{"error":{"code":7}}"#, "my secret", ""] {
            assert_eq!(refused(body), "refused, status 400", "{body}");
        }
        let too_long = ModelFault::ContextExceeded { body: code.to_owned() };
        assert_eq!(too_long.for_log(), "context_exceeded, code context_length_exceeded");
        assert_eq!(ModelFault::BrokeOff("my secret".into()).for_log(), "broke_off");
    }
}
