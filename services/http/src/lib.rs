//! Lets a host mount the chatbot: routes, the caller, errors, and the stream.
//!
//! A handler reads as a list of checks, then one use case of the engine. Nothing here decides what a turn
//! does, and status codes stand in [`error`] alone. Start reading at [`routes`].

mod body;
pub mod error;
pub mod handlers;
pub mod host_auth;
pub mod openapi;
pub mod request;
pub mod routes;
pub mod state;
pub mod stream;
mod unreadable;

pub use body::BODY_TIME;
pub use error::EXPOSED_HEADERS;
pub use host_auth::{AuthFault, HostAuth};
pub use openapi::openapi;
pub use routes::configure;
pub use state::HttpState;
