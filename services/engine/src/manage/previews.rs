//! Conversations in which settings are tried, saved or not. They run as any other; who acts in them is as whom they are
//! tried, so that what the teacher sees is what that person would see.

use chatbot_core::ChatbotConfig;
use chatbot_core::settings::config_of;
use chatbot_protocol::audit::TurnTrace;
use chatbot_protocol::manage::{NewPreview, Preview, ViewAs};
use chatbot_protocol::{ChatbotId, ConversationId, ErrorCode, UserId};
use chatbot_store::chatbots::Chatbot;
use chatbot_store::courses::Course;
use chatbot_store::{Conn, StoreError, erasure, previews};

use super::saving::checked;
use crate::audit;
use crate::engine::Engine;
use crate::error::EngineError;
use crate::opening::check_trial;

/// What is tried, by whom and as whom.
#[derive(Clone)]
pub(super) struct Trial {
    pub author: UserId,
    pub chatbot: Chatbot,
    pub course: Course,
    pub view_as: ViewAs,
    pub name: String,
    pub config: ChatbotConfig,
}

pub(super) async fn begin(
    engine: &Engine,
    caller: UserId,
    chatbot: ChatbotId,
    new: NewPreview,
) -> Result<Preview, EngineError> {
    let mut conn = engine.conn().await?;
    let (chatbot, course) = engine.editable_chatbot(&mut conn, caller, chatbot).await?;
    let on = &chatbot.config.allowed_tools;
    let settings = checked(engine, &mut conn, (caller, course.id), new.settings, on).await?;
    check_trial(&course, new.view_as)?;
    let config = config_of(&settings, &chatbot.config, 1);
    let trial = Trial { author: caller, chatbot, course, view_as: new.view_as, name: settings.name, config };
    let (conversation_id, _) = open(engine, &mut conn, &trial).await?;
    Ok(Preview { conversation_id, view_as: new.view_as })
}

/// What happened in the newest turn of the caller's own preview. Nobody is named in it: who acted is no person.
pub(super) async fn trace(
    engine: &Engine,
    caller: UserId,
    conversation: ConversationId,
) -> Result<TurnTrace, EngineError> {
    let not_found = || EngineError::refused(ErrorCode::NotFound);
    engine.acting(caller, conversation).await?;
    let mut conn = engine.conn().await?;
    previews::find_own(&mut conn, conversation, caller).await?.ok_or_else(not_found)?;
    let turn = previews::newest_turn(&mut conn, conversation).await?.ok_or_else(not_found)?;
    let mut trace = audit::turn::trace(&mut conn, turn).await?.ok_or_else(not_found)?;
    trace.student = None;
    for call in trace.rounds.iter_mut().flat_map(|round| &mut round.calls) {
        call.output = None;
    }
    Ok(trace)
}

/// Begins the conversation of a trial; gives it and who acts in it.
pub(super) async fn open(
    engine: &Engine,
    conn: &mut Conn,
    trial: &Trial,
) -> Result<(ConversationId, UserId), StoreError> {
    let now = engine.parts.clock.now();
    let mut tx = conn.begin().await?;
    erasure::lock_student(&mut tx, trial.author).await?;
    let person = match trial.view_as {
        ViewAs::Me => trial.author,
        ViewAs::Student => previews::person_of(&mut tx, trial.course.id, engine.parts.ids.new_id()).await?,
    };
    let new = previews::NewPreview {
        id: ConversationId(engine.parts.ids.new_id()),
        chatbot: trial.chatbot.id,
        author: trial.author,
        view_as: trial.view_as,
        person,
        name: &trial.name,
        config: &trial.config,
        now,
    };
    previews::insert(&mut tx, new).await?;
    tx.commit().await?;
    Ok((new.id, person))
}
