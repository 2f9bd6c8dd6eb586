//! What a teacher's prompt can name: `{course}`, `{chatbot}`, `{language}`, `{today}`.
//!
//! Nothing about the student is among them: a prompt cannot send a name to a model. Braces that hold
//! anything else stay as they are, and so do those of formulas (`\text{max}`, `x^{ab}`); `{{course}}` is the
//! word in single braces.

use std::sync::LazyLock;

use regex::{Captures, Regex};

/// The names.
pub const VARIABLES: [&str; 4] = ["course", "chatbot", "language", "today"];

#[allow(clippy::unwrap_used, reason = "a literal that the tests compile")]
static BRACED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?<before>^|[^\w\\^}])(?:\{\{(?<literal>[a-z][a-z_]+)\}\}|\{(?<name>[a-z][a-z_]+)\})")
        .unwrap()
});

/// What the variables stand for.
#[derive(Clone, Copy, Debug)]
pub struct Values<'a> {
    /// The course's title.
    pub course: &'a str,
    /// The chatbot's name.
    pub chatbot: &'a str,
    /// The course's language, a BCP 47 tag.
    pub language: &'a str,
    /// The day where the course is, `2026-09-01`.
    pub today: &'a str,
}

impl Values<'_> {
    fn of(&self, name: &str) -> Option<&str> {
        match name {
            "course" => Some(self.course),
            "chatbot" => Some(self.chatbot),
            "language" => Some(self.language),
            "today" => Some(self.today),
            _ => None,
        }
    }
}

/// The prompt with its variables filled in.
pub fn fill(prompt: &str, values: &Values<'_>) -> String {
    let filled = BRACED.replace_all(prompt, |found: &Captures<'_>| {
        let before = &found["before"];
        match (found.name("literal"), found.name("name")) {
            (Some(literal), _) => format!("{before}{{{}}}", literal.as_str()),
            (None, Some(name)) => match values.of(name.as_str()) {
                Some(value) => format!("{before}{value}"),
                None => found[0].to_owned(),
            },
            (None, None) => found[0].to_owned(),
        }
    });
    filled.into_owned()
}

/// The names in single braces that are no variables, each once.
pub fn unknown(prompt: &str) -> Vec<&str> {
    let names = BRACED.captures_iter(prompt).filter_map(|found| found.name("name"));
    let mut unknown = Vec::new();
    for name in names.map(|name| name.as_str()) {
        if !VARIABLES.contains(&name) && !unknown.contains(&name) {
            unknown.push(name);
        }
    }
    unknown
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALUES: Values<'static> =
        Values { course: "Databases", chatbot: "Guide", language: "en", today: "2026-09-01" };

    #[test]
    fn variables_are_filled_and_other_braces_stay() {
        for (prompt, filled) in [
            ("{course}: you are {chatbot}.", "Databases: you are Guide."),
            ("{course}{today}", "Databases{today}"),
            ("Write {{course}} for it.", "Write {course} for it."),
            (r"\text{course} and x^{today}", r"\text{course} and x^{today}"),
            (r#"{"course": {}} {Course} {x} { course }"#, r#"{"course": {}} {Course} {x} { course }"#),
            ("{student_name}", "{student_name}"),
            ("On {today} in {language}", "On 2026-09-01 in en"),
        ] {
            assert_eq!(fill(prompt, &VALUES), filled, "{prompt}");
        }
    }

    #[test]
    fn a_value_is_never_read_for_variables() {
        let values = Values { course: "{today}", ..VALUES };
        assert_eq!(fill("{course}", &values), "{today}");
    }

    #[test]
    fn names_that_are_no_variables_are_told_once() {
        let prompt = r"{course} {student_first_name} {today} {student_first_name} \text{max} {{literal}} {x}";
        assert_eq!(unknown(prompt), ["student_first_name"]);
    }
}
