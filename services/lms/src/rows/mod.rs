//! Rows that the server reads and writes. Page text comes through `chatbot.visible_pages` only.

pub mod courses;
pub mod pages;
pub mod people;
pub mod sessions;
