//! Which sentences of the sources answer a question.

mod pool;
mod score;
mod signs;

use super::question::Part;
use super::text::sentences::Kind;
use super::text::source::Source;
use super::text::words::Analyser;
use pool::{Candidate, Pool};

/// How much of the question's weight must stand in a sentence and around it.
const ENOUGH_AROUND: f64 = 0.5;
/// How much of it must stand in the sentence itself.
const ENOUGH_INSIDE: f64 = 0.2;
/// How much of it must stand in the heading of the best passage, where no sentence has enough; less will do
/// when it has two words of the question.
const ENOUGH_IN_HEADING: f64 = 0.4;
const ENOUGH_IN_TWO_WORDS: f64 = 0.25;
/// How good another sentence must be beside the best.
const BESIDE_BEST: f64 = 0.88;
/// The same for the best one's neighbour, which explains it further.
const NEIGHBOUR: f64 = 0.6;
/// How many items of a list are quoted.
const ITEMS: usize = 5;

/// A chosen piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The number of its source.
    pub number: u32,
    /// What it is.
    pub kind: Kind,
    /// Its text.
    pub text: String,
    /// Its place in reading order: what is left out between two pieces shows by it.
    pub place: usize,
    /// Whether the table that it is a row of goes on below it.
    pub goes_on: bool,
}

/// The pieces that answer the question best, at most `limit` sentences, the best one's source first and
/// each source's pieces in their order; empty when nothing answers it. Who asks about a sentence has read it:
/// it is quoted only where no other says anything.
pub fn best(part: &Part, sources: &[Source], analyser: &Analyser, limit: usize) -> Vec<Chosen> {
    let chosen = best_of_all(part, sources, analyser, limit);
    if !chosen.is_empty() || part.selected.is_none() {
        return chosen;
    }
    best_of_all(&Part { selected: None, ..part.clone() }, sources, analyser, limit)
}

fn best_of_all(part: &Part, sources: &[Source], analyser: &Analyser, limit: usize) -> Vec<Chosen> {
    let pool = Pool::new(part, sources, analyser);
    // What something is, no sentence tells that lacks a part of its name.
    let names_all = |best: &&Candidate| !part.asks.name || best.lacks == 0;
    let enough = pool.best().filter(|best| is_enough(best)).filter(names_all);
    let headed = || pool.best_of_first().filter(|best| is_headed(best)).filter(names_all);
    let Some(first) = enough.or_else(headed) else {
        return Vec::new();
    };
    let mut chosen = vec![first.place];
    if first.kind == Kind::Lead {
        chosen.extend(pool.items_after(first.place, ITEMS.min(limit)));
    } else if limit > 1 {
        let before = pool.before(first.place).filter(|_| signs::leans_on_previous(&first.text));
        // "Another way is `continue`. It causes …": the explanation goes on.
        let after = pool.after(first.place).filter(|next| signs::leans_on_previous(&next.text));
        chosen.extend(before.into_iter().chain(after).map(|candidate| candidate.place).take(limit - 1));
    }
    add_others(&pool, first, &mut chosen, limit);
    // A row says little without what stands over its cells.
    let rows = chosen.iter().filter(|place| pool.candidates[**place].kind == Kind::Row);
    let heads: Vec<usize> = rows.map(|row| pool.head_of(*row)).collect();
    chosen.extend(heads);
    if part.asks.code {
        chosen.extend(pool.code_near(&chosen, part).into_iter().flatten());
    }
    in_reading_order(&pool, first, chosen)
}

/// Whether the heading right above says that this is what is asked for.
fn is_headed(best: &Candidate) -> bool {
    let least = if best.section_words > 1 { ENOUGH_IN_TWO_WORDS } else { ENOUGH_IN_HEADING };
    best.section >= least
}

fn is_enough(best: &Candidate) -> bool {
    best.around >= ENOUGH_AROUND && best.inside >= ENOUGH_INSIDE
}

fn add_others(pool: &Pool, first: &Candidate, chosen: &mut Vec<usize>, limit: usize) {
    let mut others: Vec<(f64, &Candidate)> = pool
        .quotable()
        .filter(|candidate| candidate.kind != Kind::Lead)
        .filter_map(|candidate| {
            let neighbour = pool.are_neighbours(first, candidate);
            let floor = if neighbour { NEIGHBOUR } else { BESIDE_BEST };
            let bonus = if neighbour { 0.15 } else { 0.0 };
            (candidate.score >= first.score * floor).then_some((candidate.score + bonus, candidate))
        })
        .collect();
    others.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.place.cmp(&other.1.place)));
    for (_, candidate) in others {
        if chosen.len() >= limit {
            break;
        }
        let fresh = chosen.iter().all(|place| !pool.says_the_same(*place, candidate.place));
        if fresh && (candidate.inside >= first.inside * 0.7 || pool.are_neighbours(first, candidate)) {
            chosen.push(candidate.place);
        }
    }
}

fn in_reading_order(pool: &Pool, first: &Candidate, mut chosen: Vec<usize>) -> Vec<Chosen> {
    // Sources in the order in which they were chosen: the best one's first.
    let mut sources = vec![first.source];
    for place in &chosen {
        let source = pool.candidates[*place].source;
        if !sources.contains(&source) {
            sources.push(source);
        }
    }
    let rank = |place: &usize| sources.iter().position(|source| *source == pool.candidates[*place].source);
    chosen.sort_by_key(|place| (rank(place), *place));
    chosen.dedup();
    chosen
        .into_iter()
        .map(|place| {
            let candidate = &pool.candidates[place];
            Chosen {
                number: candidate.number,
                kind: candidate.kind,
                text: candidate.text.clone(),
                place,
                goes_on: pool.goes_on_after(place),
            }
        })
        .collect()
}
