//! The stable codes by which pages and hosts tell errors apart.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A stable error code. Once published, a code keeps its meaning for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// Nobody is signed in, or the token is not valid.
    NotSignedIn,
    /// The caller may know of the thing but not do this to it.
    NotAllowed,
    /// There is no such thing, or the caller may not know of it.
    NotFound,
    /// The body or a parameter cannot be read.
    InvalidRequest,
    /// The message is empty, or holds characters that cannot be stored.
    InvalidMessage,
    /// The message is longer than the chatbot allows.
    MessageTooLong,
    /// The body is larger than the server reads.
    BodyTooLarge,
    /// The body did not arrive in the time that it may take.
    RequestTimeout,
    /// Files cannot be sent to this chatbot.
    FilesNotSupported,
    /// An answer of this conversation is still being written, and somebody is reading it.
    TurnInProgress,
    /// The message's id was used before, for another text.
    MessageIdReused,
    /// The message that is to be changed was changed in the meantime, in another tab.
    MessageChanged,
    /// A limit is reached.
    LimitReached,
    /// The tool choice is not one that this chatbot allows.
    InvalidToolChoice,
    /// The page's answer to a call does not fit the call.
    InvalidToolAnswer,
    /// The chatbot is switched off.
    ChatbotDisabled,
    /// The course is closed or not open yet.
    CourseClosed,
    /// The chatbot's disclaimer was not accepted, or an older version of it.
    DisclaimerNotAccepted,
    /// The chatbot does not take questions yet, or no more.
    ChatbotNotOpen,
    /// Settings are not what they may be; the faults are listed.
    InvalidSettings,
    /// A change must say which version it changes.
    PreconditionRequired,
    /// Somebody else has saved another version in the meantime.
    VersionChanged,
    /// The default chatbot cannot be deleted while there are others.
    DefaultNeeded,
    /// There are as many of these as there may be.
    TooMany,
    /// The test questions are being asked already.
    TestsRunning,
    /// The model called a tool that does not exist.
    UnknownToolCall,
    /// The model gave no answer at all.
    EmptyResponse,
    /// The turn's requests to the model are spent.
    RequestCapReached,
    /// The conversation is too long for the model, even when older messages are left out.
    ContextExceeded,
    /// The model cannot be reached or answers with an error.
    ModelUnavailable,
    /// The model has too much to do at the moment.
    ModelBusy,
    /// The model stopped in the middle of its answer.
    ModelInterrupted,
    /// The filter of the model's provider let nothing of the answer through.
    AnswerFiltered,
    /// The answer took longer than a turn may take.
    TimeLimitReached,
    /// The answer was cut off because the server stopped.
    Interrupted,
    /// The database cannot be reached.
    StorageUnavailable,
    /// The server is going down and takes nothing new; its successor will.
    ServerRestarting,
    /// Something went wrong on the server.
    Internal,
}

impl ErrorCode {
    /// The code as it stands in JSON, in headers and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotSignedIn => "not_signed_in",
            Self::NotAllowed => "not_allowed",
            Self::NotFound => "not_found",
            Self::InvalidRequest => "invalid_request",
            Self::InvalidMessage => "invalid_message",
            Self::MessageTooLong => "message_too_long",
            Self::BodyTooLarge => "body_too_large",
            Self::RequestTimeout => "request_timeout",
            Self::FilesNotSupported => "files_not_supported",
            Self::TurnInProgress => "turn_in_progress",
            Self::MessageIdReused => "message_id_reused",
            Self::MessageChanged => "message_changed",
            Self::LimitReached => "limit_reached",
            Self::InvalidToolChoice => "invalid_tool_choice",
            Self::InvalidToolAnswer => "invalid_tool_answer",
            Self::ChatbotDisabled => "chatbot_disabled",
            Self::CourseClosed => "course_closed",
            Self::DisclaimerNotAccepted => "disclaimer_not_accepted",
            Self::ChatbotNotOpen => "chatbot_not_open",
            Self::InvalidSettings => "invalid_settings",
            Self::PreconditionRequired => "precondition_required",
            Self::VersionChanged => "version_changed",
            Self::DefaultNeeded => "default_needed",
            Self::TooMany => "too_many",
            Self::TestsRunning => "tests_running",
            Self::UnknownToolCall => "unknown_tool_call",
            Self::EmptyResponse => "empty_response",
            Self::RequestCapReached => "request_cap_reached",
            Self::ContextExceeded => "context_exceeded",
            Self::ModelUnavailable => "model_unavailable",
            Self::ModelBusy => "model_busy",
            Self::ModelInterrupted => "model_interrupted",
            Self::AnswerFiltered => "answer_filtered",
            Self::TimeLimitReached => "time_limit_reached",
            Self::Interrupted => "interrupted",
            Self::StorageUnavailable => "storage_unavailable",
            Self::ServerRestarting => "server_restarting",
            Self::Internal => "internal",
        }
    }

    /// One safe sentence for people, without internals, and what to do next.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::NotSignedIn => "Please sign in first.",
            Self::NotAllowed => "You are not allowed to do this.",
            Self::NotFound => "There is no such page or conversation.",
            Self::InvalidRequest => "The request cannot be read.",
            Self::InvalidMessage => "The message is empty or contains characters that cannot be stored.",
            Self::MessageTooLong => "The message is too long. Please shorten it.",
            Self::BodyTooLarge => "The request is too large.",
            Self::RequestTimeout => "The request took too long to arrive. Please send it again.",
            Self::FilesNotSupported => "Files cannot be sent to this chatbot.",
            Self::TurnInProgress => {
                "The previous answer is still being written. Wait for it or stop it first."
            }
            Self::MessageIdReused => "This message id was already used for another message.",
            Self::MessageChanged => "This message was changed in another tab. Load the conversation again.",
            Self::LimitReached => "The limit for messages is reached. Please try again later.",
            Self::InvalidToolChoice => "This choice of tools is not allowed here.",
            Self::InvalidToolAnswer => "This answer does not fit the question. Please answer once more.",
            Self::ChatbotDisabled => "The chatbot of this course is switched off.",
            Self::CourseClosed => "This course is not open.",
            Self::DisclaimerNotAccepted => "Please accept the terms of the chatbot first.",
            Self::ChatbotNotOpen => "This chatbot is not open at the moment.",
            Self::InvalidSettings => "Some settings cannot be saved as they are.",
            Self::PreconditionRequired => "The request must say which version it changes.",
            Self::VersionChanged => "Somebody else has saved changes in the meantime. Look at them first.",
            Self::DefaultNeeded => "Make another chatbot the default first.",
            Self::TooMany => "There are as many of these as there may be. Please delete some first.",
            Self::TestsRunning => "The test questions are being asked already. Wait for the result.",
            Self::UnknownToolCall => "The answer could not be completed. Please try again.",
            Self::EmptyResponse => "The model gave no answer. Please try again.",
            Self::RequestCapReached => "The answer needed too many steps. Please ask a narrower question.",
            Self::ContextExceeded => {
                "This is too long for the model. Please start a new conversation, or ask for less at once."
            }
            Self::ModelUnavailable => "The model cannot be reached at the moment. Please try again.",
            Self::ModelBusy => "The model has too much to do at the moment. Please try again in a minute.",
            Self::ModelInterrupted => "The answer broke off. Please try again.",
            Self::AnswerFiltered => {
                "The provider of the model does not let it answer this. Please ask in other words."
            }
            Self::TimeLimitReached => "The answer took too long. Please try again.",
            Self::Interrupted => "The answer was interrupted. Please try again.",
            Self::StorageUnavailable => "Nothing can be read or saved at the moment. Please try again.",
            Self::ServerRestarting => "The server is restarting; please send it again in a moment.",
            Self::Internal => "Something went wrong on our side. Please try again.",
        }
    }

    /// Finds a code by its published form.
    pub fn parse(text: &str) -> Option<Self> {
        serde_json::from_value(serde_json::Value::String(text.to_owned())).ok()
    }
}

impl std::fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}
