//! How verdicts fall, week by week.

use chatbot_protocol::audit::{CitationRate, VerdictCounts};
use chatbot_protocol::{ErrorCode, UserId};
use chatbot_store::audit::list_rates;
use chrono::{Days, NaiveDate};

use super::RatesWish;
use super::access::scope_of;
use crate::engine::Engine;
use crate::error::EngineError;

/// What is told when no day is given.
const USUAL_DAYS: u64 = 12 * 7;
/// The longest time, in days.
const MOST_DAYS: i64 = 3 * 366;

pub(super) async fn list(
    engine: &Engine,
    caller: UserId,
    wish: RatesWish,
) -> Result<Vec<CitationRate>, EngineError> {
    let (from, before) = period(&wish, engine.parts.clock.now().date_naive())?;
    let mut conn = engine.conn().await?;
    let mut scope = scope_of(&mut conn, caller).await?;
    if let Some(course) = wish.course {
        scope = scope.of_course(course);
    }
    let rows = list_rates(&mut conn, &scope, wish.by, from, before).await?;
    let rates = rows.into_iter().map(|row| CitationRate {
        week: row.week,
        key: row.key,
        name: row.name,
        counts: counts(row.verdicts),
    });
    Ok(rates.collect())
}

fn counts(verdicts: [i64; 7]) -> VerdictCounts {
    let [supported, partly, unsupported, misquoted, unresolved, hidden, unchecked] =
        verdicts.map(|count| u32::try_from(count).unwrap_or(u32::MAX));
    VerdictCounts { supported, partly, unsupported, misquoted, unresolved, hidden, unchecked }
}

/// The first day, and the one after the last.
fn period(wish: &RatesWish, today: NaiveDate) -> Result<(NaiveDate, NaiveDate), EngineError> {
    let before = wish.to.unwrap_or(today).checked_add_days(Days::new(1));
    let period = before.and_then(|before| {
        let from = wish.from.or_else(|| before.checked_sub_days(Days::new(USUAL_DAYS)))?;
        Some((from, before))
    });
    let period = period.filter(|(from, before)| (1..=MOST_DAYS).contains(&(*before - *from).num_days()));
    period.ok_or(EngineError::Refused {
        code: ErrorCode::InvalidRequest,
        detail: Some(
            "The first day comes before the last, and not more than three years before it.".to_owned(),
        ),
    })
}
