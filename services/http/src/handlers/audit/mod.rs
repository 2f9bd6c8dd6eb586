//! `/audit/…`: the admins' routes.

pub mod citations;
mod csv;
mod documented;
mod parameters;
pub mod traces;
