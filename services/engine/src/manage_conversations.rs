//! Begins, lists, renames, deletes, resumes and stops conversations.

use std::sync::Arc;

use async_trait::async_trait;
use chatbot_core::text;
use chatbot_protocol::api::{
    ChatbotSummary, Conversation, ConversationSummary, Limits, ListPage, NewConversation, RenameConversation,
};
use chatbot_protocol::insights::Feedback;
use chatbot_protocol::limits::LimitsData;
use chatbot_protocol::{ChatbotId, ConversationId, CourseId, ErrorCode, MessageId, UserId};
use chatbot_store::conversations::{self, Conversation as Stored};
use chatbot_store::{erasure, leases, turns};

use crate::abandon_wait::stop_waiting;
use crate::answer_calls::{AnswerCalls, answer_calls};
use crate::conversations::{Conversations, SubmitMessage};
use crate::cursor;
use crate::engine::Engine;
use crate::error::EngineError;
use crate::event_log::LogReader;
use crate::limits;
use crate::measures;
use crate::opening::check_open;
use crate::rate_answer::{rate_answer, take_back_rating};
use crate::read_conversation::{chatbot_for, chatbot_in, list_chatbots, read};
use crate::submit_message::submit_message;
use crate::visible_log::Looker;

/// The longest title, in characters.
const LONGEST_TITLE: usize = 200;
/// So many conversations in which nothing was said yet are kept of a student with a chatbot.
const MOST_EMPTY: i64 = 20;
/// The longest page of a list.
const LONGEST_PAGE: u32 = 100;

/// The engine, as the web layer sees it.
#[async_trait]
impl Conversations for Arc<Engine> {
    async fn list_chatbots(
        &self,
        caller: UserId,
        course: CourseId,
    ) -> Result<Vec<ChatbotSummary>, EngineError> {
        list_chatbots(self, caller, course).await
    }

    async fn begin(
        &self,
        caller: UserId,
        chatbot: ChatbotId,
        new: NewConversation,
    ) -> Result<Conversation, EngineError> {
        let mut conn = self.conn().await?;
        let now = self.parts.clock.now();
        let (chatbot, course) = chatbot_for(&mut conn, caller, chatbot, now).await?;
        check_open(&mut conn, caller, &chatbot, &course, now).await?;
        let needed = chatbot.config.disclaimer.as_ref().map(|disclaimer| disclaimer.version);
        if needed.is_some() && needed != new.accepted_disclaimer_version {
            return Err(EngineError::refused(ErrorCode::DisclaimerNotAccepted));
        }
        let accepted = needed.map(|version| i32::try_from(version).unwrap_or(i32::MAX));
        let id = ConversationId(self.parts.ids.new_id());
        let mut tx = conn.begin().await?;
        erasure::lock_student(&mut tx, caller).await?;
        erasure::give_minute_back(&mut tx, &self.parts.erasure_key, chatbot.id, caller, now).await?;
        erasure::give_days_back(&mut tx, &self.parts.erasure_key, chatbot.id, caller, now).await?;
        conversations::insert(&mut tx, id, chatbot.id, caller, accepted, now).await?;
        conversations::drop_oldest_empty(&mut tx, chatbot.id, caller, MOST_EMPTY).await?;
        tx.commit().await?;
        Ok(Conversation {
            id,
            title: String::new(),
            chatbot_id: chatbot.id,
            created_at: now,
            accepted_disclaimer_version: needed,
            messages: Vec::new(),
            has_earlier: false,
            open_turn_id: None,
            limits: Limits { message_characters: chatbot.config.limits.message_characters },
        })
    }

    async fn list(
        &self,
        caller: UserId,
        chatbot: Option<ChatbotId>,
        title: Option<&str>,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<ListPage<ConversationSummary>, EngineError> {
        let before = cursor.map(cursor::read).transpose()?.map(|(at, id)| (at, ConversationId(id)));
        let limit = limit.clamp(1, LONGEST_PAGE) as usize;
        let mut conn = self.conn().await?;
        let one_more = i64::try_from(limit + 1).unwrap_or(i64::MAX);
        let mut found = conversations::list_own(&mut conn, caller, chatbot, title, before, one_more).await?;
        let more = found.len() > limit;
        found.truncate(limit);
        let last = found.last().filter(|_| more);
        let next_cursor = last.map(|last| cursor::write(last.updated_at, last.id.0));
        Ok(ListPage { items: found.into_iter().map(summary).collect(), next_cursor })
    }

    async fn read(
        &self,
        caller: UserId,
        conversation: ConversationId,
        before: Option<&str>,
    ) -> Result<Conversation, EngineError> {
        let caller = self.acting(caller, conversation).await?;
        read(self, caller, conversation, before).await
    }

    async fn rename(
        &self,
        caller: UserId,
        conversation: ConversationId,
        new: RenameConversation,
    ) -> Result<ConversationSummary, EngineError> {
        let title = title_of(&new)?;
        let mut stored = self.own(caller, conversation).await?;
        conversations::rename(&mut *self.conn().await?, conversation, &title).await?;
        stored.title = title;
        Ok(summary(stored))
    }

    async fn delete(&self, caller: UserId, conversation: ConversationId) -> Result<(), EngineError> {
        let engine = Arc::clone(self);
        let deleted = self.spawn(async move {
            engine.own(caller, conversation).await?;
            let now = engine.parts.clock.now();
            conversations::delete(&mut *engine.conn().await?, conversation, now).await?;
            // After that: nothing new is begun there any more.
            engine.stop_all_of(conversation).await
        });
        deleted.await.map_err(|_| EngineError::TaskDied)?
    }

    async fn submit(&self, message: SubmitMessage) -> Result<LogReader, EngineError> {
        submit_message(self, message).await.inspect_err(|error| measures::refused(error.code()))
    }

    async fn answer(&self, answers: AnswerCalls) -> Result<LogReader, EngineError> {
        answer_calls(self, answers).await.inspect_err(|error| measures::refused(error.code()))
    }

    async fn resume(
        &self,
        caller: UserId,
        conversation: ConversationId,
    ) -> Result<Option<LogReader>, EngineError> {
        let caller = self.acting(caller, conversation).await?;
        let mut conn = self.conn().await?;
        let not_found = || EngineError::refused(ErrorCode::NotFound);
        let own = conversations::find_own(&mut conn, conversation, caller).await?.ok_or_else(not_found)?;
        let now = self.parts.clock.now();
        let course = chatbot_in(&mut conn, caller, own.id, now).await?.course.id;
        let looker = Looker { caller, course, now };
        if let Some(running) = self.running.find(conversation) {
            return Ok(Some(looker.read(&mut conn, &running.log).await?));
        }
        let open = turns::find_open(&mut conn, conversation).await?;
        match open.filter(|open| !open.waits) {
            Some(open) => Ok(Some(looker.read_remote(&mut conn, &self.remote, open).await?)),
            None => Ok(None),
        }
    }

    async fn limits(&self, caller: UserId, chatbot: ChatbotId) -> Result<LimitsData, EngineError> {
        limits::read(self, caller, chatbot).await
    }

    async fn stop(&self, caller: UserId, conversation: ConversationId) -> Result<(), EngineError> {
        let engine = Arc::clone(self);
        let stopped = self.spawn(async move { engine.stop_whole(caller, conversation).await });
        stopped.await.map_err(|_| EngineError::TaskDied)?
    }

    async fn rate(
        &self,
        caller: UserId,
        answer: MessageId,
        feedback: Feedback,
    ) -> Result<Feedback, EngineError> {
        rate_answer(self, caller, answer, feedback).await
    }

    async fn take_back_rating(&self, caller: UserId, answer: MessageId) -> Result<(), EngineError> {
        take_back_rating(self, caller, answer).await
    }
}

impl Engine {
    async fn own(&self, caller: UserId, conversation: ConversationId) -> Result<Stored, EngineError> {
        let caller = self.acting(caller, conversation).await?;
        let found = conversations::find_own(&mut *self.conn().await?, conversation, caller).await?;
        found.ok_or(EngineError::refused(ErrorCode::NotFound))
    }

    /// Stops what runs and what waits. Spawned as a whole by whoever uses it: a client that goes away in the middle
    /// leaves nothing half-done.
    async fn stop_whole(&self, caller: UserId, conversation: ConversationId) -> Result<(), EngineError> {
        self.own(caller, conversation).await?;
        self.stop_all_of(conversation).await
    }

    async fn stop_all_of(&self, conversation: ConversationId) -> Result<(), EngineError> {
        self.stop_running(conversation).await?;
        Ok(stop_waiting(self, conversation).await?)
    }

    /// Stops the answer, whichever instance writes it.
    pub(crate) async fn stop_running(&self, conversation: ConversationId) -> Result<(), EngineError> {
        if let Some(running) = self.running.find(conversation) {
            running.stop.cancel();
        } else {
            let mut conn = self.conn().await?;
            leases::ask_to_stop(&mut conn, conversation).await?;
        }
        Ok(())
    }
}

/// The title that a student gives, as it is shown.
fn title_of(new: &RenameConversation) -> Result<String, EngineError> {
    let refused =
        |detail: String| EngineError::Refused { code: ErrorCode::InvalidRequest, detail: Some(detail) };
    if new.title.contains('\0') {
        return Err(refused("`title` holds the character U+0000, which cannot be stored.".to_owned()));
    }
    let title = text::line_of(&new.title);
    if title.is_empty() || title.chars().count() > LONGEST_TITLE {
        return Err(refused(format!("A title has 1 to {LONGEST_TITLE} characters that can be seen.")));
    }
    Ok(title)
}

fn summary(stored: Stored) -> ConversationSummary {
    ConversationSummary {
        id: stored.id,
        title: stored.title,
        chatbot_id: stored.chatbot_id,
        created_at: stored.created_at,
        updated_at: stored.updated_at,
    }
}
