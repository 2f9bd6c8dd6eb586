//! What can go wrong with a tool call, and what the model is told of it.

use chatbot_core::text;
use chatbot_store::StoreError;

/// What kind of fault it is; the model is told accordingly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChatbotErrorType {
    /// The arguments are not what the tool takes. The message is reported to the model.
    InvalidToolArguments,
    /// The tool's gate said no. The message is for the log only.
    ToolCallRejected,
    /// The arguments do not fit the tool at all. The message is reported to the model.
    IncorrectToolCall,
    /// What was asked for does not exist, or not for this student. The message is reported to the model.
    NotFound,
    /// The tool took too long.
    TimedOut,
    /// Two tools of one name, or a schema that cannot be built.
    InvalidToolSet,
    /// The database or another system failed.
    Internal,
}

/// A fault of a tool call.
#[derive(Debug, thiserror::Error)]
#[error("{error_type:?}: {message}")]
pub struct ChatbotError {
    error_type: ChatbotErrorType,
    message: String,
    #[source]
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

/// What the functions of tools return.
pub type ChatbotResult<T> = Result<T, ChatbotError>;

impl ChatbotError {
    /// A fault with a message.
    pub fn new(error_type: ChatbotErrorType, message: impl Into<String>) -> Self {
        Self { error_type, message: message.into(), source: None }
    }

    /// What kind of fault it is.
    pub const fn error_type(&self) -> ChatbotErrorType {
        self.error_type
    }

    /// What exactly is wrong, for whoever the kind of fault is told to.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What a log may hold of it: the message may repeat arguments.
    pub fn for_log(&self) -> String {
        let cause = self.source.as_ref().and_then(|source| source.downcast_ref::<StoreError>());
        let cause = cause.map_or_else(String::new, |cause| format!(": {}", cause.for_log()));
        format!("{:?}{cause}", self.error_type)
    }

    /// What the model is told: advice that it can act on, without internals.
    pub fn to_model_text(&self) -> String {
        text::storable(&self.advice())
    }

    fn advice(&self) -> String {
        match self.error_type {
            ChatbotErrorType::InvalidToolArguments | ChatbotErrorType::IncorrectToolCall => {
                format!("Error: the arguments were not accepted: {}", self.message)
            }
            ChatbotErrorType::NotFound => format!("Error: {}", self.message),
            ChatbotErrorType::TimedOut => {
                "Error: the tool took too long. Try once more with a simpler request, or answer without it."
                    .to_owned()
            }
            ChatbotErrorType::ToolCallRejected
            | ChatbotErrorType::InvalidToolSet
            | ChatbotErrorType::Internal => {
                "Error: the tool failed. Tell the student that this information is not available right now."
                    .to_owned()
            }
        }
    }
}

impl From<StoreError> for ChatbotError {
    fn from(error: StoreError) -> Self {
        let (error_type, message) = if was_given_up(&error) {
            (ChatbotErrorType::TimedOut, "the store took too long")
        } else {
            (ChatbotErrorType::Internal, "the store failed")
        };
        Self { error_type, message: message.to_owned(), source: Some(Box::new(error)) }
    }
}

/// Whether Postgres gave a statement up that took longer than it may.
fn was_given_up(error: &StoreError) -> bool {
    const QUERY_CANCELED: &str = "57014";
    let StoreError::Database(sqlx::Error::Database(error)) = error else { return false };
    error.code().is_some_and(|code| code == QUERY_CANCELED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_fault_is_told_to_nobody_in_its_own_words() {
        let error = ChatbotError::from(StoreError::Database(sqlx::Error::Protocol("secret table".into())));
        assert!(!error.to_model_text().contains("secret"));
        assert!(!error.to_string().contains("secret"));
    }
}
