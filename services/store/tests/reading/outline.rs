use chatbot_protocol::UserId;
use chatbot_store::local_times::LocalTimes;
use chatbot_store::outline::{Outline, of_course};
use chatbot_store::pages::list_visible_titles;
use chrono::TimeDelta;
use sqlx::pool::PoolConnection;
use sqlx::postgres::Postgres;
use sqlx::{Connection, PgPool};

use crate::world::*;

async fn outline(conn: &mut PoolConnection<Postgres>, user: UserId, later: TimeDelta) -> Option<Outline> {
    of_course(conn, user, COURSE, now() + later).await.unwrap()
}

/// The titles of pages, chapter by chapter.
fn titles(outline: &Outline) -> Vec<Vec<&str>> {
    let chapters = outline.chapters.iter();
    chapters.map(|chapter| chapter.pages.iter().map(|page| page.title.as_str()).collect()).collect()
}

#[sqlx::test(migrations = false)]
async fn chapters_are_listed_with_the_pages_that_one_sees(pool: PgPool) {
    let mut conn = world(&pool).await;
    let none: Vec<&str> = Vec::new();
    let student = outline(&mut conn, STUDENT, TimeDelta::zero()).await.unwrap();
    assert_eq!(titles(&student), [vec!["Page 49"], none.clone()]);
    assert_eq!(student.chapters.iter().map(|chapter| chapter.open).collect::<Vec<_>>(), [true, false]);
    assert_eq!(student.chapters[0].exercises().count(), 1);
    assert!(student.enrolled);
    let later = outline(&mut conn, STUDENT, TimeDelta::days(2)).await.unwrap();
    assert_eq!(titles(&later), [["Page 49"], ["Page 51"]]);
    let assistant = outline(&mut conn, ASSISTANT, TimeDelta::zero()).await.unwrap();
    assert_eq!(titles(&assistant), [["Page 49"], ["Page 51"]]);
    let teacher = outline(&mut conn, TEACHER, TimeDelta::zero()).await.unwrap();
    assert_eq!(titles(&teacher), [vec!["Page 49", "Page 50"], vec!["Page 51"]]);
    assert!(!teacher.enrolled);
    for stranger in [STRANGER, OTHER_TEACHER, STATS_VIEWER, NOBODY] {
        assert_eq!(outline(&mut conn, stranger, TimeDelta::zero()).await, None);
    }
}

#[sqlx::test(migrations = false)]
async fn pages_outside_chapters_come_first(pool: PgPool) {
    let mut conn = world(&pool).await;
    add_page(&mut conn, WELCOME, COURSE, None, "Welcome", "Welcome.").await;
    let student = outline(&mut conn, STUDENT, TimeDelta::zero()).await.unwrap();
    assert_eq!(student.chapters[0].title, None);
    assert_eq!(titles(&student)[..2], [["Welcome"], ["Page 49"]]);
    let listed = list_visible_titles(&mut conn, STUDENT, COURSE, now()).await.unwrap();
    let listed: Vec<_> =
        listed.iter().map(|page| (page.title.as_str(), page.chapter_title.as_deref())).collect();
    assert_eq!(listed, [("Welcome", None), ("Page 49", Some("First chapter"))]);
}

const WELCOME: chatbot_protocol::PageId = chatbot_protocol::PageId(uuid::Uuid::from_u128(0x3F));

#[sqlx::test(migrations = false)]
async fn times_are_those_of_the_courses_time_zone(pool: PgPool) {
    let mut conn = world(&pool).await;
    let student = outline(&mut conn, STUDENT, TimeDelta::zero()).await.unwrap();
    let opens_at = student.chapters[1].opens_at.unwrap();
    assert_eq!(student.times.zone(), "Europe/Helsinki");
    assert_eq!(student.times.text_of(opens_at), "2026-12-01 14:00");
    assert_eq!(student.times.text_of(now() + TimeDelta::days(99)), "2027-03-09 12:00 UTC");
}

#[sqlx::test(migrations = false)]
async fn an_unknown_time_zone_spoils_no_transaction(pool: PgPool) {
    let mut conn = world(&pool).await;
    let mut tx = conn.begin().await.unwrap();
    for unknown in ["Middle/Earth", "'; drop schema lms", ""] {
        let times = LocalTimes::find(&mut tx, unknown, &[now()]).await.unwrap();
        assert_eq!((times.zone(), times.text_of(now()).as_str()), ("UTC", "2026-11-30 12:00"), "{unknown}");
    }
    assert_eq!(LocalTimes::find(&mut tx, "Europe/Helsinki", &[]).await.unwrap().zone(), "Europe/Helsinki");
    sqlx::query("select 1").execute(&mut *tx).await.unwrap();
}
