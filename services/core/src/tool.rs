//! What a tool call may need, what it is told about its turn, and what it cites.

use chatbot_protocol::{
    ChapterId, ChatbotId, ConversationId, CourseId, ExerciseId, PageId, PassageId, TurnId, UserId,
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// What somebody may be allowed to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Know that it exists.
    View,
    /// Read its text.
    ViewMaterial,
    /// See how far a person is.
    ViewProgress,
    /// See statistics without persons.
    ViewStats,
    /// Teach: see what students do not see yet.
    Teach,
    /// Change it.
    Edit,
    /// Change who may do what.
    Administrate,
    /// See who did what.
    Audit,
}

/// What an action is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resource {
    /// A course.
    Course(CourseId),
    /// A page.
    Page(PageId),
    /// A chapter.
    Chapter(ChapterId),
    /// An exercise.
    Exercise(ExerciseId),
    /// A person in a course; rights on a person exist only within a course.
    User {
        /// The person.
        user: UserId,
        /// The course.
        course: CourseId,
    },
    /// A conversation.
    Conversation(ConversationId),
    /// A configured chatbot.
    Chatbot(ChatbotId),
    /// The whole deployment.
    Global,
}

/// What a caller must be allowed to do; all requirements of a call must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolRequirement {
    /// The action on the resource.
    ActionOnResource(Action, Resource),
    /// Reading the visible pages of a course.
    CourseMaterial(CourseId),
}

impl std::fmt::Display for ToolRequirement {
    /// Names the requirement and nothing about the resource: this is what a model is told.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self::ActionOnResource(action, resource) = self else {
            return f.write_str("view_material on course");
        };
        let action = match action {
            Action::View => "view",
            Action::ViewMaterial => "view_material",
            Action::ViewProgress => "view_progress",
            Action::ViewStats => "view_stats",
            Action::Teach => "teach",
            Action::Edit => "edit",
            Action::Administrate => "administrate",
            Action::Audit => "audit",
        };
        let resource = match resource {
            Resource::Course(_) => "course",
            Resource::Page(_) => "page",
            Resource::Chapter(_) => "chapter",
            Resource::Exercise(_) => "exercise",
            Resource::User { .. } => "another person",
            Resource::Conversation(_) => "conversation",
            Resource::Chatbot(_) => "chatbot",
            Resource::Global => "everything",
        };
        write!(f, "{action} on {resource}")
    }
}

/// How many source numbers each call gets.
pub const SOURCE_NUMBERS_PER_CALL: u32 = 100;

/// What a tool is told about the turn it runs in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatbotTurnContext {
    /// The student.
    pub user_id: UserId,
    /// The chatbot's course.
    pub course_id: CourseId,
    /// The chatbot.
    pub chatbot_id: ChatbotId,
    /// The conversation.
    pub conversation_id: ConversationId,
    /// The turn.
    pub turn_id: TurnId,
    /// The course's language, a BCP 47 tag.
    pub language: String,
    /// The page that the student has open, if it is one that they may see.
    pub page_id: Option<PageId>,
    /// What the student asks now.
    pub question: String,
    /// What the student asked before in this conversation, oldest first.
    pub earlier_questions: Vec<String>,
    /// What was answered last.
    pub last_answer: Option<String>,
    /// When the call runs.
    pub now: DateTime<Utc>,
    /// The first of the call's [`SOURCE_NUMBERS_PER_CALL`] source numbers.
    pub first_source_number: u32,
}

/// A page reference that a call's output cites, numbered as the model was told to cite it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolCitation {
    /// The number that the model cites it by; unique in the turn.
    pub citation_number: u32,
    /// The page.
    pub page_id: PageId,
    /// The passage on it.
    pub passage_id: PassageId,
    /// The page's revision that the passage was cut from.
    pub page_revision: i64,
    /// The page's title, whole.
    pub title: String,
    /// The title of its chapter.
    pub chapter: Option<String>,
    /// The heading right above the passage.
    pub section: Option<String>,
    /// The passage's text, whole.
    pub snippet: String,
    /// Link to the passage: the page's url and `#anchor`.
    pub document_url: String,
    /// Id of the passage's heading on the page.
    pub anchor: String,
    /// SHA-256 of the passage's text.
    pub passage_hash: [u8; 32],
}
