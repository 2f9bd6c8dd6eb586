//! What stories are told with: a world of people and pages, a model that follows a script and checks every
//! request it gets, a fixed clock, counted ids, and the chatbot served over real HTTP.
//!
//! Start reading at [`app::TestApp`].

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::missing_panics_doc,
    missing_docs,
    reason = "test support"
)]

pub mod app;
pub mod asking;
pub mod documented;
pub mod elsewhere;
pub mod fixed;
pub mod lossy_wire;
pub mod model;
pub mod unruly;
pub mod waiting;
pub mod wire;
pub mod world;
