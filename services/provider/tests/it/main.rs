//! The OpenAI-compatible client against a server that sends scripted bytes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests may")]

mod faults;
mod recordings;
mod server;
mod timing;
mod wire;
