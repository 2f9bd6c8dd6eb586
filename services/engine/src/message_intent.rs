//! What a message asks for: to be answered, to take the place of another one, or to be told what was answered before.

use chatbot_protocol::send_message::Trigger;
use chatbot_protocol::{ErrorCode, MessageId, Part, Role, UiMessage};
use chatbot_store::PgConnection;
use chatbot_store::messages::{self, Message};
use chatbot_store::turns::{self, TurnRow};

use crate::conversations::SubmitMessage;
use crate::error::EngineError;

/// What a message asks for, after a look at what is stored.
pub(crate) enum Intent {
    /// A turn answers it already.
    Replay(TurnRow),
    /// A new message at the end.
    Append,
    /// A new message in the place of another and all that follows it.
    Replace { from: i32 },
    /// The answer to this stored message once more.
    Again { question: Message },
}

impl Intent {
    /// The place from which on messages count no more once this one is answered.
    pub fn supersedes_from(&self) -> Option<i32> {
        match self {
            Self::Append | Self::Replay(_) => None,
            Self::Replace { from } => Some(*from),
            Self::Again { question } => Some(question.order_number + 1),
        }
    }

    /// The message that is answered, where it is stored.
    pub fn stored_question(&self) -> Option<MessageId> {
        match self {
            Self::Again { question } => Some(question.id),
            Self::Append | Self::Replay(_) | Self::Replace { .. } => None,
        }
    }
}

/// What it asks for, as things are now.
pub(crate) async fn intent_of(
    conn: &mut PgConnection,
    message: &SubmitMessage,
) -> Result<Intent, EngineError> {
    match message.trigger {
        Trigger::RegenerateMessage => regeneration(conn, message).await,
        Trigger::SubmitMessage => submission(conn, message).await,
    }
}

async fn submission(conn: &mut PgConnection, message: &SubmitMessage) -> Result<Intent, EngineError> {
    let known = match &message.client_id {
        Some(id) => messages::find(conn, message.conversation, id).await?,
        None => None,
    };
    if let Some(known) = &known
        && known.wire.role == Role::User
        && text_of(&known.wire) == message.text
    {
        let turn = turns::find_by_question(conn, known.id).await?;
        return Ok(turn.map_or(Intent::Again { question: known.clone() }, Intent::Replay));
    }
    match (&message.message_id, known) {
        (None, None) => Ok(Intent::Append),
        (None, Some(_)) => Err(EngineError::refused(ErrorCode::MessageIdReused)),
        (Some(edited), _) => {
            let edited = messages::find(conn, message.conversation, edited).await?;
            match edited {
                Some(edited) if edited.wire.role == Role::User => {
                    Ok(Intent::Replace { from: edited.order_number })
                }
                Some(_) => Err(EngineError::refused(ErrorCode::NotFound)),
                None => Err(missing(conn, message).await?),
            }
        }
    }
}

/// Why the message that is to be changed is not there: it was changed before, in another tab, or never was.
async fn missing(conn: &mut PgConnection, message: &SubmitMessage) -> Result<EngineError, EngineError> {
    let id = message.message_id.as_deref().unwrap_or_default();
    let changed = messages::was_superseded(conn, message.conversation, id).await?;
    Ok(EngineError::refused(if changed { ErrorCode::MessageChanged } else { ErrorCode::NotFound }))
}

async fn regeneration(conn: &mut PgConnection, message: &SubmitMessage) -> Result<Intent, EngineError> {
    let conversation = message.conversation;
    let up_to = match &message.message_id {
        Some(id) => {
            let Some(named) = messages::find(conn, conversation, id).await? else {
                return Err(missing(conn, message).await?);
            };
            named.order_number
        }
        None => i32::MAX,
    };
    let stored = match &message.client_id {
        Some(id) => messages::find(conn, conversation, id).await?,
        None => None,
    };
    match (stored, messages::last_question(conn, conversation, up_to).await?) {
        // The client's last message never arrived: it is stored first.
        (None, _) if message.client_id.is_some() && !message.text.is_empty() => Ok(Intent::Append),
        (_, Some(question)) => Ok(Intent::Again { question }),
        (_, None) => Err(EngineError::refused(ErrorCode::NotFound)),
    }
}

fn text_of(message: &UiMessage) -> String {
    let texts: Vec<&str> = message
        .parts
        .iter()
        .filter_map(|part| match part {
            Part::Text { text, .. } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    texts.join("\n\n")
}
