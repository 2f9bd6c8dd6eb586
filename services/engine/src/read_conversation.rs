//! Reads chatbots and conversations for their student. What the student may no longer read of the course
//! is not in what they are given.

use std::collections::HashSet;

use chatbot_core::ToolRequirement;
use chatbot_protocol::api::{ChatbotSummary, Conversation, Disclaimer, Limits};
use chatbot_protocol::{
    ChatbotId, ConversationId, CourseId, ErrorCode, MessageId, PageId, Part, Role, UiMessage, UserId,
};
use chatbot_store::chatbots::{self, Chatbot};
use chatbot_store::courses::{self, Course};
use chatbot_store::in_force::InForce;
use chatbot_store::messages::{Message, Selection};
use chatbot_store::{PgConnection, authorization, conversations, feedback, in_force, messages, pages, turns};
use chrono::{DateTime, Utc};

use crate::engine::Engine;
use crate::error::EngineError;
use crate::opening::is_staff;

/// How many messages a page is given at once.
const MESSAGES_AT_ONCE: i64 = 50;

/// A chatbot and its course, if the caller may use it; else it does not exist for them.
pub(crate) async fn chatbot_for(
    conn: &mut PgConnection,
    caller: UserId,
    chatbot: ChatbotId,
    now: DateTime<Utc>,
) -> Result<(Chatbot, Course), EngineError> {
    let not_found = || EngineError::refused(ErrorCode::NotFound);
    let chatbot = chatbots::find(conn, chatbot).await?.ok_or_else(not_found)?;
    let course = course_for(conn, caller, chatbot.course_id, now).await?;
    Ok((chatbot, course))
}

/// What a conversation stands on, if `person` may use it.
pub(crate) async fn chatbot_in(
    conn: &mut PgConnection,
    person: UserId,
    conversation: ConversationId,
    now: DateTime<Utc>,
) -> Result<InForce, EngineError> {
    let found = in_force::find(conn, conversation).await?;
    let found = found.ok_or(EngineError::refused(ErrorCode::NotFound))?;
    may_read(conn, person, found.course.id, now).await?;
    Ok(found)
}

async fn course_for(
    conn: &mut PgConnection,
    caller: UserId,
    course: CourseId,
    now: DateTime<Utc>,
) -> Result<Course, EngineError> {
    may_read(conn, caller, course, now).await?;
    courses::find(conn, course).await?.ok_or(EngineError::refused(ErrorCode::NotFound))
}

/// A course that somebody may not read does not exist for them.
pub(crate) async fn may_read(
    conn: &mut PgConnection,
    caller: UserId,
    course: CourseId,
    now: DateTime<Utc>,
) -> Result<(), EngineError> {
    if authorization::allows(conn, caller, &ToolRequirement::CourseMaterial(course), now).await? {
        Ok(())
    } else {
        Err(EngineError::refused(ErrorCode::NotFound))
    }
}

pub(crate) async fn list_chatbots(
    engine: &Engine,
    caller: UserId,
    course: CourseId,
) -> Result<Vec<ChatbotSummary>, EngineError> {
    let mut conn = engine.conn().await?;
    let now = engine.parts.clock.now();
    let course = course_for(&mut conn, caller, course, now).await?;
    let mut chatbots = chatbots::list_enabled(&mut conn, course.id).await?;
    // What is closed stays in the list: its conversations can still be read.
    let is_ahead = |chatbot: &Chatbot| chatbot.config.opens_at.is_some_and(|opens| now < opens);
    if chatbots.iter().any(is_ahead) && !is_staff(&mut conn, caller, course.id).await? {
        chatbots.retain(|chatbot| !is_ahead(chatbot));
    }
    Ok(chatbots.into_iter().map(|chatbot| summary(engine, chatbot)).collect())
}

fn summary(engine: &Engine, chatbot: Chatbot) -> ChatbotSummary {
    let config = chatbot.config;
    ChatbotSummary {
        id: chatbot.id,
        name: chatbot.name,
        is_default: chatbot.is_default,
        initial_message: config.initial_message,
        disclaimer: config
            .disclaimer
            .map(|disclaimer| Disclaimer { text: disclaimer.text, version: disclaimer.version }),
        suggested_messages: config.suggested_messages,
        citation_policy: config.citation_policy,
        model: engine.model(config.model.as_deref()).profile().label.clone(),
    }
}

pub(crate) async fn read(
    engine: &Engine,
    caller: UserId,
    id: ConversationId,
    before: Option<&str>,
) -> Result<Conversation, EngineError> {
    let mut conn = engine.conn().await?;
    let now = engine.parts.clock.now();
    let not_found = || EngineError::refused(ErrorCode::NotFound);
    let stored = conversations::find_own(&mut conn, id, caller).await?.ok_or_else(not_found)?;
    let InForce { chatbot, course, .. } = chatbot_in(&mut conn, caller, id, now).await?;
    let before = match before {
        Some(wire_id) => {
            Some(messages::find(&mut conn, id, wire_id).await?.ok_or_else(not_found)?.order_number)
        }
        None => None,
    };
    // A turn that waits for its student is not being written.
    let open = turns::find_open(&mut conn, id).await?.filter(|open| !open.waits);
    let mut listed = messages::list_newest(&mut conn, id, before, MESSAGES_AT_ONCE + 1).await?;
    let earlier = listed.len().saturating_sub(usize::try_from(MESSAGES_AT_ONCE).unwrap_or(usize::MAX));
    listed.drain(..earlier);
    // The answer that is being written comes by its stream, whole.
    listed.retain(|message| open.is_none_or(|open| open.assistant_message_id != message.id));
    show_selections(&mut conn, &mut listed).await?;
    show_feedback(&mut conn, &mut listed).await?;
    let mut listed: Vec<UiMessage> = listed.into_iter().map(|message| message.wire).collect();
    redact(&mut conn, caller, course.id, now, &mut listed).await?;
    Ok(Conversation {
        id,
        title: stored.title,
        chatbot_id: stored.chatbot_id,
        created_at: stored.created_at,
        accepted_disclaimer_version: stored
            .accepted_disclaimer_version
            .and_then(|version| version.try_into().ok()),
        messages: listed,
        has_earlier: earlier > 0,
        open_turn_id: open.map(|open| open.id),
        limits: Limits { message_characters: chatbot.config.limits.message_characters },
    })
}

/// Puts what questions were asked about with them. What of it may be read is for [`redact`] to say.
pub(crate) async fn show_selections(
    conn: &mut PgConnection,
    messages: &mut [Message],
) -> Result<(), EngineError> {
    let questions = messages.iter().filter(|message| message.wire.role == Role::User);
    let questions: Vec<MessageId> = questions.map(|message| message.id).collect();
    for Selection { message, page, text } in messages::list_selections(conn, &questions).await? {
        if let Some(question) = messages.iter_mut().find(|question| question.id == message) {
            let metadata = question.wire.metadata.get_or_insert_default();
            metadata.page_id = Some(page);
            metadata.selection = Some(text);
        }
    }
    Ok(())
}

/// Puts what the student thinks of answers with them.
async fn show_feedback(conn: &mut PgConnection, messages: &mut [Message]) -> Result<(), EngineError> {
    let answers = messages.iter().filter(|message| message.wire.role == Role::Assistant);
    let answers: Vec<MessageId> = answers.map(|message| message.id).collect();
    for (id, feedback) in feedback::list(conn, &answers).await? {
        if let Some(answer) = messages.iter_mut().find(|answer| answer.id == id) {
            answer.wire.metadata.get_or_insert_default().feedback = Some(feedback);
        }
    }
    Ok(())
}

/// Takes title, place and text out of citations whose page the student may no longer read, and what was
/// selected on it.
pub(crate) async fn redact(
    conn: &mut PgConnection,
    caller: UserId,
    course: CourseId,
    now: DateTime<Utc>,
    messages: &mut [UiMessage],
) -> Result<(), EngineError> {
    let shown: HashSet<PageId> = messages.iter().flat_map(shown_pages).collect();
    if shown.is_empty() {
        return Ok(());
    }
    let shown: Vec<PageId> = shown.into_iter().collect();
    let visible = pages::which_visible(conn, caller, course, now, &shown).await?;
    let visible: HashSet<PageId> = visible.into_iter().collect();
    for message in messages.iter_mut() {
        match message.role {
            Role::User => redact_selection(message, &visible),
            Role::Assistant => redact_message(message, &visible),
        }
    }
    Ok(())
}

/// The pages of which a message holds text.
fn shown_pages(message: &UiMessage) -> impl Iterator<Item = PageId> {
    let cited = message.parts.iter().filter_map(|part| match part {
        Part::Citation { data, .. } => Some(data.page_id),
        _ => None,
    });
    cited.chain(message.metadata.as_ref().and_then(|metadata| metadata.page_id))
}

fn redact_selection(message: &mut UiMessage, visible: &HashSet<PageId>) {
    let page = message.metadata.as_ref().and_then(|metadata| metadata.page_id);
    if page.is_some_and(|page| !visible.contains(&page)) {
        message.metadata = None;
    }
}

fn redact_message(message: &mut UiMessage, visible: &HashSet<PageId>) {
    let mut closed = HashSet::new();
    for part in &mut message.parts {
        if let Part::Citation { id, data } = part
            && !visible.contains(&data.page_id)
        {
            closed.insert(*id);
            data.hide();
        }
    }
    message
        .parts
        .retain(|part| !matches!(part, Part::SourceUrl { source_id, .. } if closed.contains(source_id)));
}
