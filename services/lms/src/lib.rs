//! The demo LMS: a small but real learning management system that mounts the chatbot.
//!
//! It shows and proves the embedding: people who sign in, courses, chapters and pages that open and close,
//! roles, the import of a folder of Markdown, and the server into which the chatbot is mounted. Its tables
//! (schema `lms`) are the relations of the contract that a host must offer; what the chatbot must never see
//! (passwords, sessions) is in schema `lms_demo`.
//!
//! It must never let page text out but through `chatbot.visible_pages`, nor listen to other machines while
//! there are people with the published password.
//!
//! Start reading at [`cli`] (what the binary can do), then [`serve`] (the server), [`import`] (courses from
//! Markdown) and [`demo`] (the people and courses to try things with).

pub mod cli;
pub mod database;
pub mod default_chatbot;
pub mod demo;
pub mod error;
pub mod import;
pub mod markdown;
pub mod rows;
pub mod serve;
pub mod settings;
pub mod system;
#[cfg(feature = "otlp")]
pub mod traces;

pub use error::LmsError;
pub use settings::Settings;
