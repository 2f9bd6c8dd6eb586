//! One citation with everything about it.

use chatbot_core::citation::CitedPassage;
use chatbot_protocol::audit::{CitationDetail, PassageNow, PassageThen};
use chatbot_protocol::{CitationId, CourseId, ErrorCode, UserId};
use chatbot_store::PgConnection;
use chatbot_store::audit::{
    CitedPlace, PassageThenRow, find_passage, find_place, find_row, find_turn_context, list_calls,
    nearest_now,
};
use serde_json::json;
use uuid::Uuid;

use super::access::{Deed, note, scope_of};
use super::wire::{self, count, text_of};
use crate::engine::Engine;
use crate::error::EngineError;

pub(super) async fn read(engine: &Engine, caller: UserId, id: Uuid) -> Result<CitationDetail, EngineError> {
    let missing = || EngineError::refused(ErrorCode::NotFound);
    let mut conn = engine.conn().await?;
    let mut tx = conn.begin().await?;
    let scope = scope_of(&mut tx, caller).await?;
    let row = find_row(&mut tx, &scope, id).await?.ok_or_else(missing)?;
    let context = find_turn_context(&mut tx, row.turn).await?.ok_or_else(missing)?;
    let place = if row.cited { find_place(&mut tx, id).await? } else { Some(unused(id)) };
    let place = place.ok_or_else(missing)?;
    let then = match place.citation {
        Some(citation) => find_passage(&mut tx, citation).await?,
        None => None,
    };
    let (mut call, mut now) = (None, None);
    if let Some(then) = &then {
        call = list_calls(&mut tx, &[then.call.0]).await?.pop().map(wire::call);
        now = page_now(engine, &mut tx, (caller, row.course), then, &place).await?;
    }
    let deed = Deed {
        action: "citation_viewed",
        subject_kind: "citation",
        subject: Some(id),
        course: Some(row.course),
        detail: json!({"turnId": row.turn}),
    };
    note(engine, &mut tx, caller, deed).await?;
    tx.commit().await?;
    Ok(CitationDetail {
        row: wire::citation(row),
        student: context.student.map(wire::person),
        conversation_id: context.conversation,
        question: context.question.as_ref().and_then(text_of),
        answer: context.answer,
        span: place.span,
        then: then.map(|then| passage_then(then, place.cited_text)),
        now,
        call,
        version: count(context.version),
        citation_policy: context.config.citation_policy,
    })
}

/// Where a passage stands that was not cited: nowhere in the answer.
const fn unused(id: Uuid) -> CitedPlace {
    CitedPlace { citation: Some(CitationId(id)), span: None, cited_text: None, now_page: None }
}

fn passage_then(row: PassageThenRow, cited_text: Option<String>) -> PassageThen {
    PassageThen {
        title: row.title,
        chapter: row.chapter,
        section: row.section,
        text: row.text,
        cited_text,
        revision: row.revision,
    }
}

async fn page_now(
    engine: &Engine,
    conn: &mut PgConnection,
    (reader, course): (UserId, CourseId),
    then: &PassageThenRow,
    place: &CitedPlace,
) -> Result<Option<PassageNow>, EngineError> {
    let now = engine.parts.clock.now();
    let cited = CitedPassage {
        page: then.page,
        anchor: &then.anchor,
        text: &then.text,
        hash: then.hash,
        span: place.cited_text.as_deref(),
    };
    let page = place.now_page.unwrap_or(then.page);
    let found = nearest_now(conn, reader, course, now, page, &cited).await?;
    Ok(found.map(|found| PassageNow {
        page_id: found.page,
        title: found.title,
        url: found.url,
        text: found.text,
        revision: found.revision,
        open: found.open,
    }))
}
