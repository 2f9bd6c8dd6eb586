//! Reading the LMS: who may do what, what is found, how far somebody is. A database per test.

#![allow(
    clippy::unwrap_used,
    clippy::wildcard_imports,
    clippy::format_collect,
    reason = "helpers of tests may, as tests may"
)]

mod authorization;
mod budgets;
mod citing;
mod contract;
mod course_index;
mod freshness;
mod freshness_measured;
mod local_times;
mod migrations;
mod outline;
mod progress;
mod search;
mod search_indexes;
mod search_vectors;
mod state_items;
mod world;
