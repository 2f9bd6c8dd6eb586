//! What the student could ask next: how a model is asked for it, and how its reply is read.

use crate::text;

/// The system prompt of the request.
pub const INSTRUCTION: &str = "\
Write three short questions that this student could sensibly ask next about the course, one per line and
nothing else, in the language of the question. They must be answerable from the course's own material.";
/// What stands before the titles of the sections that were found, in the request.
pub const SECTIONS: &str = "Sections that were found: ";

/// How many questions are offered.
const OFFERED: usize = 3;
/// The longest question, in characters.
const LONGEST: usize = 200;

/// The request: question and answer, and the sections that were found.
pub fn request(question: &str, answer: &str, sections: &[String]) -> String {
    let mut text = format!("Question: {question}\n\nAnswer: {answer}");
    if !sections.is_empty() {
        text.push_str("\n\n");
        text.push_str(SECTIONS);
        text.push_str(&sections.join("; "));
    }
    text
}

/// The questions of a reply, without bullets and numbers.
pub fn read(reply: &str) -> Vec<String> {
    let bare = |line: &str| {
        let marks: &[char] = &['-', '*', '•', '.', ')', ' ', '\t', '"', '“', '”'];
        let line = line.trim().trim_start_matches(|c: char| c.is_ascii_digit() || marks.contains(&c));
        text::storable(line.trim_end_matches(['"', '”', ' ']))
    };
    let fits = |line: &String| !line.is_empty() && !text::first_chars(line, LONGEST).1;
    reply.lines().map(bare).filter(fits).take(OFFERED).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_read_without_their_bullets() {
        let reply = "1. What is a key?\n- \"Why?\"\n\n* How?\n4) A fourth?";
        assert_eq!(read(reply), ["What is a key?", "Why?", "How?"]);
        assert!(read(&"x".repeat(300)).is_empty());
    }
}
