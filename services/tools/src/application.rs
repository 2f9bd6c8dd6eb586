//! What a deployment tells its tools.

use std::sync::Arc;

use chatbot_core::embedder::Embedder;
use chatbot_store::search::CourseIndexes;

/// What a deployment tells its tools.
#[derive(Clone)]
pub struct ApplicationConfiguration {
    /// How many passages a search returns at most.
    pub search_results: u32,
    /// The indexes of courses in memory; one for all tools of a process.
    pub indexes: Arc<CourseIndexes>,
    /// What makes vectors of texts; without it searches go by words alone.
    pub embedder: Option<Arc<dyn Embedder>>,
}

impl Default for ApplicationConfiguration {
    fn default() -> Self {
        Self { search_results: 8, indexes: Arc::default(), embedder: None }
    }
}
