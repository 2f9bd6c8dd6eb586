//! Whether the course's material answered a question: decided by what was found and cited, and by how the answer says
//! that it has nothing.

/// How English and Finnish answers say that the material has nothing on something.
const SAYS_SO: &[&str] = &[
    "could not find",
    "couldn't find",
    "did not find",
    "didn't find",
    "cannot find",
    "can't find",
    "found nothing",
    "no information",
    "no mention",
    "not mentioned",
    "not covered",
    "not discussed",
    "not in the course material",
    "does not mention",
    "doesn't mention",
    "does not cover",
    "doesn't cover",
    "does not contain",
    "doesn't contain",
    "does not say",
    "doesn't say",
    "do not mention",
    "do not cover",
    "do not contain",
    "do not say",
    "ei löyt",
    "en löyt",
    "ei kerrota",
    "ei kerro",
    "ei mainita",
    "ei mainitse",
    "ei käsit",
    "ei sisällä",
    "ei ole kurssimateriaalissa",
    "ei vastaa tähän",
];

/// Whether an answer says that the material has nothing on what was asked.
pub fn says_so(answer: &str) -> bool {
    let answer = answer.to_lowercase().replace('’', "'");
    SAYS_SO.iter().any(|words| answer.contains(words))
}

/// What is known of a finished answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is seen on its own")]
pub struct Outcome {
    /// Whether material was looked for.
    pub searched: bool,
    /// Whether that found something.
    pub found: bool,
    /// Whether the answer cites something.
    pub cites: bool,
    /// Whether the material did not confirm the answer, or a part of it.
    pub unconfirmed: bool,
    /// Whether the answer says that the material has nothing.
    pub says_so: bool,
}

impl Outcome {
    /// Whether the material did not answer.
    pub const fn is_unanswered(self) -> bool {
        self.unconfirmed || (self.searched && !self.cites && (!self.found || self.says_so))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_say_that_there_is_nothing_in_english_and_finnish() {
        for answer in [
            "The course material does not mention quantum computers.",
            "I couldn’t find anything about that.",
            "Kurssimateriaalista ei löytynyt tästä mitään.",
            "Sivuilla ei mainita tätä.",
        ] {
            assert!(says_so(answer), "{answer}");
        }
        for answer in ["A key identifies every row.", "Pääavain yksilöi rivin."] {
            assert!(!says_so(answer), "{answer}");
        }
    }

    #[test]
    fn a_question_is_unanswered_when_nothing_was_found_said_or_confirmed() {
        let searched = Outcome { searched: true, ..Outcome::default() };
        for (outcome, unanswered) in [
            (Outcome::default(), false),
            (searched, true),
            (Outcome { found: true, ..searched }, false),
            (Outcome { found: true, says_so: true, ..searched }, true),
            (Outcome { found: true, cites: true, says_so: true, ..searched }, false),
            (Outcome { says_so: true, ..Outcome::default() }, false),
            (Outcome { unconfirmed: true, cites: true, ..searched }, true),
        ] {
            assert_eq!(outcome.is_unanswered(), unanswered, "{outcome:?}");
        }
    }
}
