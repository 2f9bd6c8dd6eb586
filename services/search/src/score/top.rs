//! The best of many.

use std::cmp::Ordering;

/// The numbers of the highest scores above 0, highest first; equal ones in order.
pub(super) fn best(scores: &[f32], most: usize) -> Vec<usize> {
    if most == 0 {
        return Vec::new();
    }
    // What is surely not among the best is never kept.
    let mut least = 0.0;
    let room = most.saturating_mul(4).max(64);
    let mut kept: Vec<(f32, usize)> = Vec::new();
    for (number, score) in scores.iter().enumerate() {
        if *score > least {
            kept.push((*score, number));
            if kept.len() >= room {
                kept.select_nth_unstable_by(most - 1, order);
                kept.truncate(most);
                // The last of them: no later one that only equals it comes before it.
                least = kept.last().map_or(0.0, |(score, _)| *score);
            }
        }
    }
    kept.sort_unstable_by(order);
    kept.truncate(most);
    kept.into_iter().map(|(_, number)| number).collect()
}

fn order(one: &(f32, usize), other: &(f32, usize)) -> Ordering {
    other.0.total_cmp(&one.0).then(one.1.cmp(&other.1))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_best_come_first_and_nothing_is_no_hit() {
        let scores = [0.5, 0.0, 2.0, 0.5, -1.0, 1.0, f32::NAN];
        assert_eq!(best(&scores, 9), [2, 5, 0, 3]);
        assert_eq!(best(&scores, 3), [2, 5, 0]);
        assert_eq!(best(&scores, 0), [0_usize; 0]);
        assert_eq!(best(&[], 3), [0_usize; 0]);
    }

    proptest! {
        #[test]
        fn pruning_loses_nothing(scores in proptest::collection::vec(0..50_u8, 0..400), most in 0..20_usize) {
            let scores: Vec<f32> = scores.into_iter().map(f32::from).collect();
            let mut all: Vec<(f32, usize)> =
                scores.iter().copied().zip(0..).filter(|(score, _)| *score > 0.0).collect();
            all.sort_by(order);
            let expected: Vec<usize> = all.into_iter().take(most).map(|(_, number)| number).collect();
            prop_assert_eq!(best(&scores, most), expected);
        }
    }
}
