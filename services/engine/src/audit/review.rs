//! An admin looked at a citation and notes what they think of it.

use chatbot_protocol::audit::{AuditedCitation, NewReview};
use chatbot_protocol::{ErrorCode, UserId};
use chatbot_store::audit::{self, find_row};
use serde_json::json;
use uuid::Uuid;

use super::access::{Deed, note, scope_of};
use super::wire;
use crate::engine::Engine;
use crate::error::EngineError;

/// The longest note, in characters.
const LONGEST_NOTE: usize = 2_000;

pub(super) async fn review(
    engine: &Engine,
    caller: UserId,
    id: Uuid,
    new: NewReview,
) -> Result<AuditedCitation, EngineError> {
    let mut conn = engine.conn().await?;
    let mut tx = conn.begin().await?;
    let scope = scope_of(&mut tx, caller).await?;
    let missing = || EngineError::refused(ErrorCode::NotFound);
    let row = find_row(&mut tx, &scope, id).await?.ok_or_else(missing)?;
    let note_text = new.note.trim();
    if note_text.chars().count() > LONGEST_NOTE || note_text.contains('\0') {
        return Err(invalid(format!("A note has at most {LONGEST_NOTE} characters.")));
    }
    if !row.cited {
        return Err(invalid("Only what an answer cites can be reviewed.".to_owned()));
    }
    if new.reviewed {
        let now = engine.parts.clock.now();
        let review = audit::NewReview { sentence: id, by: caller, note: note_text, now };
        audit::review(&mut tx, review).await?;
    } else {
        audit::take_back_review(&mut tx, id).await?;
    }
    let deed = Deed {
        action: if new.reviewed { "citation_reviewed" } else { "citation_review_taken_back" },
        subject_kind: "citation",
        subject: Some(id),
        course: Some(row.course),
        detail: json!({"turnId": row.turn}),
    };
    note(engine, &mut tx, caller, deed).await?;
    let row = find_row(&mut tx, &scope, id).await?.ok_or_else(missing)?;
    tx.commit().await?;
    Ok(wire::citation(row))
}

const fn invalid(detail: String) -> EngineError {
    EngineError::Refused { code: ErrorCode::InvalidRequest, detail: Some(detail) }
}
