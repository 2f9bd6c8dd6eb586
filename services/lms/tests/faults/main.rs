//! The real program as processes on a real Postgres, with a model that can be held, cut and silenced: whatever
//! happens to a turn wherever, what was promised holds.
//!
//! A fixed sample runs with the other tests; `make matrix` and `make storm` run the whole.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    missing_docs,
    reason = "tests; there is no engine in this process that could spawn"
)]

mod cell;
mod checks;
mod crowds;
mod due;
mod faults;
mod home;
mod matrix;
mod page;
mod points;
mod relay;
mod server;
mod storm;
