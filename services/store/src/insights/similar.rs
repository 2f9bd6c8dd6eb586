//! Puts questions of similar wording together. The same questions always come out in the same groups.

use std::collections::BTreeSet;

use chatbot_search::analysis::{Language, words};

/// How much of two questions must be the same words for them to be alike, in percent of all their words.
const ALIKE_PERCENT: usize = 50;

/// Questions that are alike: the places of the questions in the list, the first of which stands for all.
pub fn group(questions: &[&str], language: &str) -> Vec<Vec<usize>> {
    let language = Language::of(language);
    let stems: Vec<BTreeSet<String>> = questions.iter().map(|question| stems(question, &language)).collect();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (place, own) in stems.iter().enumerate() {
        let like = groups.iter().position(|group| {
            let Some(first) = group.first() else { return false };
            are_alike(own, &stems[*first])
        });
        match like.and_then(|group| groups.get_mut(group)) {
            Some(group) => group.push(place),
            None => groups.push(vec![place]),
        }
    }
    // Stable: what comes first in the list comes first among groups of one size.
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

/// What a question is about: its words without endings, and without those that any question has.
fn stems(question: &str, language: &Language) -> BTreeSet<String> {
    let all = words(question);
    let telling = all.iter().filter(|word| !language.is_stop_word(word) && !language.is_fluff(word));
    let telling: BTreeSet<String> = telling.map(|word| language.stem(word).into_owned()).collect();
    if telling.is_empty() { all.into_iter().map(|word| word.text).collect() } else { telling }
}

fn are_alike(one: &BTreeSet<String>, other: &BTreeSet<String>) -> bool {
    let shared = one.intersection(other).count();
    let all = one.len() + other.len() - shared;
    shared > 0 && shared * 100 >= all * ALIKE_PERCENT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_of_similar_wording_are_one() {
        let questions = [
            "What is a foreign key?",
            "How do I sharpen pencils?",
            "foreign keys",
            "What are foreign keys?",
            "How are pencils sharpened?",
            "",
            "???",
        ];
        assert_eq!(group(&questions, "en"), [vec![0, 2, 3], vec![1, 4], vec![5], vec![6]]);
        let finnish = ["Mitä viiteavaimet ovat?", "Kerro viiteavaimista", "Milloin tentti on?"];
        assert_eq!(group(&finnish, "fi"), [vec![0, 1], vec![2]]);
    }
}
