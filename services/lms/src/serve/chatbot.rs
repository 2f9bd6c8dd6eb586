//! Where the chatbot is mounted.

use std::sync::Arc;

use actix_web::web::{Data, ServiceConfig};
use chatbot_core::clock::{Clock, Ids};
use sqlx::PgPool;

use crate::{LmsError, Settings};

/// What the chatbot needs while the server runs.
#[derive(Debug, Default)]
pub struct Chatbot {}

impl Chatbot {
    /// Builds it; called once, after the migrations.
    #[expect(
        clippy::unused_async,
        reason = "the chatbot will have to ask the database here"
    )]
    pub async fn build(
        _settings: &Settings,
        _pool: &PgPool,
        _clock: Arc<dyn Clock>,
        _ids: Arc<dyn Ids>,
    ) -> Result<Self, LmsError> {
        Ok(Self {})
    }

    /// Ends what is still being answered; called when the server stops, before its workers do.
    #[expect(
        clippy::unused_async,
        reason = "the chatbot will have to wait for its turns here"
    )]
    pub async fn stop(&self) {}
}

/// Adds the chatbot's routes. The caller of a request is [`super::auth::caller`].
pub fn mount(_config: &mut ServiceConfig, _chatbot: &Data<Chatbot>) {}
