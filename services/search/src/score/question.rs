//! What a question asks for, in the words of a course.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::analysis::{Word, grams, words};
use crate::index::CourseIndex;

/// Words of a question beyond this are not looked for.
const MOST_WORDS: usize = 64;
/// Characters of a question beyond this are not read; of an answer neither.
const MOST_CHARS: usize = 4_000;
/// So many earlier questions count.
const MOST_EARLIER: usize = 6;
/// What a word counts that questions are merely asked with.
const FLUFF_SHARE: f64 = 0.2;
/// What a word counts that only the question before has, and how that falls with each one earlier.
const EARLIER_SHARE: f64 = 0.3;
const EARLIER_FALL: f64 = 0.7;
/// How many words of the last answer count, and what.
const ANSWER_WORDS: usize = 20;
const ANSWER_SHARE: f64 = 0.1;
/// A term that stands for another one is a hit of its own from this share on.
const LEAST_FITTING_SHARE: f64 = 0.3;

/// What is asked, and what was said before.
#[derive(Clone, Copy, Debug, Default)]
pub struct Question<'q> {
    /// Anything a person or a model wrote.
    pub text: &'q str,
    /// What the person asked before in the conversation, oldest first.
    pub earlier: &'q [String],
    /// The last answer in the conversation.
    pub last_answer: Option<&'q str>,
}

/// A list of passages to be scored.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Weight {
    /// What the term or gram counts, its rarity left out.
    pub weight: f64,
    /// Whether a passage that has it is a hit.
    pub fits: bool,
}

/// A word of the question.
#[derive(Debug)]
pub(super) struct Asked {
    /// Terms of the index that stand for it, with what each counts of it.
    pub terms: Vec<(usize, f64)>,
    /// What the word itself counts.
    pub weight: f64,
}

/// What is looked for.
#[derive(Debug, Default)]
pub(super) struct Terms {
    /// The words of the question, in its order.
    pub asked: Vec<Asked>,
    /// Terms of the index.
    pub words: BTreeMap<usize, Weight>,
    /// Grams.
    pub grams: BTreeMap<u32, f64>,
    /// Whether the question is nothing but politeness, so that this is what is looked for.
    only_fluff: bool,
}

impl Terms {
    /// What a question asks for in a course.
    pub fn of(index: &CourseIndex, question: &Question<'_>) -> Self {
        let asked = content_words(index, question.text);
        let is_fluff = |word: &Word| index.languages().iter().any(|language| language.is_fluff(word));
        let mut terms = Self { only_fluff: asked.iter().all(is_fluff), ..Self::default() };
        let mut known: HashSet<String> = HashSet::new();
        for word in asked {
            let fluff = is_fluff(&word);
            terms.add(index, &word, if fluff { FLUFF_SHARE } else { 1.0 }, fluff, true);
            known.insert(word.text);
        }
        let mut share = EARLIER_SHARE;
        for earlier in question.earlier.iter().rev().take(MOST_EARLIER) {
            for word in content_words(index, earlier) {
                if !is_fluff(&word) && known.insert(word.text.clone()) {
                    terms.add(index, &word, share, false, false);
                }
            }
            share *= EARLIER_FALL;
        }
        if let Some(answer) = question.last_answer {
            terms.add_answer(index, answer);
        }
        terms
    }

    fn add(&mut self, index: &CourseIndex, word: &Word, weight: f64, is_fluff: bool, is_asked: bool) {
        let found = terms_for(index, word);
        for (term, share) in &found {
            let known = self.words.entry(*term).or_default();
            known.weight += weight * share;
            known.fits |= (!is_fluff || self.only_fluff) && *share >= LEAST_FITTING_SHARE;
        }
        for gram in grams::of(word) {
            *self.grams.entry(gram).or_default() += weight;
        }
        if is_asked {
            self.asked.push(Asked { terms: found, weight });
        }
    }

    /// Adds the most telling words of the last answer, unless the question has them.
    fn add_answer(&mut self, index: &CourseIndex, answer: &str) {
        let mut times: HashMap<usize, f64> = HashMap::new();
        for word in content_words(index, answer) {
            for term in exact_terms(index, &word) {
                *times.entry(term).or_default() += 1.0;
            }
        }
        let weigh =
            |(term, times): (usize, f64)| (times * index.rarity(index.passages_with(term).passages()), term);
        let mut best: Vec<(f64, usize)> = times.into_iter().map(weigh).collect();
        best.sort_unstable_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        for (_, term) in best.into_iter().take(ANSWER_WORDS) {
            self.words.entry(term).or_insert(Weight { weight: ANSWER_SHARE, fits: false });
        }
    }
}

/// The words of a text that are a stop word in no language of the course.
fn content_words(index: &CourseIndex, text: &str) -> Vec<Word> {
    let start: String = text.chars().take(MOST_CHARS).collect();
    let is_stop_word = |word: &Word| index.languages().iter().any(|language| language.is_stop_word(word));
    let mut words = words(&start);
    words.retain(|word| !is_stop_word(word));
    words.truncate(MOST_WORDS);
    words
}

/// The terms that the word has in the languages of the course.
fn exact_terms(index: &CourseIndex, word: &Word) -> Vec<usize> {
    let mut terms = Vec::new();
    for language in index.languages() {
        if let Some(term) = index.term(&language.stem(word))
            && !terms.contains(&term)
        {
            terms.push(term);
        }
    }
    terms
}

/// The same, or when there are none, those that resemble the word.
fn terms_for(index: &CourseIndex, word: &Word) -> Vec<(usize, f64)> {
    let exact = exact_terms(index, word);
    if !exact.is_empty() || word.is_piece {
        return exact.into_iter().map(|term| (term, 1.0)).collect();
    }
    let stem = index.languages().first().map(|language| language.stem(word));
    stem.map(|stem| index.resembling(&stem)).unwrap_or_default()
}

impl Asked {
    /// How rare the word is: as rare as the rarest term that stands for it.
    pub fn rarity(&self, index: &CourseIndex) -> f64 {
        let rarity =
            |(term, share): &(usize, f64)| share * index.rarity(index.passages_with(*term).passages());
        self.terms.iter().map(rarity).fold(0.0, f64::max)
    }
}
