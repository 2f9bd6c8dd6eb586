//! Repairs the name of a tool that a model nearly hit: other case, `-` for `_`, a `functions.` prefix, or one
//! letter wrong, missing or too many. Only when exactly one granted tool is meant.

use chatbot_core::pipeline::{InvalidCall, InvalidCallResolver};
use chatbot_protocol::Resolution;

/// The resolver; off unless `REPAIR_TOOL_NAMES` is set.
#[derive(Clone, Copy, Debug, Default)]
pub struct NearMiss;

impl InvalidCallResolver for NearMiss {
    fn resolve(&self, call: &InvalidCall<'_>) -> Option<Resolution> {
        let called = plain(call.name);
        let same = |granted: &&String| plain(granted) == called;
        let near = |granted: &&String| is_one_edit_apart(&plain(granted), &called);
        let meant =
            only(call.granted.iter().filter(same)).or_else(|| only(call.granted.iter().filter(near)))?;
        Some(Resolution::Repair { to: meant.clone() })
    }
}

fn plain(name: &str) -> String {
    let name = name.trim().to_lowercase().replace('-', "_");
    name.strip_prefix("functions.").map(str::to_owned).unwrap_or(name)
}

fn only<'a>(mut found: impl Iterator<Item = &'a String>) -> Option<&'a String> {
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

fn is_one_edit_apart(one: &str, other: &str) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    if one.len().abs_diff(other.len()) > 1 {
        return false;
    }
    let same_start = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let same_end = one.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count();
    let longest = one.len().max(other.len());
    one != other && same_start + same_end >= longest - 1
}

#[cfg(test)]
mod tests {
    use chatbot_protocol::ToolChoice;

    use super::*;

    fn repaired(name: &str) -> Option<String> {
        let granted =
            ["course_material_search".to_owned(), "course_progress".to_owned(), "page_lookup".to_owned()];
        let choice = ToolChoice::Auto;
        let call =
            InvalidCall { index: 0, name, arguments: "{}", granted: &granted, choice: &choice, text: "" };
        match NearMiss.resolve(&call) {
            Some(Resolution::Repair { to }) => Some(to),
            _ => None,
        }
    }

    #[test]
    fn an_unambiguous_near_miss_is_repaired() {
        for name in [
            "Course_Material_Search",
            "course-material-search",
            "functions.course_material_search",
            "course_material_serch",
            "course_material_searchh",
            "course_materiel_search",
        ] {
            assert_eq!(repaired(name).as_deref(), Some("course_material_search"), "{name}");
        }
    }

    #[test]
    fn anything_further_away_is_left_to_the_policy() {
        for name in ["search", "course_material", "delete_everything", "", "functions.", "page_lok"] {
            assert_eq!(repaired(name), None, "{name}");
        }
    }
}
