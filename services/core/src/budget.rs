//! How much of a budget is set aside for a request, before anybody knows what it costs. Estimates are cautious: what is
//! not used is given back.

use chatbot_protocol::data_part::Usage;

use crate::config::LimitsConfig;
use crate::history;
use crate::model::{ModelCall, ModelRequest, ToolSpec};
use crate::text;

/// What the first request of a turn takes beside the question and the reply: our own rules, tools, a little history.
const FIRST_REQUEST: u32 = 2_000;
/// The longest reply where the budget is nearly used up.
pub const SHORT_REPLY: u32 = 1_024;

/// What a provider wraps a request in.
const WRAPPING: u32 = 500;

/// How a model's context is shared, in tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// For the system prompt and the messages.
    pub history: u32,
    /// For the reply: as long as it may be, and never more than half of the context.
    pub reply: u32,
}

impl Room {
    /// Shares a context between the reply, the tools and the history.
    pub fn of(context_tokens: u32, tools: &[ToolSpec], longest_reply: u32) -> Self {
        let reply = longest_reply.min(context_tokens / 2);
        let taken = reply.saturating_add(tokens_of_tools(tools)).saturating_add(WRAPPING);
        Self { history: context_tokens.saturating_sub(taken), reply }
    }
}

/// About how many tokens the tools are that a request offers.
fn tokens_of_tools(tools: &[ToolSpec]) -> u32 {
    let each = tools.iter().map(|tool| {
        let parameters = text::tokens(&tool.parameters.to_string());
        text::tokens(&tool.name).saturating_add(text::tokens(&tool.description)).saturating_add(parameters)
    });
    each.fold(0, u32::saturating_add)
}

/// What is set aside for a request, in tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reserve {
    /// For the request itself.
    pub input: u32,
    /// For its reply.
    pub output: u32,
}

impl Reserve {
    /// For a message that is accepted now; how long its first request will be is not known yet.
    pub fn for_message(question: &str, limits: &LimitsConfig) -> Self {
        Self { input: FIRST_REQUEST.saturating_add(text::tokens(question)), output: limits.output_tokens }
    }

    /// For a request that is ready to be sent.
    pub fn for_request(request: &ModelRequest) -> Self {
        let messages = history::tokens_of_all(&request.messages);
        let input = messages.saturating_add(tokens_of_tools(&request.tools));
        Self { input, output: request.max_output_tokens.unwrap_or_default() }
    }

    /// Both together.
    pub const fn tokens(self) -> u32 {
        self.input.saturating_add(self.output)
    }
}

/// What a request cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent {
    /// In tokens.
    pub tokens: u32,
    /// Whether the provider did not tell.
    pub is_estimate: bool,
}

impl Spent {
    /// Nothing: the provider did not take the request.
    pub const NOTHING: Self = Self { tokens: 0, is_estimate: false };

    /// What the provider told, or an estimate by the request and what came in reply. A reply that is said to have
    /// cost nothing at all was not counted.
    pub fn of(told: Option<Usage>, reserve: Reserve, reply: &str, calls: &[ModelCall]) -> Self {
        let told = told.map(|usage| usage.input_tokens.saturating_add(usage.output_tokens));
        if let Some(tokens) = told.filter(|tokens| *tokens > 0) {
            return Self { tokens, is_estimate: false };
        }
        let calls = calls.iter().map(|call| text::tokens(&call.name) + text::tokens(&call.arguments));
        let output = calls.fold(text::tokens(reply), u32::saturating_add);
        Self { tokens: reserve.input.saturating_add(output), is_estimate: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESERVE: Reserve = Reserve { input: 1_000, output: 500 };

    #[test]
    fn what_the_provider_tells_counts_and_else_an_estimate_that_says_so() {
        let told = Usage { input_tokens: 70, output_tokens: 7 };
        assert_eq!(Spent::of(Some(told), RESERVE, "whatever", &[]), Spent { tokens: 77, is_estimate: false });
        for unknown in [None, Some(Usage::default())] {
            let spent = Spent::of(unknown, RESERVE, "a reply of thirty bytes or so.", &[]);
            assert_eq!(spent, Spent { tokens: 1_010, is_estimate: true });
        }
    }

    #[test]
    fn calls_count_where_nobody_told() {
        let call =
            ModelCall { id: "c".into(), name: "search".into(), arguments: "{\"query\":\"key\"}".into() };
        assert_eq!(Spent::of(None, RESERVE, "", &[call]).tokens, 1_000 + 2 + 5);
    }

    #[test]
    fn a_longer_question_sets_more_aside() {
        let limits = LimitsConfig::default();
        let short = Reserve::for_message("Keys?", &limits).tokens();
        assert!(Reserve::for_message(&"Keys? ".repeat(500), &limits).tokens() > short + 900);
    }

    #[test]
    fn a_context_is_shared_between_reply_tools_and_history() {
        let tool = ToolSpec {
            name: "a".repeat(30),
            description: "b".repeat(300).into(),
            parameters: serde_json::json!({"c": "d".repeat(600)}).into(),
            strict: false,
        };
        assert_eq!(Room::of(32_000, &[], 4_096), Room { history: 27_404, reply: 4_096 });
        let with_tools = Room::of(32_000, &[tool.clone(), tool], 4_096);
        assert_eq!(with_tools, Room { history: 27_404 - 2 * (10 + 100 + 202), reply: 4_096 });
        assert_eq!(
            Room::of(8_000, &[], 100_000),
            Room { history: 3_500, reply: 4_000 },
            "no reply takes all"
        );
        assert_eq!(Room::of(0, &[], 64), Room { history: 0, reply: 0 });
    }
}
