//! Makes an index out of passages.

use std::collections::HashMap;
use std::sync::Arc;

use chatbot_protocol::PassageId;

use super::CourseIndex;
use super::norms::{Length, Norms};
use super::postings::{GrowingList, Lists, Posting};
use super::vocabulary::Vocabulary;
use crate::analysis::{Language, Word, grams, words};

/// Between the headings and the text, so that no words of both are close together.
const GAP: u32 = 20;
/// Words of a passage beyond this are not searched in.
const MOST_WORDS: usize = 20_000;

/// What of a passage is searched in.
#[derive(Clone, Copy, Debug)]
pub struct PassageText<'t> {
    /// The passage.
    pub id: PassageId,
    /// Its language, a BCP 47 tag.
    pub language: &'t str,
    /// The title of its page.
    pub title: &'t str,
    /// The headings above it.
    pub headings: &'t [String],
    /// Its text.
    pub text: &'t str,
}

/// Collects the passages of a course.
#[derive(Default)]
pub struct IndexBuilder {
    ids: Vec<PassageId>,
    word_lengths: Vec<Length>,
    gram_lengths: Vec<Length>,
    languages: Vec<KnownLanguage>,
    terms: HashMap<String, u32>,
    word_lists: Vec<GrowingList>,
    gram_lists: HashMap<u32, GrowingList>,
}

/// A language, with the words that were analysed in it already.
struct KnownLanguage {
    language: Language,
    words: HashMap<String, Option<KnownWord>>,
}

/// A word that is no stop word.
#[derive(Clone)]
struct KnownWord {
    term: u32,
    grams: Arc<[u32]>,
}

/// What one passage has.
#[derive(Default)]
struct Found {
    /// Terms with their places.
    words: Vec<(u32, u32)>,
    /// Grams; `true` for those in the headings.
    grams: Vec<(u32, bool)>,
    word_length: Length,
    gram_length: Length,
}

impl IndexBuilder {
    /// Adds a passage.
    pub fn add(&mut self, passage: &PassageText<'_>) {
        let number = to_u32(self.ids.len());
        let language = self.language(passage.language);
        let mut found = Found::default();
        let mut heading_words = words(passage.title);
        heading_words.extend(passage.headings.iter().flat_map(|heading| words(heading)));
        let text_start = self.analyse(language, heading_words, 0, true, &mut found) + GAP;
        self.analyse(language, words(passage.text), text_start, false, &mut found);
        self.push_words(number, text_start, &mut found.words);
        self.push_grams(number, &mut found.grams);
        self.ids.push(passage.id);
        self.word_lengths.push(found.word_length);
        self.gram_lengths.push(found.gram_length);
    }

    /// The index of what was added.
    pub fn build(self) -> CourseIndex {
        let mut terms: Vec<(String, u32)> = self.terms.into_iter().collect();
        terms.sort_unstable();
        let mut lists: Vec<Option<GrowingList>> = self.word_lists.into_iter().map(Some).collect();
        let in_order = terms.iter().filter_map(|(_, number)| lists.get_mut(*number as usize)?.take());
        let word_lists = Lists::new(in_order.collect(), true);
        let mut grams: Vec<(u32, GrowingList)> = self.gram_lists.into_iter().collect();
        grams.sort_unstable_by_key(|(gram, _)| *gram);
        let (grams, gram_lists) = grams.into_iter().unzip();
        CourseIndex {
            word_norms: Norms::new(&self.word_lengths),
            gram_norms: Norms::new(&self.gram_lengths),
            ids: self.ids,
            languages: self.languages.into_iter().map(|known| known.language).collect(),
            vocabulary: Vocabulary::new(terms.iter().map(|(term, _)| term.as_str())),
            word_lists,
            grams,
            gram_lists: Lists::new(gram_lists, false),
        }
    }

    /// The number of a language, which is set up when it is new.
    fn language(&mut self, tag: &str) -> usize {
        let language = Language::of(tag);
        let known = self.languages.iter().position(|known| known.language.code() == language.code());
        known.unwrap_or_else(|| {
            self.languages.push(KnownLanguage { language, words: HashMap::new() });
            self.languages.len() - 1
        })
    }

    /// Says where it stopped to count places.
    fn analyse(
        &mut self,
        language: usize,
        words: Vec<Word>,
        start: u32,
        is_heading: bool,
        found: &mut Found,
    ) -> u32 {
        let mut place = start;
        let [mut word_count, mut gram_count] = [0_u32; 2];
        for word in words.into_iter().take(MOST_WORDS) {
            let Some(known) = self.known(language, word) else { continue };
            found.words.push((known.term, place));
            found.grams.extend(known.grams.iter().map(|gram| (*gram, is_heading)));
            place += 1;
            word_count += 1;
            gram_count += to_u32(known.grams.len());
        }
        if is_heading {
            (found.word_length.headings, found.gram_length.headings) = (word_count, gram_count);
        } else {
            (found.word_length.text, found.gram_length.text) = (word_count, gram_count);
        }
        place
    }

    fn known(&mut self, language: usize, word: Word) -> Option<KnownWord> {
        let known = self.languages.get_mut(language)?;
        if let Some(word) = known.words.get(&word.text) {
            return word.clone();
        }
        let analysed = (!known.language.is_stop_word(&word)).then(|| {
            let stem = known.language.stem(&word);
            let next = to_u32(self.word_lists.len());
            let term = *self.terms.entry(stem.into_owned()).or_insert(next);
            if term == next {
                self.word_lists.push(GrowingList::default());
            }
            KnownWord { term, grams: grams::of(&word).into() }
        });
        known.words.insert(word.text, analysed.clone());
        analysed
    }

    fn push_words(&mut self, passage: u32, text_start: u32, found: &mut [(u32, u32)]) {
        found.sort_unstable();
        for same in found.chunk_by(|one, other| one.0 == other.0) {
            let in_headings = same.iter().filter(|(_, place)| *place < text_start).count();
            let posting = posting(passage, in_headings, same.len() - in_headings);
            let list = same.first().and_then(|(term, _)| self.word_lists.get_mut(*term as usize));
            if let Some(list) = list {
                list.push(posting, same.iter().map(|(_, place)| *place));
            }
        }
    }

    fn push_grams(&mut self, passage: u32, found: &mut [(u32, bool)]) {
        found.sort_unstable();
        for same in found.chunk_by(|one, other| one.0 == other.0) {
            let in_headings = same.iter().filter(|(_, is_heading)| *is_heading).count();
            let posting = posting(passage, in_headings, same.len() - in_headings);
            if let Some((gram, _)) = same.first() {
                self.gram_lists.entry(*gram).or_default().push(posting, std::iter::empty());
            }
        }
    }
}

/// Counts stay below [`MOST_WORDS`] for words, and are cut for grams.
fn posting(passage: u32, in_headings: usize, in_text: usize) -> Posting {
    let short = |count| u16::try_from(count).unwrap_or(u16::MAX);
    Posting { passage, in_headings: short(in_headings), in_text: short(in_text) }
}

fn to_u32(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
