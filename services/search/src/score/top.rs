//! The best of many.

/// The numbers of the highest scores above 0, highest first; equal ones in order.
pub(super) fn best(scores: &[f64], most: usize) -> Vec<usize> {
    let mut hits: Vec<usize> = (0..scores.len()).filter(|number| scores[*number] > 0.0).collect();
    let order = |one: &usize, other: &usize| scores[*other].total_cmp(&scores[*one]).then(one.cmp(other));
    if hits.len() > most && most > 0 {
        hits.select_nth_unstable_by(most - 1, order);
    }
    hits.truncate(most);
    hits.sort_unstable_by(order);
    hits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_come_first_and_nothing_is_no_hit() {
        let scores = [0.5, 0.0, 2.0, 0.5, -1.0, 1.0];
        assert_eq!(best(&scores, 9), [2, 5, 0, 3]);
        assert_eq!(best(&scores, 3), [2, 5, 0]);
        assert_eq!(best(&scores, 0), [0_usize; 0]);
        assert_eq!(best(&[], 3), [0_usize; 0]);
    }
}
