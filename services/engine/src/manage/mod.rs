//! What teachers do with the chatbots of their courses, as one trait, so that a web layer needs none of the engine's
//! types. Whoever may not edit a course is told that it, and what belongs to it, does not exist.

mod chatbots;
mod known;
mod previews;
mod saving;
mod test_questions;
mod test_runs;
mod versions;

use std::sync::Arc;

use async_trait::async_trait;
use chatbot_core::ToolRequirement;
use chatbot_core::tool::{Action, Resource};
use chatbot_protocol::api::ListPage;
use chatbot_protocol::audit::TurnTrace;
use chatbot_protocol::manage::{
    ChatbotSettings, ChatbotVersion, Job, ManagedChatbot, ManagedModel, ManagedTool, NewPreview,
    NewTestQuestion, Preview, RunTests, SettingsFault, TestQuestion, TestRun,
};
use chatbot_protocol::{ChatbotId, ConversationId, CourseId, ErrorCode, UserId};
use chatbot_store::chatbots::Chatbot;
use chatbot_store::courses::{self, Course};
use chatbot_store::{PgConnection, authorization, jobs};
use uuid::Uuid;

use crate::engine::Engine;
use crate::error::EngineError;

/// What teachers can do.
#[async_trait]
pub trait Manage: Send + Sync {
    /// Refuses whoever may not edit the course, before anything else is looked at.
    async fn admit_to_course(&self, caller: UserId, course: CourseId) -> Result<(), EngineError>;

    /// The same for the course of a chatbot.
    async fn admit_to_chatbot(&self, caller: UserId, chatbot: ChatbotId) -> Result<(), EngineError>;

    /// Every tool that a chatbot of the course may be given.
    async fn list_tools(&self, caller: UserId, course: CourseId) -> Result<Vec<ManagedTool>, EngineError>;

    /// The models, for whoever may edit any course.
    async fn list_models(&self, caller: UserId) -> Result<Vec<ManagedModel>, EngineError>;

    /// The chatbots of a course, switched off ones too, the default one first.
    async fn list_chatbots(
        &self,
        caller: UserId,
        course: CourseId,
    ) -> Result<Vec<ManagedChatbot>, EngineError>;

    /// What is wrong with settings; nothing is saved. `chatbot` is whose they will be, if it is there already.
    async fn check(
        &self,
        caller: UserId,
        course: CourseId,
        chatbot: Option<ChatbotId>,
        settings: ChatbotSettings,
    ) -> Result<Vec<SettingsFault>, EngineError>;

    /// Creates a chatbot; a course's first one is its default.
    async fn create(
        &self,
        caller: UserId,
        course: CourseId,
        settings: ChatbotSettings,
    ) -> Result<ManagedChatbot, EngineError>;

    /// A chatbot with the settings in force.
    async fn read_chatbot(&self, caller: UserId, chatbot: ChatbotId) -> Result<ManagedChatbot, EngineError>;

    /// Saves settings as the next version, if `version` is the one in force.
    async fn save(
        &self,
        caller: UserId,
        chatbot: ChatbotId,
        version: u32,
        settings: ChatbotSettings,
    ) -> Result<ManagedChatbot, EngineError>;

    /// Deletes a chatbot: nobody finds it any more; what was said stays on record.
    async fn delete_chatbot(&self, caller: UserId, chatbot: ChatbotId) -> Result<(), EngineError>;

    /// Makes a chatbot the one that the course's pages open.
    async fn make_default(&self, caller: UserId, chatbot: ChatbotId) -> Result<ManagedChatbot, EngineError>;

    /// The versions of a chatbot, newest first, each with what differs from the one before.
    async fn list_versions(
        &self,
        caller: UserId,
        chatbot: ChatbotId,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<ListPage<ChatbotVersion>, EngineError>;

    /// Saves the settings of the version `from` as the next version, if `version` is the one in force.
    async fn restore(
        &self,
        caller: UserId,
        chatbot: ChatbotId,
        from: u32,
        version: u32,
    ) -> Result<ManagedChatbot, EngineError>;

    /// Begins a conversation to try settings in, saved or not.
    async fn begin_preview(
        &self,
        caller: UserId,
        chatbot: ChatbotId,
        new: NewPreview,
    ) -> Result<Preview, EngineError>;

    /// What happened in the newest turn of the caller's own preview, round by round.
    async fn read_trace(
        &self,
        caller: UserId,
        conversation: ConversationId,
    ) -> Result<TurnTrace, EngineError>;

    /// The test questions of a chatbot, in the order in which they were saved.
    async fn list_tests(&self, caller: UserId, chatbot: ChatbotId) -> Result<Vec<TestQuestion>, EngineError>;

    /// Saves a test question.
    async fn add_test(
        &self,
        caller: UserId,
        chatbot: ChatbotId,
        new: NewTestQuestion,
    ) -> Result<TestQuestion, EngineError>;

    /// Deletes a test question; what came of it stays.
    async fn delete_test(&self, caller: UserId, chatbot: ChatbotId, test: Uuid) -> Result<(), EngineError>;

    /// Asks all test questions, with settings that need not be saved; the job says how far it is.
    async fn run_tests(&self, caller: UserId, chatbot: ChatbotId, run: RunTests) -> Result<Job, EngineError>;

    /// The newest runs of a chatbot's test questions, newest first.
    async fn list_test_runs(&self, caller: UserId, chatbot: ChatbotId) -> Result<Vec<TestRun>, EngineError>;

    /// How long work stands that the caller asked for.
    async fn read_job(&self, caller: UserId, job: Uuid) -> Result<Job, EngineError>;
}

#[async_trait]
impl Manage for Arc<Engine> {
    async fn admit_to_course(&self, caller: UserId, course: CourseId) -> Result<(), EngineError> {
        self.editable_course(&mut *self.conn().await?, caller, course).await.map(|_| ())
    }

    async fn admit_to_chatbot(&self, caller: UserId, chatbot: ChatbotId) -> Result<(), EngineError> {
        self.editable_chatbot(&mut *self.conn().await?, caller, chatbot).await.map(|_| ())
    }

    async fn list_tools(&self, caller: UserId, course: CourseId) -> Result<Vec<ManagedTool>, EngineError> {
        self.editable_course(&mut *self.conn().await?, caller, course).await?;
        Ok(known::tools(self))
    }

    async fn list_models(&self, caller: UserId) -> Result<Vec<ManagedModel>, EngineError> {
        if !authorization::edits_anything(&mut *self.conn().await?, caller).await? {
            return Err(EngineError::refused(ErrorCode::NotFound));
        }
        Ok(known::models(self))
    }

    async fn list_chatbots(
        &self,
        caller: UserId,
        course: CourseId,
    ) -> Result<Vec<ManagedChatbot>, EngineError> {
        chatbots::list(self, caller, course).await
    }

    async fn check(
        &self,
        caller: UserId,
        course: CourseId,
        chatbot: Option<ChatbotId>,
        settings: ChatbotSettings,
    ) -> Result<Vec<SettingsFault>, EngineError> {
        saving::dry_run(self, caller, course, chatbot, settings).await
    }

    async fn create(
        &self,
        caller: UserId,
        course: CourseId,
        settings: ChatbotSettings,
    ) -> Result<ManagedChatbot, EngineError> {
        saving::create(self, caller, course, settings).await
    }

    async fn read_chatbot(&self, caller: UserId, chatbot: ChatbotId) -> Result<ManagedChatbot, EngineError> {
        chatbots::read(self, caller, chatbot).await
    }

    async fn save(
        &self,
        caller: UserId,
        chatbot: ChatbotId,
        version: u32,
        settings: ChatbotSettings,
    ) -> Result<ManagedChatbot, EngineError> {
        saving::save(self, caller, chatbot, version, settings).await
    }

    async fn delete_chatbot(&self, caller: UserId, chatbot: ChatbotId) -> Result<(), EngineError> {
        chatbots::delete(self, caller, chatbot).await
    }

    async fn make_default(&self, caller: UserId, chatbot: ChatbotId) -> Result<ManagedChatbot, EngineError> {
        chatbots::make_default(self, caller, chatbot).await
    }

    async fn list_versions(
        &self,
        caller: UserId,
        chatbot: ChatbotId,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<ListPage<ChatbotVersion>, EngineError> {
        versions::list(self, caller, chatbot, cursor, limit).await
    }

    async fn restore(
        &self,
        caller: UserId,
        chatbot: ChatbotId,
        from: u32,
        version: u32,
    ) -> Result<ManagedChatbot, EngineError> {
        versions::restore(self, caller, chatbot, from, version).await
    }

    async fn begin_preview(
        &self,
        caller: UserId,
        chatbot: ChatbotId,
        new: NewPreview,
    ) -> Result<Preview, EngineError> {
        previews::begin(self, caller, chatbot, new).await
    }

    async fn read_trace(
        &self,
        caller: UserId,
        conversation: ConversationId,
    ) -> Result<TurnTrace, EngineError> {
        previews::trace(self, caller, conversation).await
    }

    async fn list_tests(&self, caller: UserId, chatbot: ChatbotId) -> Result<Vec<TestQuestion>, EngineError> {
        test_questions::list(self, caller, chatbot).await
    }

    async fn add_test(
        &self,
        caller: UserId,
        chatbot: ChatbotId,
        new: NewTestQuestion,
    ) -> Result<TestQuestion, EngineError> {
        test_questions::add(self, caller, chatbot, new).await
    }

    async fn delete_test(&self, caller: UserId, chatbot: ChatbotId, test: Uuid) -> Result<(), EngineError> {
        test_questions::delete(self, caller, chatbot, test).await
    }

    async fn run_tests(&self, caller: UserId, chatbot: ChatbotId, run: RunTests) -> Result<Job, EngineError> {
        test_runs::start(self, caller, chatbot, run.settings).await
    }

    async fn list_test_runs(&self, caller: UserId, chatbot: ChatbotId) -> Result<Vec<TestRun>, EngineError> {
        test_runs::list(self, caller, chatbot).await
    }

    async fn read_job(&self, caller: UserId, job: Uuid) -> Result<Job, EngineError> {
        let found = jobs::find_own(&mut *self.conn().await?, job, caller).await?;
        let found = found.ok_or(EngineError::refused(ErrorCode::NotFound))?;
        let jobs::Job { id, kind, state, done, total } = found;
        Ok(Job { id, kind, state, done, total })
    }
}

impl Engine {
    /// A course that the caller may edit; any other does not exist for them.
    async fn editable_course(
        &self,
        conn: &mut PgConnection,
        caller: UserId,
        course: CourseId,
    ) -> Result<Course, EngineError> {
        let not_found = || EngineError::refused(ErrorCode::NotFound);
        let edit = ToolRequirement::ActionOnResource(Action::Edit, Resource::Course(course));
        if !authorization::allows(conn, caller, &edit, self.parts.clock.now()).await? {
            return Err(not_found());
        }
        courses::find(conn, course).await?.ok_or_else(not_found)
    }

    /// A chatbot of a course that the caller may edit, with that course.
    async fn editable_chatbot(
        &self,
        conn: &mut PgConnection,
        caller: UserId,
        chatbot: ChatbotId,
    ) -> Result<(Chatbot, Course), EngineError> {
        let found = chatbot_store::chatbots::find(conn, chatbot).await?;
        let found = found.ok_or(EngineError::refused(ErrorCode::NotFound))?;
        let course = self.editable_course(conn, caller, found.course_id).await?;
        Ok((found, course))
    }
}
