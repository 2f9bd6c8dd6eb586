//! What a deployment tells its tools.

/// What a deployment tells its tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApplicationConfiguration {
    /// How many passages a search returns at most.
    pub search_results: u32,
}

impl Default for ApplicationConfiguration {
    fn default() -> Self {
        Self { search_results: 8 }
    }
}
