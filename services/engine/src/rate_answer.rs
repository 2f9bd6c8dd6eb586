//! What students think of answers that ended.

use chatbot_protocol::insights::Feedback;
use chatbot_protocol::{ErrorCode, MessageId, UserId};
use chatbot_store::{PgConnection, feedback};

use crate::engine::Engine;
use crate::error::EngineError;

/// The longest comment, in characters.
const LONGEST_COMMENT: usize = 2_000;

/// Says what the caller thinks of an answer of theirs; gives it as it is kept.
pub(crate) async fn rate_answer(
    engine: &Engine,
    caller: UserId,
    answer: MessageId,
    given: Feedback,
) -> Result<Feedback, EngineError> {
    let kept = Feedback { comment: given.comment.as_deref().map_or(Ok(None), comment)?, ..given };
    let mut conn = engine.conn().await?;
    let mut tx = conn.begin().await?;
    lock(&mut tx, caller, answer).await?;
    feedback::put(&mut tx, answer, caller, &kept, engine.parts.clock.now()).await?;
    tx.commit().await?;
    Ok(kept)
}

/// Takes back what the caller said; nothing happens where they said nothing.
pub(crate) async fn take_back_rating(
    engine: &Engine,
    caller: UserId,
    answer: MessageId,
) -> Result<(), EngineError> {
    let mut conn = engine.conn().await?;
    let mut tx = conn.begin().await?;
    lock(&mut tx, caller, answer).await?;
    feedback::delete(&mut tx, answer).await?;
    Ok(tx.commit().await?)
}

/// The answer, if it is the caller's own and has ended.
async fn lock(tx: &mut PgConnection, caller: UserId, answer: MessageId) -> Result<(), EngineError> {
    let found = feedback::lock_answer(tx, answer, caller).await?;
    let found = found.ok_or(EngineError::refused(ErrorCode::NotFound))?;
    found.open_turn.map_or(Ok(()), |open_turn| Err(EngineError::TurnInProgress { open_turn }))
}

/// A comment without the white space around it; an empty one is none.
fn comment(written: &str) -> Result<Option<String>, EngineError> {
    let written = written.trim();
    if written.contains('\0') {
        return Err(EngineError::refused(ErrorCode::InvalidMessage));
    }
    if written.chars().count() > LONGEST_COMMENT {
        let detail = Some(format!("A comment has at most {LONGEST_COMMENT} characters."));
        return Err(EngineError::Refused { code: ErrorCode::InvalidRequest, detail });
    }
    Ok((!written.is_empty()).then(|| written.to_owned()))
}
