//! What the model does for a request.

use serde::Deserialize;
use serde_json::Value;

/// What stands before a plan in a question: `What is a key? #model {"tokens": 100, "rate": 50}`.
const SIGN: &str = "#model ";

/// One turn of the model: calls, as long as the question has not got `rounds` of them, then an answer.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Plan {
    /// How many pieces of text the answer has.
    pub tokens: usize,
    /// Pieces a second; 0 for all at once.
    pub rate: f64,
    /// The wait before the first piece.
    pub first_delay_ms: u64,
    /// The answer's very words; a piece per word.
    pub text: Option<String>,
    /// The calls of a round, side by side.
    pub calls: Vec<Call>,
    /// How many rounds of calls come before the answer.
    pub rounds: usize,
    /// How many pieces of text come before the calls of a round.
    pub say: usize,
    /// Whether the answer repeats and cites what the calls of this question returned.
    pub cite: bool,
    /// What goes wrong.
    pub fault: Option<Fault>,
    /// Where the reply waits until it is let go.
    pub hold: Vec<Hold>,
}

/// A call.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    pub name: String,
    /// An object, or a text that is sent as it is.
    pub arguments: Value,
}

/// What goes wrong with a reply. `after` counts pieces of text.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Fault {
    /// Says nothing any more, and keeps the socket open.
    Silent { after: usize },
    /// Cuts the socket.
    Cut { after: usize },
    /// Ends the response properly, but says no reason to finish.
    Unfinished { after: usize },
    /// Reports an error inside the stream.
    Reported { after: usize },
    /// Answers with this status.
    Status {
        status: u16,
        #[serde(default)]
        retry_after: Option<u64>,
    },
}

/// A place where a reply waits: before the first piece with `after` 0.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hold {
    pub gate: String,
    pub after: usize,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            tokens: 20,
            rate: 0.0,
            first_delay_ms: 0,
            text: None,
            calls: Vec::new(),
            rounds: 1,
            say: 0,
            cite: true,
            fault: None,
            hold: Vec::new(),
        }
    }
}

impl Plan {
    /// An answer of so many pieces, so many a second.
    pub fn answer(tokens: usize, rate: f64) -> Self {
        Self { tokens, rate, ..Self::default() }
    }

    /// An answer of these words.
    pub fn saying(text: &str) -> Self {
        Self { text: Some(text.to_owned()), ..Self::default() }
    }

    /// The same after a round of calls.
    #[must_use]
    pub fn calling(mut self, name: &str, arguments: Value) -> Self {
        self.calls.push(Call { name: name.to_owned(), arguments });
        self
    }

    #[must_use]
    pub fn with_fault(self, fault: Fault) -> Self {
        Self { fault: Some(fault), ..self }
    }

    #[must_use]
    pub fn holding(mut self, gate: &str, after: usize) -> Self {
        self.hold.push(Hold { gate: gate.to_owned(), after });
        self
    }

    /// The plan in a question, the usual one when there is none, or what is wrong with it.
    pub(super) fn in_question(question: &str) -> Result<Self, String> {
        let Some((_, rest)) = question.rsplit_once(SIGN) else { return Ok(Self::default()) };
        let first = serde_json::Deserializer::from_str(rest).into_iter().next();
        first
            .unwrap_or_else(|| Ok(Self::default()))
            .map_err(|error| format!("the plan cannot be read: {error}"))
    }
}

impl Call {
    pub(super) fn arguments(&self) -> String {
        self.arguments.as_str().map_or_else(|| self.arguments.to_string(), str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_stands_behind_its_sign_and_what_follows_it_does_not_count() {
        let plan =
            Plan::in_question(r#"What? #model {"tokens": 7, "fault": {"cut": {"after": 3}}} and more"#);
        let plan = plan.unwrap();
        assert_eq!(plan.tokens, 7);
        assert!(matches!(plan.fault, Some(Fault::Cut { after: 3 })));
        assert_eq!(Plan::in_question("What?").unwrap().tokens, 20);
        assert!(Plan::in_question(r#"#model {"token": 7}"#).unwrap_err().contains("token"));
    }
}
