//! Lists, reads and deletes chatbots, and chooses a course's default.

use std::collections::HashMap;

use chatbot_core::settings::settings_of;
use chatbot_protocol::manage::{ManagedChatbot, UsageToday};
use chatbot_protocol::{ChatbotId, CourseId, ErrorCode, UserId};
use chatbot_store::chatbot_usage::{self, Usage};
use chatbot_store::chatbots::{self, Chatbot};
use chatbot_store::courses::Course;
use chatbot_store::{PgConnection, StoreError, chatbot_versions};
use serde_json::json;

use super::saving::log;
use crate::engine::Engine;
use crate::error::EngineError;
use crate::insights;

pub(super) async fn list(
    engine: &Engine,
    caller: UserId,
    course: CourseId,
) -> Result<Vec<ManagedChatbot>, EngineError> {
    let mut conn = engine.conn().await?;
    let course = engine.editable_course(&mut conn, caller, course).await?;
    let used = used(engine, &mut conn, &course).await?;
    let mut managed = Vec::new();
    for chatbot in chatbots::list_all(&mut conn, course.id).await? {
        managed.push(with_usage(&mut conn, chatbot, &used).await?);
    }
    Ok(managed)
}

pub(super) async fn read(
    engine: &Engine,
    caller: UserId,
    chatbot: ChatbotId,
) -> Result<ManagedChatbot, EngineError> {
    let mut conn = engine.conn().await?;
    let (chatbot, course) = engine.editable_chatbot(&mut conn, caller, chatbot).await?;
    managed(engine, &mut conn, chatbot, &course).await
}

pub(super) async fn delete(engine: &Engine, caller: UserId, chatbot: ChatbotId) -> Result<(), EngineError> {
    let mut conn = engine.conn().await?;
    let (chatbot, course) = engine.editable_chatbot(&mut conn, caller, chatbot).await?;
    let mut tx = conn.begin().await?;
    chatbots::lock_course(&mut tx, course.id).await?;
    let all = chatbots::list_all(&mut tx, course.id).await?;
    let Some(now) = all.iter().find(|now| now.id == chatbot.id) else {
        return Err(EngineError::refused(ErrorCode::NotFound));
    };
    if now.is_default && all.len() > 1 {
        return Err(EngineError::refused(ErrorCode::DefaultNeeded));
    }
    chatbots::delete(&mut tx, chatbot.id, engine.parts.clock.now()).await?;
    let detail = json!({"version": now.version});
    log(engine, &mut tx, caller, "chatbot_deleted", (chatbot.id, course.id), detail).await?;
    tx.commit().await?;
    Ok(())
}

pub(super) async fn make_default(
    engine: &Engine,
    caller: UserId,
    chatbot: ChatbotId,
) -> Result<ManagedChatbot, EngineError> {
    let not_found = || EngineError::refused(ErrorCode::NotFound);
    let mut conn = engine.conn().await?;
    let (chatbot, course) = engine.editable_chatbot(&mut conn, caller, chatbot).await?;
    let mut tx = conn.begin().await?;
    chatbots::lock_course(&mut tx, course.id).await?;
    let chatbot = chatbots::find(&mut tx, chatbot.id).await?.ok_or_else(not_found)?;
    if !chatbot.is_default {
        chatbots::make_default(&mut tx, &chatbot).await?;
        log(engine, &mut tx, caller, "chatbot_made_default", (chatbot.id, course.id), json!({})).await?;
    }
    tx.commit().await?;
    managed(engine, &mut conn, Chatbot { is_default: true, ..chatbot }, &course).await
}

/// A chatbot as its teachers see it.
pub(super) async fn managed(
    engine: &Engine,
    conn: &mut PgConnection,
    chatbot: Chatbot,
    course: &Course,
) -> Result<ManagedChatbot, EngineError> {
    let used = used(engine, conn, course).await?;
    with_usage(conn, chatbot, &used).await
}

async fn with_usage(
    conn: &mut PgConnection,
    chatbot: Chatbot,
    used: &CourseUsage,
) -> Result<ManagedChatbot, EngineError> {
    let version = chatbot_versions::find(conn, chatbot.id, chatbot.version).await?;
    let version = version.ok_or(EngineError::refused(ErrorCode::NotFound))?;
    let today = used.today.get(&chatbot.id).copied().unwrap_or_default();
    let is_told = insights::is_told(today.students);
    Ok(ManagedChatbot {
        id: chatbot.id,
        course_id: chatbot.course_id,
        is_default: chatbot.is_default,
        version: chatbot.version.unsigned_abs(),
        settings: settings_of(&chatbot.name, chatbot.enabled, &chatbot.config),
        updated_at: version.created_at,
        updated_by: version.author,
        today: UsageToday {
            students: is_told.then(|| count(today.students)),
            messages: is_told.then(|| count(today.messages)),
            most_student_tokens: is_told.then_some(today.most_student_tokens.unsigned_abs()),
            course_tokens_this_month: used.month_tokens.unsigned_abs(),
        },
    })
}

/// What the chatbots of a course were used.
struct CourseUsage {
    today: HashMap<ChatbotId, Usage>,
    month_tokens: i64,
}

async fn used(engine: &Engine, conn: &mut PgConnection, course: &Course) -> Result<CourseUsage, StoreError> {
    let now = engine.parts.clock.now();
    let zone = &course.time_zone;
    Ok(CourseUsage {
        today: chatbot_usage::today(conn, course.id, zone, now).await?,
        month_tokens: chatbot_usage::month_tokens(conn, course.id, zone, now).await?,
    })
}

fn count(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
