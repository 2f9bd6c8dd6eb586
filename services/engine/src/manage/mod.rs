//! What teachers do with the chatbots of their courses, as one trait, so that a web layer needs none of the engine's
//! types. Whoever may not edit a course is told so where they may know of it, else that there is no such thing.

mod chatbots;
mod known;
mod previews;
mod saving;
mod test_questions;
mod test_runs;
mod versions;

use chatbot_protocol::api::ListPage;
use chatbot_protocol::audit::TurnTrace;
use chatbot_protocol::manage::{
    ChatbotSettings, ChatbotVersion, Job, ManagedChatbot, ManagedModel, ManagedTool, NewPreview,
    NewTestQuestion, Preview, RunTests, SettingsFault, TestQuestion, TestRun,
};
use chatbot_protocol::{ChatbotId, ConversationId, CourseId, ErrorCode, UserId};
use chatbot_store::jobs;
use uuid::Uuid;

use crate::engine::Engine;
use crate::error::EngineError;
use crate::use_cases::use_cases;

use_cases! {
    /// What teachers can do.
    Manage {
        /// Refuses whoever may not edit the course, before anything else is looked at.
        admit_to_course(caller: UserId, course: CourseId) -> () = admit_to_course;

        /// The same for the course of a chatbot.
        admit_to_chatbot(caller: UserId, chatbot: ChatbotId) -> () = admit_to_chatbot;

        /// Every tool that a chatbot of the course may be given.
        list_tools(caller: UserId, course: CourseId) -> Vec<ManagedTool> = known::list_tools;

        /// The models, for whoever may edit any course.
        list_models(caller: UserId) -> Vec<ManagedModel> = known::list_models;

        /// The chatbots of a course, switched off ones too, the default one first.
        list_chatbots(caller: UserId, course: CourseId) -> Vec<ManagedChatbot> = chatbots::list;

        /// What is wrong with settings; nothing is saved. `chatbot` is whose they will be, if it is there already.
        check(caller: UserId, course: CourseId, chatbot: Option<ChatbotId>, settings: ChatbotSettings)
            -> Vec<SettingsFault> = saving::dry_run;

        /// Creates a chatbot; a course's first one is its default.
        create(caller: UserId, course: CourseId, settings: ChatbotSettings) -> ManagedChatbot = saving::create;

        /// A chatbot with the settings in force.
        read_chatbot(caller: UserId, chatbot: ChatbotId) -> ManagedChatbot = chatbots::read;

        /// Saves settings as the next version, if `version` is the one in force.
        save(caller: UserId, chatbot: ChatbotId, version: u32, settings: ChatbotSettings)
            -> ManagedChatbot = saving::save;

        /// Deletes a chatbot: nobody finds it any more; what was said stays on record.
        delete_chatbot(caller: UserId, chatbot: ChatbotId) -> () = chatbots::delete;

        /// Makes a chatbot the one that the course's pages open.
        make_default(caller: UserId, chatbot: ChatbotId) -> ManagedChatbot = chatbots::make_default;

        /// The versions of a chatbot, newest first, each with what differs from the one before.
        list_versions(caller: UserId, chatbot: ChatbotId, cursor: Option<&str>, limit: u32)
            -> ListPage<ChatbotVersion> = versions::list;

        /// Saves the settings of the version `from` as the next version, if `version` is the one in force.
        restore(caller: UserId, chatbot: ChatbotId, from: u32, version: u32) -> ManagedChatbot = versions::restore;

        /// Begins a conversation to try settings in, saved or not.
        begin_preview(caller: UserId, chatbot: ChatbotId, new: NewPreview) -> Preview = previews::begin;

        /// What happened in the newest turn of the caller's own preview, round by round.
        read_trace(caller: UserId, conversation: ConversationId) -> TurnTrace = previews::trace;

        /// The test questions of a chatbot, in the order in which they were saved.
        list_tests(caller: UserId, chatbot: ChatbotId) -> Vec<TestQuestion> = test_questions::list;

        /// Saves a test question.
        add_test(caller: UserId, chatbot: ChatbotId, new: NewTestQuestion) -> TestQuestion = test_questions::add;

        /// Deletes a test question; what came of it stays.
        delete_test(caller: UserId, chatbot: ChatbotId, test: Uuid) -> () = test_questions::delete;

        /// Asks all test questions, with settings that need not be saved; the job says how far it is.
        run_tests(caller: UserId, chatbot: ChatbotId, run: RunTests) -> Job = test_runs::start;

        /// The newest runs of a chatbot's test questions, newest first.
        list_test_runs(caller: UserId, chatbot: ChatbotId) -> Vec<TestRun> = test_runs::list;

        /// How long work stands that the caller asked for.
        read_job(caller: UserId, job: Uuid) -> Job = read_job;
    }
}

async fn admit_to_course(engine: &Engine, caller: UserId, course: CourseId) -> Result<(), EngineError> {
    engine.editable_course(&mut *engine.conn().await?, caller, course).await.map(|_| ())
}

async fn admit_to_chatbot(engine: &Engine, caller: UserId, chatbot: ChatbotId) -> Result<(), EngineError> {
    engine.editable_chatbot(&mut *engine.conn().await?, caller, chatbot).await.map(|_| ())
}

async fn read_job(engine: &Engine, caller: UserId, job: Uuid) -> Result<Job, EngineError> {
    let found = jobs::find_own(&mut *engine.conn().await?, job, caller).await?;
    let found = found.ok_or(EngineError::refused(ErrorCode::NotFound))?;
    let jobs::Job { id, kind, state, done, total } = found;
    Ok(Job { id, kind, state, done, total })
}
