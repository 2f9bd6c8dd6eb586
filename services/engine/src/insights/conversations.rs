//! Conversations as teachers may read them: names masked, without persons and times, each look logged.

use chatbot_core::mask::Mask;
use chatbot_core::{Action, text};
use chatbot_protocol::api::ListPage;
use chatbot_protocol::insights::{AnonymousConversation, AnonymousMessages};
use chatbot_protocol::{ChatbotId, CourseId, ErrorCode, Part, Role, UiMessage, UserId};
use chatbot_store::audit_log::{self, NewEntry};
use chatbot_store::insights::anonymous;
use chatbot_store::{PgConnection, messages};
use serde_json::json;
use uuid::Uuid;

use super::FEW;
use crate::engine::Engine;
use crate::error::EngineError;

/// The longest page of a list.
const LONGEST_PAGE: u32 = 100;
/// The most messages of a conversation that are shown: its newest.
const MOST_MESSAGES: i64 = 500;
/// How much of the first question is shown, in characters.
const OPENING: usize = 160;

pub(super) async fn list(
    engine: &Engine,
    caller: UserId,
    course: CourseId,
    chatbot: Option<ChatbotId>,
    cursor: Option<&str>,
    limit: u32,
) -> Result<ListPage<AnonymousConversation>, EngineError> {
    let mut conn = engine.conn().await?;
    engine.admit(&mut conn, caller, Action::Edit, course).await?;
    let after = cursor.map(Uuid::parse_str).transpose().map_err(|_| EngineError::Refused {
        code: ErrorCode::InvalidRequest,
        detail: Some("The cursor is not one that this list gave.".to_owned()),
    })?;
    let limit = limit.clamp(1, LONGEST_PAGE) as usize;
    let mut tx = conn.begin().await?;
    log(&mut tx, engine, caller, course, ("list_conversations", "course", course.0)).await?;
    let few = i64::try_from(FEW).unwrap_or(i64::MAX);
    let mut listed = Vec::new();
    // Where only a few ever asked, each of them can be told by what they asked.
    if anonymous::count_students(&mut tx, course, few).await? >= few {
        let one_more = i64::try_from(limit + 1).unwrap_or(i64::MAX);
        listed = anonymous::list(&mut tx, course, chatbot, after, one_more).await?;
    }
    let mask = mask(&mut tx, course).await?;
    tx.commit().await?;
    let more = listed.len() > limit;
    listed.truncate(limit);
    let next_cursor = listed.last().filter(|_| more).map(|last| last.anonymous_id.to_string());
    let items = listed.into_iter().map(|one| AnonymousConversation {
        id: one.anonymous_id,
        chatbot: one.chatbot,
        opening: text::shortened(&mask.apply(&one.opening), OPENING),
        day: one.day,
        questions: one.questions,
    });
    Ok(ListPage { items: items.collect(), next_cursor })
}

pub(super) async fn read(
    engine: &Engine,
    caller: UserId,
    course: CourseId,
    id: Uuid,
) -> Result<AnonymousMessages, EngineError> {
    let mut conn = engine.conn().await?;
    engine.admit(&mut conn, caller, Action::Edit, course).await?;
    let mut tx = conn.begin().await?;
    let few = i64::try_from(FEW).unwrap_or(i64::MAX);
    let found = if anonymous::count_students(&mut tx, course, few).await? < few {
        None
    } else {
        anonymous::find(&mut tx, course, id).await?
    };
    let conversation = found.ok_or(EngineError::refused(ErrorCode::NotFound))?;
    // Who looked is written down before anything is shown.
    let about = ("read_conversation", "conversation", conversation.0);
    log(&mut tx, engine, caller, course, about).await?;
    let listed = messages::list_newest(&mut tx, conversation, None, MOST_MESSAGES).await?;
    let mask = mask(&mut tx, course).await?;
    tx.commit().await?;
    let listed: Vec<UiMessage> = listed.into_iter().map(|message| message.wire).collect();
    let of_answers =
        mask.for_answers_to(listed.iter().filter(|said| said.role == Role::User).flat_map(texts));
    let shown = listed.into_iter().enumerate().map(|(place, message)| {
        let mask = if message.role == Role::User { &mask } else { &of_answers };
        masked(place, message, mask)
    });
    Ok(AnonymousMessages { messages: shown.collect() })
}

async fn log(
    tx: &mut PgConnection,
    engine: &Engine,
    caller: UserId,
    course: CourseId,
    (action, subject_kind, subject): (&str, &str, Uuid),
) -> Result<(), EngineError> {
    let entry = NewEntry {
        id: engine.parts.ids.new_id(),
        actor: Some(caller),
        action,
        subject_kind,
        subject: Some(subject),
        course: Some(course),
        detail: json!({}),
        now: engine.parts.clock.now(),
    };
    Ok(audit_log::insert(tx, entry).await?)
}

async fn mask(conn: &mut PgConnection, course: CourseId) -> Result<Mask, EngineError> {
    let names = anonymous::list_names(conn, course).await?;
    Ok(Mask::of(names.iter().map(String::as_str)))
}

fn texts(message: &UiMessage) -> impl Iterator<Item = &str> {
    message.parts.iter().filter_map(|part| match part {
        Part::Text { text, .. } => Some(text.as_str()),
        _ => None,
    })
}

/// A message with what was said and cited, and nothing else: no times, no ids that lead elsewhere, no calls.
fn masked(place: usize, message: UiMessage, mask: &Mask) -> UiMessage {
    let mut changed = false;
    let mut parts: Vec<Part> = Vec::new();
    for part in message.parts {
        match part {
            Part::Text { text, streaming } => {
                let shown = mask.apply(&text);
                changed |= shown != text;
                parts.push(Part::Text { text: shown, streaming });
            }
            Part::Citation { .. } | Part::SourceUrl { .. } | Part::Notice { .. } => parts.push(part),
            _ => {}
        }
    }
    if changed {
        // They count the characters of the text as it was.
        for part in &mut parts {
            if let Part::Citation { data, .. } = part {
                data.spans.clear();
            }
        }
    }
    UiMessage { id: format!("m{}", place + 1), role: message.role, metadata: None, parts }
}
