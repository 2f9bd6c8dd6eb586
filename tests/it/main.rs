//! Stories: the whole chatbot over real HTTP and a real Postgres, with a scripted model.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod answers;
mod audit;
mod awaiting;
mod bad_requests;
mod citation_cases;
mod citations;
mod conversations;
mod dead_instances;
mod dropped;
mod edits;
mod faults;
mod feedback;
mod freshness;
mod gates;
mod history;
mod hostile_calls;
mod house;
mod insights;
mod instances;
mod interruptions;
mod limits;
mod limits_spent;
mod logs;
mod long_conversations;
mod manage;
mod manage_trying;
mod open_turns;
mod openapi;
mod operations;
mod own_data;
mod pipeline;
mod random_turns;
mod routes;
mod scripts;
mod search;
mod slow_tools;
mod small_pool;
mod tools;
mod tools_glossary;
mod tools_material;
mod tools_state;
mod tools_structure;
mod visibility;
mod worked_rounds;
