//! Builds a model's history out of what is stored, so that every provider accepts it: each call has
//! exactly one result, no assistant message is empty, and it fits the model's context.

mod fit;

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::model::{ModelCall, ModelMessage};
use crate::text;

/// What a call is answered with when its turn ended before it had a result.
pub const NO_RESULT: &str = "This call has no result: the turn ended before it was run.";
/// What stands for the answer of a turn that ended without one: some providers refuse a question that
/// follows a question or a result.
pub const NOT_ANSWERED: &str = "(This question was not answered.)";
/// What stands for a question of which nothing can be read: providers refuse an empty one.
pub const NOT_READABLE: &str = "(This question cannot be read any more.)";
/// The longest name of a tool that every provider takes.
const LONGEST_NAME: usize = 64;
/// What stands for a result that may no longer be shown.
pub const NO_LONGER_AVAILABLE: &str = "This result is no longer available.";
/// What stands in later turns for a result that was true of its own.
pub const CALL_AGAIN: &str =
    "This result was for an earlier answer and may not be true any more. Call the tool again if you need it.";

/// A turn as it is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PastTurn {
    /// What the student said.
    pub question: String,
    /// What the model replied, in order.
    pub rounds: Vec<PastRound>,
}

/// A round as it is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PastRound {
    /// The reply's text, markers included.
    pub text: String,
    /// Its calls, in order.
    pub calls: Vec<PastCall>,
}

/// A call as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastCall {
    /// The provider's id.
    pub wire_id: String,
    /// The name that was run.
    pub name: String,
    /// The arguments that were run.
    pub arguments: String,
    /// What the model was given, if anything.
    pub output: Option<String>,
}

/// A history, and whether older turns were left out of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// The messages, system prompt first.
    pub messages: Vec<ModelMessage>,
    /// Whether older turns did not fit.
    pub shortened: bool,
}

/// Leaves results of earlier turns out that were true of their own turn only. `lasts` tells of a tool, by its name,
/// whether its results outlive their answer.
pub fn expire(turns: &mut [PastTurn], lasts: impl Fn(&str) -> bool) {
    let Some((_, earlier)) = turns.split_last_mut() else { return };
    let rounds = earlier.iter_mut().flat_map(|turn| &mut turn.rounds);
    for call in rounds.flat_map(|round| &mut round.calls).filter(|call| !lasts(&call.name)) {
        if call.output.as_deref().is_some_and(|output| output != NO_LONGER_AVAILABLE) {
            call.output = Some(CALL_AGAIN.to_owned());
        }
    }
}

/// Builds a history of about so many tokens. The last turn is the running one; it and the system prompt always stay.
/// Before it the oldest turns are left out, each whole; where it alone is too long, its oldest results are shortened.
pub fn build(system: &str, turns: &[PastTurn], room_tokens: u32) -> History {
    let mut left = i64::from(room_tokens) - tokens(system);
    let mut kept: Vec<Vec<ModelMessage>> = Vec::new();
    let mut shortened = false;
    let mut ids = BTreeSet::new();
    let written: Vec<Vec<ModelMessage>> = turns.iter().map(|turn| messages_of(turn, &mut ids)).collect();
    for (index, mut messages) in written.into_iter().enumerate().rev() {
        if kept.is_empty() {
            fit::shorten_results(&mut messages, left);
        }
        if index + 1 < turns.len() && !is_answered(&messages) {
            messages.push(ModelMessage::Assistant { text: NOT_ANSWERED.to_owned(), calls: Vec::new() });
        }
        left -= messages.iter().map(tokens_of).sum::<i64>();
        if left < 0 && !kept.is_empty() {
            shortened = true;
            break;
        }
        kept.push(messages);
    }
    let messages = std::iter::once(ModelMessage::System(system.to_owned()))
        .chain(kept.into_iter().rev().flatten())
        .collect();
    History { messages, shortened }
}

/// `ids` are those of all calls before this turn.
fn messages_of(turn: &PastTurn, ids: &mut BTreeSet<String>) -> Vec<ModelMessage> {
    let question = if turn.question.trim().is_empty() { NOT_READABLE } else { &turn.question };
    let mut messages = vec![ModelMessage::User(question.to_owned())];
    for round in &turn.rounds {
        if round.text.trim().is_empty() && round.calls.is_empty() {
            continue;
        }
        let ids: Vec<String> = round.calls.iter().map(|call| distinct_id(&call.wire_id, ids)).collect();
        let calls = round.calls.iter().zip(&ids).map(|(call, id)| ModelCall {
            id: id.clone(),
            name: sendable_name(&call.name),
            arguments: sendable_arguments(&call.arguments),
        });
        messages.push(ModelMessage::Assistant { text: round.text.clone(), calls: calls.collect() });
        messages.extend(round.calls.iter().zip(ids).map(|(call, call_id)| ModelMessage::ToolResult {
            call_id,
            output: call.output.clone().unwrap_or_else(|| NO_RESULT.to_owned()),
        }));
    }
    messages
}

fn is_answered(messages: &[ModelMessage]) -> bool {
    matches!(messages.last(), Some(ModelMessage::Assistant { calls, .. }) if calls.is_empty())
}

/// A call's id, made distinct where a provider gave it before.
fn distinct_id(wire_id: &str, seen: &mut BTreeSet<String>) -> String {
    let numbered = (1..).map(|number: u32| format!("{wire_id}_{number}"));
    let id = std::iter::once(wire_id.to_owned()).chain(numbered).find(|id| !seen.contains(id));
    let id = id.unwrap_or_default();
    seen.insert(id.clone());
    id
}

/// A name as every provider takes it back. Names of tools are; a call that was refused may have any.
fn sendable_name(name: &str) -> String {
    let sendable = |c: char| if c.is_ascii_alphanumeric() || c == '_' || c == '-' { c } else { '_' };
    let name: String = name.chars().take(LONGEST_NAME).map(sendable).collect();
    if name.is_empty() { "_".to_owned() } else { name }
}

/// Arguments as every provider takes them back: an object. They are stored as one; whatever became of the row, the
/// conversation goes on.
fn sendable_arguments(arguments: &str) -> String {
    let is_object = serde_json::from_str::<Map<String, Value>>(arguments).is_ok();
    if is_object { arguments.to_owned() } else { "{}".to_owned() }
}

/// About how many tokens the messages are.
pub(crate) fn tokens_of_all(messages: &[ModelMessage]) -> u32 {
    u32::try_from(messages.iter().map(tokens_of).sum::<i64>()).unwrap_or(u32::MAX)
}

fn tokens_of(message: &ModelMessage) -> i64 {
    match message {
        ModelMessage::System(text) | ModelMessage::User(text) => tokens(text),
        ModelMessage::Assistant { text, calls } => {
            tokens(text)
                + calls.iter().map(|call| tokens(&call.name) + tokens(&call.arguments) + 8).sum::<i64>()
        }
        ModelMessage::ToolResult { output, .. } => tokens(output),
    }
}

/// A few more for the message itself.
fn tokens(text: &str) -> i64 {
    i64::from(text::tokens(text)) + 4
}

#[cfg(test)]
mod tests;
