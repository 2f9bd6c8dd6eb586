//! The handlers, by what they are about.

pub mod audit;
pub mod chat;
pub mod chatbots;
pub mod conversations;
pub mod feedback;
pub mod insights;
pub mod limits;
pub mod manage;
pub mod own_data;
