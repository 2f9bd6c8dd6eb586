//! The OpenAI-compatible client, by both of its APIs, against a server that sends scripted bytes, and the offline model.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests may")]

mod asking;
mod embeddings;
mod faults;
mod offline;
mod offline_choice;
mod offline_course;
mod offline_follow_ups;
mod offline_gaps;
mod offline_measured;
mod offline_overview;
mod offline_state;
mod recordings;
mod responses_calls;
mod responses_recordings;
mod responses_wire;
mod server;
mod shared_data;
mod timing;
mod wire;
mod wire_calls;
