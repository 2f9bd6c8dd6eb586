//! Places in lists that are read newest first, as they go out and come back: the time in microseconds (Postgres's
//! resolution) and the id.

use chatbot_protocol::ErrorCode;
use chrono::{DateTime, Datelike, Utc};
use uuid::Uuid;

use crate::error::EngineError;

/// The years that both sides can write.
const YEARS: std::ops::RangeInclusive<i32> = 1970..=9999;

pub(crate) fn write(at: DateTime<Utc>, id: Uuid) -> String {
    format!("{}.{id}", at.timestamp_micros())
}

pub(crate) fn read(cursor: &str) -> Result<(DateTime<Utc>, Uuid), EngineError> {
    let read = || {
        let (at, id) = cursor.split_once('.')?;
        let at = DateTime::from_timestamp_micros(at.parse().ok()?)?;
        Some((at, Uuid::parse_str(id).ok()?)).filter(|(at, _)| YEARS.contains(&at.year()))
    };
    read().ok_or_else(unknown)
}

/// Why a place that cannot be read is refused.
pub(crate) fn unknown() -> EngineError {
    EngineError::Refused {
        code: ErrorCode::InvalidRequest,
        detail: Some("The cursor is not one that this list gave.".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_comes_back_as_it_went_out_and_nothing_else_is_one() {
        let (at, id) = (DateTime::from_timestamp_micros(1_796_040_000_123_456).unwrap(), Uuid::from_u128(7));
        assert_eq!(read(&write(at, id)).unwrap(), (at, id));
        let bad = ["", ".", "1", "x.y", "9223372036854775807.00000000-0000-0000-0000-000000000007", "1.7"];
        for bad in bad {
            assert_eq!(read(bad).unwrap_err().code(), ErrorCode::InvalidRequest, "{bad}");
        }
    }
}
