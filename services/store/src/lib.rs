//! Keeps and finds rows: schema `chatbot`, and the views of schema `lms` that it reads.
//!
//! A module per table or view; functions take `&mut PgConnection`, so that whoever calls decides what is
//! one transaction. Rows never go on the wire. No page text leaves this room but through the SQL function
//! `chatbot.visible_pages`. Start reading at [`turns`], or at [`search`] for how pages are found.

pub mod audit;
pub mod audit_log;
pub mod authorization;
pub mod chatbot_usage;
pub mod chatbot_versions;
pub mod chatbots;
pub mod citation_rechecks;
pub mod citations;
pub mod cited_sentences;
mod conn;
pub mod contract;
pub mod conversations;
pub mod course_index;
pub mod courses;
pub mod erasure;
pub mod error;
pub mod export;
pub mod feedback;
pub mod freshness;
pub mod glossary;
pub mod in_force;
pub mod insights;
pub mod instances;
pub mod jobs;
pub mod leases;
pub mod limit_standings;
pub mod local_times;
pub mod lost_connections;
pub mod message_times;
pub mod messages;
pub mod migrations;
pub mod new_turns;
pub mod nodes;
pub mod open_calls;
pub mod outline;
pub mod pages;
pub mod passage_vectors;
pub mod passages;
pub mod past_turns;
pub mod previews;
pub mod progress;
pub mod rounds;
pub mod search;
pub mod state_items;
mod stored_parts;
pub mod test_questions;
pub mod test_runs;
pub mod tool_calls;
pub mod turn_events;
pub mod turns;
pub mod turns_to_carry;
pub mod usage_ledger;

pub use conn::Conn;
pub use error::StoreError;
pub use sqlx::PgConnection;
