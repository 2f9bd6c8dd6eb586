//! From a sentence and its passages to a judgement.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use chatbot_core::citation::SentenceKind;
use chatbot_core::citation::evidence::{
    CitedSentence, EvidenceJudge, EvidencePassage, Judgement, Missing, MissingWeight,
};
use chatbot_protocol::data_part::Verdict;
use futures_util::future::BoxFuture;

use crate::cover::{Cover, Mask};
use crate::held::{self, Held, Known};
use crate::language::Traits;
use crate::markup::{self, Piece, PieceKind};
use crate::passage::Prepared;
use crate::quotes;
use crate::score::Features;
use crate::tokens::{Keys, Kind, Token};
use crate::units::units;
use crate::verdict;

/// So many prepared passages are kept (some 30 kB each).
const MOST_KEPT: usize = 128;
/// More words say something.
const MOST_SMALL_TALK_WORDS: usize = 12;
/// Judges by comparing words. One serves a whole process.
#[derive(Default)]
pub struct LocalJudge {
    hasher: RandomState,
    kept: Mutex<HashMap<u64, Arc<Known>>>,
}

impl EvidenceJudge for LocalJudge {
    fn judge<'a>(
        &'a self,
        sentence: CitedSentence<'a>,
        cited: &'a [EvidencePassage<'a>],
        retrieved: &'a [EvidencePassage<'a>],
    ) -> BoxFuture<'a, Judgement> {
        Box::pin(async move { self.judge_now(&sentence, cited, retrieved) })
    }

    fn is_small_talk(&self, sentence: CitedSentence<'_>, retrieved: &[EvidencePassage<'_>]) -> bool {
        let pieces = markup::pieces(sentence.text);
        // A list, a table or a heading tells something.
        let is_prose =
            sentence.kind == SentenceKind::Prose && pieces.iter().all(|piece| piece.kind == PieceKind::Words);
        if !is_prose || sentence.text.split_whitespace().count() > MOST_SMALL_TALK_WORDS {
            return false;
        }
        let tokens = Keys::of(sentence.language).tokens(sentence.text, &pieces);
        let has_number = tokens.iter().any(|token| token.kind == Kind::Number);
        let is_in = |passage: &EvidencePassage<'_>| {
            let known = self.known(passage);
            Cover::of(&tokens, &known.prepared, passage.text).anywhere != 0
        };
        !has_number && quotes::quotations(sentence.text, &pieces).is_empty() && !retrieved.iter().any(is_in)
    }
}

impl LocalJudge {
    /// The judgement, at once.
    pub fn judge_now(
        &self,
        sentence: &CitedSentence<'_>,
        cited: &[EvidencePassage<'_>],
        retrieved: &[EvidencePassage<'_>],
    ) -> Judgement {
        if matches!(sentence.kind, SentenceKind::Code | SentenceKind::Formula) || cited.is_empty() {
            return Judgement::unchecked();
        }
        let pieces = markup::pieces(sentence.text);
        let traits = Traits::of(&quotes::own_words(sentence.text, &pieces));
        let (tokens, held) = self.hold(sentence.text, &pieces, &traits, cited);
        let mut judgement = judgement_of(sentence.text, &tokens, &held);
        // Nothing there, and nothing that shows that it is in the passages' language.
        let is_foreign = || held.iter().all(|held| traits.is_perhaps_not(&held.known.language));
        if judgement.verdict == Verdict::Unsupported && is_foreign() {
            judgement = Judgement::unchecked();
        }
        judgement.quotes = quotes::check(sentence.text, &pieces, cited, retrieved);
        // A quotation in another language than every passage may be a translation.
        let foreign = held.is_empty().then_some(cited);
        if judgement.quotes.iter().any(|quote| quotes::is_wrong(quote, foreign)) {
            judgement.verdict = Verdict::Misquoted;
        }
        judgement
    }

    /// What the score of a sentence is made of; `None` when nothing can be scored. For measuring.
    pub fn features(&self, sentence: &CitedSentence<'_>, cited: &[EvidencePassage<'_>]) -> Option<Features> {
        let pieces = markup::pieces(sentence.text);
        let traits = Traits::of(&quotes::own_words(sentence.text, &pieces));
        let (tokens, held) = self.hold(sentence.text, &pieces, &traits, cited);
        let covers: Vec<&Cover> = held.iter().map(|held| &held.cover).collect();
        (!covers.is_empty()).then(|| Features::of(&tokens, &covers))
    }

    /// The sentence's tokens, and the passages in its language with what they hold of them.
    fn hold<'a>(
        &self,
        text: &str,
        pieces: &[Piece],
        traits: &Traits,
        cited: &'a [EvidencePassage<'a>],
    ) -> (Vec<Token>, Vec<Held<'a>>) {
        let known: Vec<Arc<Known>> = cited.iter().map(|passage| self.known(passage)).collect();
        let comparable = known
            .iter()
            .zip(cited)
            .enumerate()
            .filter(|(_, (known, _))| !traits.is_surely_not(&known.language));
        let comparable: Vec<_> = comparable.collect();
        let Some((_, (first, _))) = comparable.first() else { return (Vec::new(), Vec::new()) };
        let mut tokens = Keys::of(&first.language).tokens(text, pieces);
        // A page without TeX writes its formulas in a way that we cannot read.
        let has_formulas = comparable.iter().any(|(_, (known, _))| known.prepared.formulas.is_some());
        tokens.retain(|token| has_formulas || token.formula().is_none());
        let held = comparable.iter().map(|(number, (known, passage))| {
            let cover = Cover::of(&tokens, &known.prepared, passage.text);
            Held { number: *number, passage, known: Arc::clone(known), cover }
        });
        let held = held.collect();
        (tokens, held)
    }

    /// The passage, prepared; an answer cites the same few again and again.
    fn known(&self, passage: &EvidencePassage<'_>) -> Arc<Known> {
        // 64 bits under a key of the process: two passages are taken for one about never.
        let hash = self.hasher.hash_one((passage.text, passage.title, passage.headings, passage.language));
        let kept = |of: &Self| of.kept.lock().unwrap_or_else(PoisonError::into_inner).get(&hash).cloned();
        if let Some(known) = kept(self) {
            return known;
        }
        let told = passage.language.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
        let language = Traits::of(passage.text).language_if_not(&told).map_or(told, str::to_owned);
        let prepared = Prepared::of(passage, &Keys::of(&language));
        let known = Arc::new(Known { language, prepared });
        let mut all = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MOST_KEPT {
            all.clear();
        }
        all.insert(hash, Arc::clone(&known));
        known
    }
}

/// All but the quotations.
fn judgement_of(text: &str, tokens: &[Token], held: &[Held<'_>]) -> Judgement {
    if held.is_empty() || tokens.is_empty() {
        return Judgement::unchecked();
    }
    let covers: Vec<&Cover> = held.iter().map(|held| &held.cover).collect();
    let together = covers.iter().fold(0, |all, cover| all | cover.together);
    let features = Features::of(tokens, &covers);
    let mut verdict = verdict::of(tokens, together, &features);
    let best = held.iter().rev().max_by_key(|held| held.cover.in_best.count_ones());
    if verdict == Verdict::Supported
        && best.is_some_and(|best| best.denies_otherwise(text, tokens) || best.swaps(text, tokens))
    {
        verdict = Verdict::Partly;
    }
    #[allow(clippy::cast_possible_truncation, reason = "a probability")]
    let score = verdict::is_scored(tokens).then(|| features.fully() as f32);
    Judgement {
        verdict,
        score,
        missing: missing(text, tokens, together),
        quotes: Vec::new(),
        shared: held.iter().flat_map(Held::shared).collect(),
        cited_span: held::cited_span(held),
    }
}

fn missing(text: &str, tokens: &[Token], together: Mask) -> Vec<Missing> {
    let absent = tokens.iter().enumerate().filter(|(number, _)| together & (1 << *number) == 0);
    let mut missing: Vec<(Range<usize>, MissingWeight)> = absent
        .flat_map(|(_, token)| {
            let weight = if token.kind == Kind::Word { MissingWeight::Weak } else { MissingWeight::Strong };
            token.ranges.iter().map(move |range| (range.clone(), weight))
        })
        .collect();
    missing.sort_by_key(|(range, _)| range.start);
    missing.into_iter().map(|(range, weight)| Missing { units: units(text, &range), weight }).collect()
}
