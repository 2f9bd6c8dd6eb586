//! A question that only goes on with what was said before: what it is about.

use super::content::{self, Side, Word};
use super::{Asks, CARRIED_WORDS, asks, selected, split};
use crate::offline::text::words::Analyser;

/// So many questions are looked back.
const LOOKED_BACK: usize = 4;

/// What was said before a question.
#[derive(Clone, Copy, Debug, Default)]
pub struct Before<'a> {
    /// The questions, oldest first.
    pub questions: &'a [&'a str],
    /// What was answered to the last of them.
    pub answer: Option<&'a str>,
}

/// What a question carries over from what was said before it.
#[derive(Clone, Debug, Default)]
pub struct Carried {
    /// The words of the topic.
    pub words: Vec<Word>,
    /// What was asked about it.
    pub asks: Asks,
    /// Whether one of two things was meant, and these are its words.
    pub is_side: bool,
}

/// What a question that leans on what was said before is about.
pub fn carried(question: &str, before: Before<'_>, analyser: &Analyser) -> Carried {
    if let Some((piece, compared)) = side_meant(question, before.questions) {
        let mut asks = asks(&piece);
        asks.definition |= compared;
        return Carried { words: content::words_of(&piece), asks, is_side: true };
    }
    let (words, asks) = topic_before(before.questions);
    let only_showed = before
        .questions
        .last()
        .is_some_and(|last| content::words_of(last).is_empty() && content::shows(last));
    let told = || before.answer.map_or_else(Vec::new, |answer| telling_words(answer, analyser));
    // "What does this mean?" was about something that was seen then; only the answer still tells of it.
    let told = if words.is_empty() || only_showed { told() } else { Vec::new() };
    Carried { words: if told.is_empty() { words } else { told }, asks, is_side: false }
}

/// Of two things that were asked about before the one that a question means, and whether they were compared.
fn side_meant(question: &str, earlier: &[&str]) -> Option<(String, bool)> {
    let wanted = content::side(question)?;
    let mut spoken_of = Vec::new();
    for question in earlier.iter().rev().take(LOOKED_BACK) {
        let pieces = split::pieces(question);
        if let [one, other, ..] = &pieces[..] {
            let second = spoken_of.into_iter().rev().fold(Side::First, meant);
            let piece = if meant(second, wanted) == Side::First { one } else { other };
            return Some((piece.text.clone(), piece.compared));
        }
        if !content::leans_back(question, &content::words_of(question)) {
            return None;
        }
        spoken_of.extend(content::side(question));
    }
    None
}

/// The first or the second, given which was spoken of last.
const fn meant(last: Side, wanted: Side) -> Side {
    match (wanted, last) {
        (Side::First, _) | (Side::Other, Side::Second) => Side::First,
        _ => Side::Second,
    }
}

/// What the questions before were about: the newest that says so, and what that one leaned on; with what was asked.
fn topic_before(earlier: &[&str]) -> (Vec<Word>, Asks) {
    let (mut topic, mut asked): (Vec<Word>, Asks) = Default::default();
    for question in earlier.iter().rev().take(LOOKED_BACK) {
        let own = content::words_of(question);
        let leans = content::leans_back(question, &own);
        asked = if asked == Asks::default() { asks(question) } else { asked };
        topic.extend(own.into_iter().filter(|word| !leans || !content::says_which(word)));
        if !topic.is_empty() && !leans {
            break;
        }
    }
    topic.truncate(CARRIED_WORDS);
    (topic, asked)
}

fn telling_words(answer: &str, analyser: &Analyser) -> Vec<Word> {
    let mut plain = String::new();
    for (number, piece) in answer.split('【').enumerate() {
        let after_marker = piece.split_once('】').map_or(piece, |(_, after)| after);
        plain.push_str(if number == 0 { piece } else { after_marker });
    }
    let mut words = selected::telling_words(&plain, analyser);
    words.truncate(CARRIED_WORDS);
    words
}
