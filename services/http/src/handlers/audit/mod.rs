//! `/audit/…`: the admins' routes.

pub mod citations;
mod csv;
mod parameters;
pub mod traces;
