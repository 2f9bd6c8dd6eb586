//! `/manage/…`: the teachers' routes.

pub mod chatbots;
pub mod trying;
pub mod versions;
