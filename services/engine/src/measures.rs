//! What an operator can measure, reported to the `metrics` facade: the host decides who collects it, and without a
//! collector nothing happens. The one place with the names and labels.
//!
//! Labels come from sets that we know: states, codes, verdicts, names of tools that there are. No id, no person and
//! no text is ever a label. Nothing is counted per piece of text: a stream costs the same with and without.

use std::time::Duration;

use chatbot_core::turn::{TurnEnd, TurnState};
use chatbot_protocol::ErrorCode;
use chatbot_protocol::data_part::{Usage, Verdict};
use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};

use crate::engine::Engine;

const OPEN_STREAMS: &str = "chatbot_open_streams";
const TURNS: &str = "chatbot_turns_total";
const TURN_DURATION: &str = "chatbot_turn_duration_seconds";
const FIRST_DELTA: &str = "chatbot_first_delta_seconds";
const TOKENS: &str = "chatbot_tokens_total";
const TOOL_CALLS: &str = "chatbot_tool_calls_total";
const TOOL_RUN_DURATION: &str = "chatbot_tool_run_duration_seconds";
const MODEL_REQUESTS: &str = "chatbot_model_requests_total";
const MODEL_REQUEST_DURATION: &str = "chatbot_model_request_duration_seconds";
const CITATIONS: &str = "chatbot_citations_total";
const TAKEOVERS: &str = "chatbot_takeovers_total";
const REFUSALS: &str = "chatbot_refusals_total";
const LIMITS_REACHED: &str = "chatbot_limits_reached_total";
const LEASES: &str = "chatbot_leases_held";
const LOG_AGE: &str = "chatbot_log_oldest_unsaved_seconds";
const LOG_CHARACTERS: &str = "chatbot_log_unsaved_characters";
const LOG_SAVE_DURATION: &str = "chatbot_log_save_duration_seconds";
const LOG_SAVE_FAILURES: &str = "chatbot_log_save_failures_total";
const POOL: &str = "chatbot_pool_connections";
const POOL_SIZE: &str = "chatbot_pool_size";
const POOL_WAIT: &str = "chatbot_pool_wait_seconds";
const POOL_TIMEOUTS: &str = "chatbot_pool_timeouts_total";

/// Tells the collector what each measure means. Called once, after the host installed its collector.
pub fn describe() {
    for (name, about) in [
        (TURNS, "turns that ended or began to wait, by state and error code"),
        (TOKENS, "tokens as the provider counted them, by direction"),
        (TOOL_CALLS, "calls that a model made, by tool and what was decided about them"),
        (MODEL_REQUESTS, "requests to a model, by outcome"),
        (CITATIONS, "cited sentences that were held against their passages, by verdict"),
        (TAKEOVERS, "turns taken over from an instance that was gone, by what came of them"),
        (REFUSALS, "messages and answers that were refused, by error code"),
        (LIMITS_REACHED, "messages and requests to a model that a limit of use refused, by limit"),
        (LOG_SAVE_FAILURES, "times that events of turns could not be stored"),
        (POOL_TIMEOUTS, "times that no connection was to be had"),
    ] {
        describe_counter!(name, about);
    }
    for (name, about) in [
        (TURN_DURATION, "from the accepted message to the end of its turn on this instance"),
        (FIRST_DELTA, "from the accepted message to the first text of its answer"),
        (TOOL_RUN_DURATION, "how long a tool ran, by tool and outcome"),
        (MODEL_REQUEST_DURATION, "from a request to the end of its reply"),
        (LOG_SAVE_DURATION, "how long it took to store the events of all turns once"),
        (POOL_WAIT, "how long a connection was waited for"),
    ] {
        describe_histogram!(name, Unit::Seconds, about);
    }
    for (name, about) in [
        (OPEN_STREAMS, "responses that follow an answer"),
        (LEASES, "turns that this instance carries"),
        (LOG_AGE, "age of the oldest event that is not stored"),
        (LOG_CHARACTERS, "characters of answers that are not stored"),
        (POOL, "connections to the database, by state"),
        (POOL_SIZE, "the most connections that there may be"),
    ] {
        describe_gauge!(name, about);
    }
}

impl Engine {
    /// Sets the measures that stand for a moment; called right before they are read.
    #[expect(clippy::cast_precision_loss, reason = "counts of what is in memory")]
    pub fn measure(&self) {
        let running = self.running.list();
        let unsaved: Vec<(Duration, usize)> =
            running.iter().filter_map(|turn| turn.log.saving()?.backlog()).collect();
        let oldest = unsaved.iter().map(|(age, _)| *age).max().unwrap_or_default();
        gauge!(LEASES).set(running.len() as f64);
        gauge!(LOG_AGE).set(oldest);
        gauge!(LOG_CHARACTERS).set(unsaved.iter().map(|(_, characters)| *characters).sum::<usize>() as f64);
        let pool = &self.parts.pool;
        let idle = pool.num_idle();
        gauge!(POOL, "state" => "idle").set(idle as f64);
        gauge!(POOL, "state" => "in_use").set((pool.size() as usize).saturating_sub(idle) as f64);
        gauge!(POOL_SIZE).set(pool.options().get_max_connections());
    }
}

pub(crate) fn stream_opened() {
    gauge!(OPEN_STREAMS).increment(1.0);
}

pub(crate) fn stream_closed() {
    gauge!(OPEN_STREAMS).decrement(1.0);
}

pub(crate) fn turn_ended(end: TurnEnd, took: Duration) {
    let code = if let TurnEnd::Failed(code) = end { code.as_str() } else { "" };
    turn_left(TurnState::Ended(end), code, took);
}

pub(crate) fn turn_waits(took: Duration) {
    turn_left(TurnState::AwaitingStudent, "", took);
}

fn turn_left(state: TurnState, code: &'static str, took: Duration) {
    counter!(TURNS, "state" => state.as_str(), "code" => code).increment(1);
    histogram!(TURN_DURATION, "state" => state.as_str()).record(took);
}

pub(crate) fn first_delta(after: Duration) {
    histogram!(FIRST_DELTA).record(after);
}

pub(crate) fn tokens(usage: Usage) {
    counter!(TOKENS, "direction" => "input").increment(usage.input_tokens.into());
    counter!(TOKENS, "direction" => "output").increment(usage.output_tokens.into());
}

/// A call that was judged; `tool` is the name of one that there is.
pub(crate) fn tool_called(tool: Option<&str>, disposition: &'static str) {
    let tool = tool.unwrap_or("unknown").to_owned();
    counter!(TOOL_CALLS, "tool" => tool, "disposition" => disposition).increment(1);
}

pub(crate) fn tool_ran(tool: &str, succeeded: bool, lasted: Duration) {
    let outcome = if succeeded { "done" } else { "failed" };
    histogram!(TOOL_RUN_DURATION, "tool" => tool.to_owned(), "outcome" => outcome).record(lasted);
}

pub(crate) fn model_asked(outcome: &'static str, took: Duration) {
    counter!(MODEL_REQUESTS, "outcome" => outcome).increment(1);
    histogram!(MODEL_REQUEST_DURATION).record(took);
}

pub(crate) fn cited(verdict: Verdict) {
    counter!(CITATIONS, "verdict" => verdict.as_str()).increment(1);
}

pub(crate) fn taken_over(outcome: &'static str) {
    counter!(TAKEOVERS, "outcome" => outcome).increment(1);
}

pub(crate) fn refused(code: ErrorCode) {
    counter!(REFUSALS, "code" => code.as_str()).increment(1);
}

/// A message or a request to a model was refused because a limit of this name was reached.
pub(crate) fn limit_reached(limit: &'static str) {
    counter!(LIMITS_REACHED, "limit" => limit).increment(1);
}

pub(crate) fn log_saved(took: Duration, succeeded: bool) {
    histogram!(LOG_SAVE_DURATION).record(took);
    if !succeeded {
        counter!(LOG_SAVE_FAILURES).increment(1);
    }
}

pub(crate) fn connection_waited_for(took: Duration, error: Option<&sqlx::Error>) {
    histogram!(POOL_WAIT).record(took);
    if let Some(sqlx::Error::PoolTimedOut) = error {
        counter!(POOL_TIMEOUTS).increment(1);
    }
}
