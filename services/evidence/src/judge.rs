//! From a sentence and its passages to a judgement.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use chatbot_core::citation::SentenceKind;
use chatbot_core::citation::evidence::{
    CitedSentence, EvidenceJudge, EvidencePassage, Judgement, Missing, MissingWeight, PassageSpan, Quote,
    QuotePlace,
};
use chatbot_protocol::data_part::Verdict;
use futures_util::future::BoxFuture;

use crate::cover::{Cover, Mask};
use crate::language::Traits;
use crate::markup::{self, Piece, PieceKind};
use crate::negation;
use crate::passage::Prepared;
use crate::quotes::{self, Plain};
use crate::score::Features;
use crate::tokens::{Keys, Kind, Token};
use crate::units::units;

/// So many prepared passages are kept (some 30 kB each).
const MOST_KEPT: usize = 128;
/// From here on a sentence counts as found.
const FOUND: f64 = 0.5;
/// With fewer tokens there is too little to make a share of.
const FEWEST_TOKENS: usize = 3;

/// Judges by comparing words. One serves a whole process.
#[derive(Default)]
pub struct LocalJudge {
    hasher: RandomState,
    kept: Mutex<HashMap<u64, Arc<Known>>>,
}

/// What is kept of a passage.
struct Known {
    language: String,
    prepared: Prepared,
}

/// A cited passage with what was prepared of it.
struct Held<'a> {
    number: usize,
    passage: &'a EvidencePassage<'a>,
    known: Arc<Known>,
    cover: Cover,
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
        let traits = Traits::of(&prose(sentence.text, &pieces));
        let (tokens, held) = self.hold(sentence.text, &pieces, &traits, cited);
        let mut judgement = judgement_of(sentence.text, &tokens, &held);
        judgement.quotes = find_quotes(sentence.text, &pieces, cited, retrieved);
        if judgement.quotes.iter().any(|quote| !matches!(quote.place, QuotePlace::Cited(_))) {
            judgement.verdict = Verdict::Misquoted;
        }
        judgement
    }

    /// What the score of a sentence is made of; `None` when nothing can be scored. For measuring.
    pub fn features(&self, sentence: &CitedSentence<'_>, cited: &[EvidencePassage<'_>]) -> Option<Features> {
        let pieces = markup::pieces(sentence.text);
        let traits = Traits::of(&prose(sentence.text, &pieces));
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
        let tokens = Keys::of(&first.language).tokens(text, pieces);
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

/// The words of a sentence without code and formulas.
fn prose(text: &str, pieces: &[Piece]) -> String {
    let words = pieces.iter().filter(|piece| piece.kind == PieceKind::Words);
    words.map(|piece| &text[piece.range.clone()]).collect::<Vec<_>>().join(" ")
}

/// All but the quotations.
fn judgement_of(text: &str, tokens: &[Token], held: &[Held<'_>]) -> Judgement {
    if held.is_empty() || tokens.is_empty() {
        return Judgement::unchecked();
    }
    let covers: Vec<&Cover> = held.iter().map(|held| &held.cover).collect();
    let together = covers.iter().fold(0, |all, cover| all | cover.together);
    let features = Features::of(tokens, &covers);
    let mut verdict =
        if tokens.len() < FEWEST_TOKENS { verdict_of_few(tokens, together) } else { verdict_of(&features) };
    if verdict == Verdict::Supported && held.iter().all(|held| denies_alone(text, held)) {
        verdict = Verdict::Partly;
    }
    #[allow(clippy::cast_possible_truncation, reason = "a probability")]
    let score = (tokens.len() >= FEWEST_TOKENS).then(|| features.fully() as f32);
    Judgement {
        verdict,
        score,
        missing: missing(text, tokens, together),
        quotes: Vec::new(),
        shared: held.iter().flat_map(shared).collect(),
        cited_span: cited_span(held),
    }
}

fn verdict_of(features: &Features) -> Verdict {
    if features.fully() >= FOUND {
        Verdict::Supported
    } else if features.partly() >= FOUND {
        Verdict::Partly
    } else {
        Verdict::Unsupported
    }
}

/// Of one or two tokens no share can be made. All found is found. A number or name that is not there is
/// missing; a plain word that is not there may only be said in other words, so nothing is claimed of it.
fn verdict_of_few(tokens: &[Token], together: Mask) -> Verdict {
    let found = |number: usize| together & (1 << number) != 0;
    let strong_missing =
        tokens.iter().enumerate().any(|(number, token)| !found(number) && token.kind != Kind::Word);
    match (0..tokens.len()).filter(|number| found(*number)).count() {
        all if all == tokens.len() => Verdict::Supported,
        0 if strong_missing => Verdict::Unsupported,
        0 => Verdict::Unchecked,
        _ => Verdict::Partly,
    }
}

/// Whether the sentence denies something, and the passage around its best sentence does not.
fn denies_alone(text: &str, held: &Held<'_>) -> bool {
    let Known { language, prepared } = held.known.as_ref();
    let best = held.cover.best;
    let around = best.saturating_sub(1)..prepared.denials.len().min(best + 2);
    negation::denies(language, text) && !prepared.denials[around].contains(&true)
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

/// Words side by side are one stretch.
fn shared(held: &Held<'_>) -> Vec<PassageSpan> {
    let text = held.passage.text;
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for place in &held.cover.places {
        let (range, _) = &held.known.prepared.places[*place];
        match ranges.last_mut() {
            Some(last) if range.start <= last.end || text[last.end..range.start].trim().is_empty() => {
                last.end = last.end.max(range.end);
            }
            _ => ranges.push(range.clone()),
        }
    }
    ranges.into_iter().map(|range| PassageSpan { passage: held.number, units: units(text, &range) }).collect()
}

fn cited_span(held: &[Held<'_>]) -> Option<PassageSpan> {
    let mut best: Option<&Held<'_>> = None;
    for held in held.iter().filter(|held| !held.cover.window.is_empty()) {
        if best.is_none_or(|best| held.cover.in_window.count_ones() > best.cover.in_window.count_ones()) {
            best = Some(held);
        }
    }
    let Held { number, passage, known, cover } = best?;
    let sentences = &known.prepared.sentences[cover.window.clone()];
    let range = sentences.first()?.start..sentences.last()?.end;
    let end = range.start + passage.text[range.clone()].trim_end().len();
    Some(PassageSpan { passage: *number, units: units(passage.text, &(range.start..end)) })
}

fn find_quotes(
    text: &str,
    pieces: &[Piece],
    cited: &[EvidencePassage<'_>],
    retrieved: &[EvidencePassage<'_>],
) -> Vec<Quote> {
    let is_title = |range: &Range<usize>| {
        let titles = |passage: &EvidencePassage<'_>| {
            quotes::is_title(&text[range.clone()], passage.title)
                || passage.headings.iter().any(|heading| quotes::is_title(&text[range.clone()], heading))
        };
        cited.iter().chain(retrieved).any(titles)
    };
    let quotations: Vec<Range<usize>> =
        quotes::quotations(text, pieces).into_iter().filter(|range| !is_title(range)).collect();
    if quotations.is_empty() {
        return Vec::new();
    }
    let plain: Vec<Plain<'_>> = cited.iter().map(|passage| Plain::of(passage.text)).collect();
    let place = |quoted: &str| {
        let in_cited = plain.iter().zip(cited).enumerate().find_map(|(number, (plain, passage))| {
            let range = quotes::find(quoted, plain)?;
            Some(QuotePlace::Cited(PassageSpan { passage: number, units: units(passage.text, &range) }))
        });
        in_cited.unwrap_or_else(|| {
            let found =
                retrieved.iter().position(|passage| quotes::find(quoted, &Plain::of(passage.text)).is_some());
            found.map_or(QuotePlace::Nowhere, QuotePlace::Retrieved)
        })
    };
    let quote = |range: Range<usize>| {
        let quoted = &text[range.clone()];
        Quote { units: units(text, &range), text: quoted.to_owned(), place: place(quoted) }
    };
    quotations.into_iter().map(quote).collect()
}
