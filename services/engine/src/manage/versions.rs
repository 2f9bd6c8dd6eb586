//! The diary of a chatbot: its versions, and how an older one comes into force again.

use chatbot_core::settings::{changes, settings_of};
use chatbot_protocol::api::ListPage;
use chatbot_protocol::manage::{ChatbotSettings, ChatbotVersion, ManagedChatbot};
use chatbot_protocol::{ChatbotId, ErrorCode, UserId};
use chatbot_store::chatbot_versions::{self, ChatbotVersion as Stored};

use super::chatbots::managed;
use super::saving::{checked, in_force, write};
use crate::cursor;
use crate::engine::Engine;
use crate::error::EngineError;

/// The longest page of the list.
const LONGEST_PAGE: u32 = 100;

pub(super) async fn list(
    engine: &Engine,
    caller: UserId,
    chatbot: ChatbotId,
    cursor: Option<&str>,
    limit: u32,
) -> Result<ListPage<ChatbotVersion>, EngineError> {
    let before = cursor.map(str::parse::<i32>).transpose().map_err(|_| cursor::unknown())?;
    let mut conn = engine.conn().await?;
    let (chatbot, _) = engine.editable_chatbot(&mut conn, caller, chatbot).await?;
    let limit = limit.clamp(1, LONGEST_PAGE) as usize;
    let one_more = i64::try_from(limit + 1).unwrap_or(i64::MAX);
    // The one more is also what the last one of the page is compared with.
    let found = chatbot_versions::list(&mut conn, chatbot.id, before, one_more).await?;
    let items: Vec<ChatbotVersion> = found
        .iter()
        .take(limit)
        .enumerate()
        .map(|(index, version)| entry(version, found.get(index + 1)))
        .collect();
    let more = found.len() > limit;
    let next_cursor = items.last().filter(|_| more).map(|last| last.version.to_string());
    Ok(ListPage { items, next_cursor })
}

fn entry(version: &Stored, before: Option<&Stored>) -> ChatbotVersion {
    let settings = settings_in(version);
    ChatbotVersion {
        version: version.version.unsigned_abs(),
        author: version.author.clone(),
        created_at: version.created_at,
        changes: before.map(|before| changes(&settings_in(before), &settings)).unwrap_or_default(),
        settings,
    }
}

fn settings_in(version: &Stored) -> ChatbotSettings {
    settings_of(&version.name, version.enabled, &version.config)
}

pub(super) async fn restore(
    engine: &Engine,
    caller: UserId,
    chatbot: ChatbotId,
    from: u32,
    version: u32,
) -> Result<ManagedChatbot, EngineError> {
    let not_found = || EngineError::refused(ErrorCode::NotFound);
    let mut conn = engine.conn().await?;
    let (chatbot, course) = engine.editable_chatbot(&mut conn, caller, chatbot).await?;
    in_force(&chatbot, version)?;
    let from = i32::try_from(from).map_err(|_| not_found())?;
    let former = chatbot_versions::find(&mut conn, chatbot.id, from).await?.ok_or_else(not_found)?;
    let on = &chatbot.config.allowed_tools;
    let settings = checked(engine, &mut conn, (caller, course.id), settings_in(&former), on).await?;
    let action = "chatbot_restored";
    let saved = write(engine, &mut conn, caller, chatbot, &settings, &former.config, action).await?;
    managed(engine, &mut conn, saved, &course).await
}
