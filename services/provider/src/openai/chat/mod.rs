//! Chat Completions: [`request`] is what is sent, [`chunk`] reads one chunk (a usual one [`usual`], faster), and
//! [`reply`] puts the chunks together.

mod chunk;
mod reply;
mod request;
mod usual;

pub use reply::ChatReply;
pub use request::body;
