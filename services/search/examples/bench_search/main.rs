//! Measures the search: how well it finds (xquad in three languages, beside plain BM25), how fast it is
//! and how much memory it takes at 100,000 passages. `make bench-search` runs it in release.
//!
//! The question sets are found by `SHARED_DATA`. With `EMBEDDINGS_BASE_URL` and `EMBEDDINGS_MODEL`
//! it measures with vectors, too.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::cast_precision_loss,
    missing_docs,
    reason = "a measuring program, not part of the product"
)]

mod bm25;
mod meaning;
mod quality;
mod speed;

use std::path::PathBuf;

#[allow(clippy::disallowed_methods, reason = "a measuring program reads its settings here")]
pub fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

fn main() {
    let named = setting("SHARED_DATA").map(PathBuf::from);
    let data =
        named.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"));
    let only = std::env::args().nth(1);
    if only.as_deref() != Some("speed") {
        quality::measure(&data.join("xquad"), meaning::Meaning::from_settings().as_ref());
    }
    if only.as_deref() != Some("quality") {
        speed::measure(&data.join("xquad"));
    }
}
