//! Judges the calls of a complete reply. Pure: given the reply, the policy of the round and what the impure
//! checks found (typed arguments, gate, nodes, requirements), it says what to do, what enters history, what
//! is asked again, and which budgets move. The engine executes.
//!
//! Read in the order of the passes: [`policy`], [`passes`] (name, edits, parse, schema), [`decide`]; and
//! [`done`](mod@done) for a reply without calls.

pub mod call;
pub mod decide;
pub mod done;
pub mod passes;
pub mod policy;
pub mod resolver;
pub mod schema;
pub mod strict_json;

pub use call::{Fault, JudgedCall, RequirementVerdict};
pub use decide::{Decision, Next, Outcome, decide};
pub use done::{CheckedSentence, DoneDecision, DoneNext, DonePolicy, DoneReply, answer_pattern, done};
pub use passes::{LONGEST_ARGUMENTS, read_calls, read_cut_off};
pub use policy::{Audience, Budgets, Disposition, RoundPolicy, choice_of_round};
pub use resolver::{InvalidCall, InvalidCallResolver};
pub use schema::{ArgumentSchema, NamedNode};

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
