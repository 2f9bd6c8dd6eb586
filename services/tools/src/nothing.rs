//! Arguments that models leave out in many ways.

use serde::{Deserialize, Deserializer};

/// Whether a text stands for nothing at all.
pub(crate) fn is_nothing(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    matches!(text.as_str(), "" | "null" | "none" | "nil" | "n/a" | "undefined" | "-")
}

/// A text, or nothing.
pub(crate) fn optional_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    Ok(text.map(|text| text.trim().to_owned()).filter(|text| !is_nothing(text)))
}
