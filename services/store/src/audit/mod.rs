//! What admins see of citations, calls and turns. Every query names the courses that the admin audits
//! ([`Scope`]): what lies elsewhere does not exist for them. Lists are read by keyset, newest first.

mod access_log;
mod calls;
mod citation;
mod citation_keys;
mod citation_rows;
mod filter;
mod keys;
mod names;
mod page_now;
mod rates;
mod reviews;
mod scope;
mod turns;

pub use access_log::{LogFilter, LogRow, list_log};
pub use calls::{CallFilter, CallRow, list_call_keys, list_calls, list_calls_of_turn};
pub use citation::{CitedPlace, PassageThenRow, TurnContext, find_passage, find_place, find_turn_context};
pub use citation_keys::{Keyed, count, list_keys};
pub use citation_rows::{CitationRow, ReviewRow, find_row, list_rows};
pub use filter::CitationFilter;
pub use keys::Key;
pub use names::{ChatbotRow, NamedRow, list_chatbots, list_courses, list_teachers};
pub use page_now::{PageNow, nearest_now};
pub use rates::{RateBy, RateRow, list_models, list_rates, roll_up};
pub use reviews::{NewReview, review, take_back_review};
pub use scope::Scope;
pub use turns::{BroughtPassage, RoundRow, TurnFacts, find_turn_facts, list_brought, list_rounds};

use chatbot_protocol::data_part::Verdict;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A word of the database as a type; a constraint guards that it is one.
fn word<T: DeserializeOwned>(word: &str) -> Option<T> {
    serde_json::from_value(Value::String(word.to_owned())).ok()
}

fn verdict(text: &str) -> Option<Verdict> {
    word(text)
}
