//! Questions by which teachers test a chatbot.

use chatbot_core::text;
use chatbot_protocol::manage::{NewTestQuestion, TestQuestion};
use chatbot_protocol::{ChatbotId, ErrorCode, UserId};
use chatbot_store::chatbots;
use chatbot_store::test_questions::{self, TestQuestion as Stored};
use serde_json::json;
use uuid::Uuid;

use super::saving::log;
use crate::engine::Engine;
use crate::error::EngineError;

/// How many a chatbot may have.
const MOST_QUESTIONS: usize = 50;
/// The longest question, in characters.
const LONGEST_QUESTION: usize = 8_000;

pub(super) async fn list(
    engine: &Engine,
    caller: UserId,
    chatbot: ChatbotId,
) -> Result<Vec<TestQuestion>, EngineError> {
    let mut conn = engine.conn().await?;
    let (chatbot, _) = engine.editable_chatbot(&mut conn, caller, chatbot).await?;
    Ok(test_questions::list(&mut conn, chatbot.id).await?.into_iter().map(wire).collect())
}

pub(super) async fn add(
    engine: &Engine,
    caller: UserId,
    chatbot: ChatbotId,
    new: NewTestQuestion,
) -> Result<TestQuestion, EngineError> {
    let mut conn = engine.conn().await?;
    let (chatbot, course) = engine.editable_chatbot(&mut conn, caller, chatbot).await?;
    let question = new.question.trim().to_owned();
    if !text::is_storable_message(&question) {
        return Err(EngineError::refused(ErrorCode::InvalidMessage));
    }
    if text::first_chars(&question, LONGEST_QUESTION).1 {
        let detail = Some(format!("A question may have at most {LONGEST_QUESTION} characters."));
        return Err(EngineError::Refused { code: ErrorCode::MessageTooLong, detail });
    }
    let mut tx = conn.begin().await?;
    chatbots::lock_course(&mut tx, course.id).await?;
    if test_questions::list(&mut tx, chatbot.id).await?.len() >= MOST_QUESTIONS {
        return Err(EngineError::refused(ErrorCode::TooMany));
    }
    let stored = Stored { id: engine.parts.ids.new_id(), question, created_at: engine.parts.clock.now() };
    test_questions::insert(&mut tx, chatbot.id, &stored).await?;
    let detail = json!({"testId": stored.id});
    log(engine, &mut tx, caller, "test_question_added", (chatbot.id, course.id), detail).await?;
    tx.commit().await?;
    Ok(wire(stored))
}

pub(super) async fn delete(
    engine: &Engine,
    caller: UserId,
    chatbot: ChatbotId,
    test: Uuid,
) -> Result<(), EngineError> {
    let mut conn = engine.conn().await?;
    let (chatbot, course) = engine.editable_chatbot(&mut conn, caller, chatbot).await?;
    let mut tx = conn.begin().await?;
    if !test_questions::delete(&mut tx, chatbot.id, test).await? {
        return Err(EngineError::refused(ErrorCode::NotFound));
    }
    let detail = json!({"testId": test});
    log(engine, &mut tx, caller, "test_question_deleted", (chatbot.id, course.id), detail).await?;
    Ok(tx.commit().await?)
}

fn wire(stored: Stored) -> TestQuestion {
    TestQuestion { id: stored.id, question: stored.question, created_at: stored.created_at }
}
