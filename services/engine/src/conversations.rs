//! The use cases of students, as one trait, so that a web layer needs none of the engine's types.

use async_trait::async_trait;
use chatbot_protocol::api::{
    ChatbotSummary, Conversation, ConversationSummary, ListPage, NewConversation, RenameConversation,
};
use chatbot_protocol::insights::Feedback;
use chatbot_protocol::limits::LimitsData;
use chatbot_protocol::send_message::Trigger;
use chatbot_protocol::{ChatbotId, ConversationId, CourseId, MessageId, PageId, ToolChoice, UserId};

use crate::answer_calls::AnswerCalls;
use crate::error::EngineError;
use crate::event_log::LogReader;

/// A message as it comes from a page, believed in nothing yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubmitMessage {
    /// Who sends it.
    pub caller: UserId,
    /// Where to.
    pub conversation: ConversationId,
    /// The client's id of the message; minted when absent.
    pub client_id: Option<String>,
    /// What it says.
    pub text: String,
    /// What the client wants.
    pub trigger: Trigger,
    /// Which message is edited or regenerated.
    pub message_id: Option<String>,
    /// The page that the student has open.
    pub page_id: Option<PageId>,
    /// What the student has selected on it; checked against the page.
    pub selection: Option<String>,
    /// How tools are to be chosen.
    pub tool_choice: Option<ToolChoice>,
}

/// What students can do.
#[async_trait]
pub trait Conversations: Send + Sync {
    /// The enabled chatbots of a course.
    async fn list_chatbots(
        &self,
        caller: UserId,
        course: CourseId,
    ) -> Result<Vec<ChatbotSummary>, EngineError>;

    /// Begins a conversation.
    async fn begin(
        &self,
        caller: UserId,
        chatbot: ChatbotId,
        new: NewConversation,
    ) -> Result<Conversation, EngineError>;

    /// The caller's conversations, newest first; those whose title holds `title`, if given.
    async fn list(
        &self,
        caller: UserId,
        chatbot: Option<ChatbotId>,
        title: Option<&str>,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<ListPage<ConversationSummary>, EngineError>;

    /// A conversation with its newest messages, or those before the message `before`.
    async fn read(
        &self,
        caller: UserId,
        conversation: ConversationId,
        before: Option<&str>,
    ) -> Result<Conversation, EngineError>;

    /// Gives a conversation the student's own title.
    async fn rename(
        &self,
        caller: UserId,
        conversation: ConversationId,
        new: RenameConversation,
    ) -> Result<ConversationSummary, EngineError>;

    /// Deletes a conversation; a running answer is stopped.
    async fn delete(&self, caller: UserId, conversation: ConversationId) -> Result<(), EngineError>;

    /// Accepts a message, or finds the turn that already answers it; its answer is read from the log.
    async fn submit(&self, message: SubmitMessage) -> Result<LogReader, EngineError>;

    /// Takes answers to calls that wait for the student; what comes then is read from the log.
    async fn answer(&self, answers: AnswerCalls) -> Result<LogReader, EngineError>;

    /// The running answer of a conversation, from its beginning.
    async fn resume(
        &self,
        caller: UserId,
        conversation: ConversationId,
    ) -> Result<Option<LogReader>, EngineError>;

    /// What is left of a chatbot's limits for the caller.
    async fn limits(&self, caller: UserId, chatbot: ChatbotId) -> Result<LimitsData, EngineError>;

    /// Stops the running answer, if there is one.
    async fn stop(&self, caller: UserId, conversation: ConversationId) -> Result<(), EngineError>;

    /// Says what the caller thinks of an answer, in place of what they said before.
    async fn rate(
        &self,
        caller: UserId,
        answer: MessageId,
        feedback: Feedback,
    ) -> Result<Feedback, EngineError>;

    /// Takes that back.
    async fn take_back_rating(&self, caller: UserId, answer: MessageId) -> Result<(), EngineError>;
}
