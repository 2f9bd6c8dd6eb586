//! Integration stories.
