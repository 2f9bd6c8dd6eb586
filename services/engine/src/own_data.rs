//! Students own their data: they are given all of it, and have it erased.

mod erase;
mod export;

use std::sync::Arc;

use async_trait::async_trait;
use chatbot_protocol::UserId;
use futures_util::stream::BoxStream;

use crate::engine::Engine;
use crate::error::EngineError;

/// A document, piece by piece.
pub type Document = BoxStream<'static, Result<Vec<u8>, EngineError>>;

/// What everybody can do with what is stored about them.
#[async_trait]
pub trait OwnData: Send + Sync {
    /// Everything that is stored about the caller, as one JSON document.
    async fn export(&self, caller: UserId) -> Result<Document, EngineError>;

    /// Erases it; answers that are being written are stopped first.
    async fn erase(&self, caller: UserId) -> Result<(), EngineError>;
}

#[async_trait]
impl OwnData for Arc<Engine> {
    async fn export(&self, caller: UserId) -> Result<Document, EngineError> {
        export::export(self, caller).await
    }

    async fn erase(&self, caller: UserId) -> Result<(), EngineError> {
        let erasing = Arc::clone(self);
        // A caller that goes away does not leave half of it behind.
        let erased = self.spawn(async move { erase::erase(&erasing, caller).await });
        erased.await.map_err(|_| EngineError::TaskDied)?
    }
}
