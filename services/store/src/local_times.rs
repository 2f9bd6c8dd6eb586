//! Points in time as clocks show them somewhere.

use std::collections::BTreeMap;

use chatbot_protocol::{CourseId, UserId};
use chrono::{DateTime, NaiveDateTime, Utc};
use sqlx::PgConnection;

use crate::StoreError;

/// Points in time in one time zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalTimes {
    zone: String,
    times: BTreeMap<DateTime<Utc>, NaiveDateTime>,
}

impl LocalTimes {
    /// The points in time as the clock of a person shows them: in their own time zone, in the course's where
    /// they have none.
    pub async fn for_person(
        conn: &mut PgConnection,
        user: UserId,
        course: CourseId,
        times: &[DateTime<Utc>],
    ) -> Result<Self, StoreError> {
        let zone = sqlx::query_scalar!(
            r#"
            select coalesce((select nullif(u.time_zone, '') from lms.users u where u.id = $1), c.time_zone) as "zone!"
            from lms.courses c
            where c.id = $2
            "#,
            user.0,
            course.0,
        )
        .fetch_optional(&mut *conn)
        .await?;
        match zone {
            Some(zone) => Self::find(conn, &zone, times).await,
            None => Ok(Self::utc()),
        }
    }

    /// The points in time in a time zone (an IANA name), or in UTC when nobody knows that zone.
    pub async fn find(
        conn: &mut PgConnection,
        zone: &str,
        times: &[DateTime<Utc>],
    ) -> Result<Self, StoreError> {
        let rows = sqlx::query!(
            r#"with place as (select chatbot.zone_or_utc($2) as zone)
               select zone as "zone!", at as "at!", at at time zone zone as "local!"
               from place, unnest($1::timestamptz[]) as t(at)"#,
            times,
            zone,
        )
        .fetch_all(conn)
        .await?;
        let Some(first) = rows.first() else {
            return Ok(Self { zone: zone.to_owned(), times: BTreeMap::new() });
        };
        let zone = first.zone.clone();
        Ok(Self { zone, times: rows.into_iter().map(|row| (row.at, row.local)).collect() })
    }

    /// All points in time in UTC.
    pub fn utc() -> Self {
        Self { zone: "UTC".to_owned(), times: BTreeMap::new() }
    }

    /// The time zone's name.
    pub fn zone(&self) -> &str {
        &self.zone
    }

    /// The day of one of the points in time, `2026-09-01`.
    pub fn day_of(&self, at: DateTime<Utc>) -> String {
        self.text_of(at).chars().take(10).collect()
    }

    /// One of the points in time as `2026-09-01 12:00`. One that was not among them is in UTC and says so.
    pub fn text_of(&self, at: DateTime<Utc>) -> String {
        match self.times.get(&at) {
            Some(local) => local.format("%Y-%m-%d %H:%M").to_string(),
            None if self.zone == "UTC" => at.format("%Y-%m-%d %H:%M").to_string(),
            None => at.format("%Y-%m-%d %H:%M UTC").to_string(),
        }
    }
}
