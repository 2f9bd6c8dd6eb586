//! How long to wait before a model is asked once more.

use std::time::Duration;

/// The pause before the next try: between half and all of what is planned, so that turns which failed together do not
/// come back together; on top of what the provider asks for; never longer than `longest`. `chance` is from 0 to 1.
pub fn pause(planned: Duration, asked_for: Option<Duration>, longest: Duration, chance: f64) -> Duration {
    let share = chance.clamp(0.0, 1.0).mul_add(0.5, 0.5);
    asked_for.unwrap_or_default().saturating_add(planned.mul_f64(share)).min(longest)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONGEST: Duration = Duration::from_secs(10);

    #[test]
    fn a_pause_is_at_least_half_and_at_most_all_of_what_is_planned() {
        let planned = Duration::from_secs(2);
        assert_eq!(pause(planned, None, LONGEST, 0.0), Duration::from_secs(1));
        assert_eq!(pause(planned, None, LONGEST, 1.0), planned);
        assert_eq!(pause(planned, None, LONGEST, 7.0), planned);
    }

    #[test]
    fn the_providers_wish_is_kept_within_the_bound() {
        let planned = Duration::from_secs(2);
        assert_eq!(pause(planned, Some(Duration::from_secs(5)), LONGEST, 0.0), Duration::from_secs(6));
        assert_eq!(pause(planned, Some(Duration::from_mins(10)), LONGEST, 1.0), LONGEST);
        assert_eq!(pause(planned, Some(Duration::MAX), LONGEST, 1.0), LONGEST);
    }
}
