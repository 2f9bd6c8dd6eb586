//! Rows as they go out.

use chatbot_core::pipeline::RequirementVerdict;
use chatbot_protocol::UserId;
use chatbot_protocol::audit::{AuditedCitation, CallTrace, Person, RequirementTrace, Review};
use chatbot_protocol::{Part, UiMessage};
use chatbot_store::audit::{CallRow, CitationRow};

pub(super) fn person((id, name): (UserId, Option<String>)) -> Person {
    Person { id, name: name.unwrap_or_default() }
}

pub(super) fn citation(row: CitationRow) -> AuditedCitation {
    AuditedCitation {
        id: row.id,
        turn_id: row.turn,
        course_id: row.course,
        course: row.course_title.unwrap_or_default(),
        chatbot_id: row.chatbot,
        chatbot: row.chatbot_name,
        model: row.model,
        tool: row.tool,
        page_id: row.page,
        page: row.page_title,
        sentence: row.sentence,
        quote: row.quote,
        verdict: row.verdict,
        score: row.score,
        freshness: row.freshness,
        cited: row.cited,
        at: row.at,
        review: row.review.map(|review| Review {
            by: review.by.map(person),
            at: review.at,
            note: review.note,
        }),
        erased: row.erased,
    }
}

pub(super) fn call(row: CallRow) -> CallTrace {
    let unless_erased = |text: String| (!row.erased).then_some(text);
    CallTrace {
        id: row.id,
        attempt: count(row.attempt),
        name: row.name,
        arguments: unless_erased(row.arguments),
        effective_name: row.effective_name,
        effective_arguments: unless_erased(row.effective_arguments),
        disposition: row.disposition,
        audience: row.audience,
        reject: row.reject,
        log_reason: row.log_reason.and_then(unless_erased),
        requirements: requirements(&row.requirements),
        requirements_at_run: row.requirements_at_run.as_deref().map(requirements),
        version: count(row.version),
        status: row.status,
        output: row.output.and_then(unless_erased),
        started_at: row.started_at,
        ended_at: row.ended_at,
    }
}

fn requirements(verdicts: &[RequirementVerdict]) -> Vec<RequirementTrace> {
    let trace = |verdict: &RequirementVerdict| RequirementTrace {
        requirement: verdict.requirement.to_string(),
        met: verdict.holds,
    };
    verdicts.iter().map(trace).collect()
}

/// What a message says; none when it says nothing.
pub(super) fn text_of(message: &UiMessage) -> Option<String> {
    let texts = message.parts.iter().filter_map(|part| match part {
        Part::Text { text, .. } => Some(text.as_str()),
        _ => None,
    });
    let text = texts.collect::<Vec<_>>().join("\n\n");
    (!text.is_empty()).then_some(text)
}

/// A number that the database guards to be none below zero.
pub(super) fn count(number: i32) -> u32 {
    u32::try_from(number).unwrap_or(0)
}
