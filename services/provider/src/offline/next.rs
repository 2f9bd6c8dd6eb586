//! The next questions: one for each section that the answer was found in.

use chatbot_core::model::{ModelMessage, ModelRequest};
use chatbot_core::next_questions::{INSTRUCTION, SECTIONS};

use super::text::language::{self, Speech};

/// The questions, when it is those that are asked for.
pub fn questions(request: &ModelRequest) -> Option<String> {
    let [ModelMessage::System(system), ModelMessage::User(asked)] = request.messages.as_slice() else {
        return None;
    };
    if system != INSTRUCTION {
        return None;
    }
    let sections = asked.rsplit_once(SECTIONS).map_or("", |(_, sections)| sections);
    let question = asked.lines().next().unwrap_or_default();
    let ask = |section: &str| match language::of(question, &request.language) {
        Speech::Finnish => format!("Mitä muuta sivulla ”{section}” sanotaan?"),
        Speech::English => format!("What else does the page “{section}” say?"),
    };
    let questions: Vec<String> =
        sections.split("; ").map(str::trim).filter(|section| !section.is_empty()).map(ask).collect();
    Some(questions.join("\n"))
}
