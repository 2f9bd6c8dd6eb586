use chatbot_store::local_times::LocalTimes;
use chrono::{DateTime, Utc};
use sqlx::PgPool;

use crate::world::*;

#[sqlx::test(migrations = false)]
async fn a_deadline_is_told_by_the_clock_of_its_zone_with_the_zones_name(pool: PgPool) {
    let mut conn = empty(&pool).await;
    let deadline: DateTime<Utc> = "2026-03-29T23:30:00Z".parse().unwrap();
    for (zone, told, named) in [
        ("Europe/Berlin", "2026-03-30 01:30", "Europe/Berlin"),
        ("Pacific/Auckland", "2026-03-30 12:30", "Pacific/Auckland"),
        ("Pacific/Honolulu", "2026-03-29 13:30", "Pacific/Honolulu"),
        ("Nowhere/Land", "2026-03-29 23:30", "UTC"),
    ] {
        let times = LocalTimes::find(&mut conn, zone, &[deadline]).await.unwrap();
        assert_eq!((times.text_of(deadline).as_str(), times.zone()), (told, named));
    }
}
