//! The Responses API: [`request`] is what is sent, [`event`] reads one event (a usual one [`usual`], faster), [`call`]
//! tells which copy is of which call, and [`reply`] puts the events together.

mod call;
mod event;
mod reply;
mod request;
mod usual;

pub use reply::ResponsesReply;
pub use request::body;
