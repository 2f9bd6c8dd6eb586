//! What load is made with: a fast model server that follows a plan and checks every request it gets, and a lean
//! client.
//!
//! Nothing here may use a room of the workspace: the server under load is another process, known by its wire
//! alone. Start reading at [`model_server::ModelServer`].

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::missing_panics_doc,
    clippy::disallowed_methods,
    missing_docs,
    reason = "test support; there is no engine here that could spawn"
)]

pub mod client;
pub mod document;
pub mod model_server;
pub mod soak;
pub mod stage;
