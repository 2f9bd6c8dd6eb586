use chatbot_protocol::{CourseId, PageId};
use chatbot_store::course_index::{find, refresh, stale_courses};
use chatbot_store::passages;
use sqlx::PgPool;
use sqlx::pool::PoolConnection;
use sqlx::postgres::Postgres;
use uuid::Uuid;

use crate::world::*;

/// Ids, texts and revisions of a page's passages.
async fn passages_of(conn: &mut PoolConnection<Postgres>, page: PageId) -> Vec<(Uuid, String, i64)> {
    sqlx::query_as(
        "select id, body, page_revision from chatbot.passages where page_id = $1 order by position",
    )
    .bind(page.0)
    .fetch_all(&mut **conn)
    .await
    .unwrap()
}

#[sqlx::test(migrations = false)]
async fn all_pages_but_deleted_ones_are_indexed_with_progress(pool: PgPool) {
    let mut conn = world(&pool).await;
    let mut seen = Vec::new();
    let index = refresh(&mut conn, COURSE, now(), |index| {
        seen.push((index.pages_indexed, index.pages_total));
    })
    .await;
    assert_eq!(seen, [(0, 3), (1, 3), (2, 3), (3, 3)]);
    let index = index.unwrap();
    assert_eq!(find(&mut conn, COURSE).await.unwrap(), Some(index));
    assert_eq!(index.version, 3);
    for (page, passages) in
        [(PAGE, 1), (HIDDEN_PAGE, 1), (UNOPENED_PAGE, 1), (DELETED_PAGE, 0), (OTHER_PAGE, 0)]
    {
        assert_eq!(passages_of(&mut conn, page).await.len(), passages);
    }
}

#[sqlx::test(migrations = false)]
async fn nothing_happens_when_nothing_changed(pool: PgPool) {
    let mut conn = world(&pool).await;
    let first = refresh(&mut conn, COURSE, now(), |_| {}).await.unwrap();
    let second = refresh(&mut conn, COURSE, now(), |_| {}).await.unwrap();
    assert_eq!(first, second);
}

#[sqlx::test(migrations = false)]
async fn text_that_stays_keeps_its_id(pool: PgPool) {
    let mut conn = world(&pool).await;
    edit_page(&mut conn, PAGE, "## One\n\nSame.\n\n## Two\n\nSame.\n\n## Three\n\nOld.").await;
    refresh(&mut conn, COURSE, now(), |_| {}).await.unwrap();
    let before = passages_of(&mut conn, PAGE).await;
    edit_page(&mut conn, PAGE, "## New\n\nNew.\n\n## One\n\nSame.\n\n## Two\n\nSame.\n\n## Three\n\nOlder.")
        .await;
    let index = refresh(&mut conn, COURSE, now(), |_| {}).await.unwrap();
    let after = passages_of(&mut conn, PAGE).await;
    assert_eq!(index.version, 4);
    assert_eq!(before.len(), 3);
    assert_ne!(before[0].0, before[1].0);
    assert_eq!([before[0].0, before[1].0], [after[1].0, after[2].0]);
    assert_eq!(after[1].2, 3, "the revision is the new one");
    assert!(!after.iter().any(|passage| passage.0 == before[2].0));
}

#[sqlx::test(migrations = false)]
async fn a_new_title_or_language_makes_pages_stale(pool: PgPool) {
    let mut conn = world(&pool).await;
    index(&mut conn, &[COURSE]).await;
    assert_eq!(stale_courses(&mut conn).await.unwrap(), []);
    for change in [
        "update lms.pages set title = 'New' where id = '00000000-0000-0000-0000-000000000031'",
        "update lms.courses set language = 'fi'",
        "update lms.pages set deleted_at = now() where id = '00000000-0000-0000-0000-000000000031'",
        "update chatbot.indexed_pages set cutter = 0",
    ] {
        sqlx::raw_sql(change).execute(&mut *conn).await.unwrap();
        assert_eq!(stale_courses(&mut conn).await.unwrap(), [COURSE], "{change}");
        index(&mut conn, &[COURSE]).await;
        assert_eq!(stale_courses(&mut conn).await.unwrap(), []);
    }
}

#[sqlx::test(migrations = false)]
async fn only_courses_with_a_chatbot_are_stale(pool: PgPool) {
    let mut conn = world(&pool).await;
    assert_eq!(stale_courses(&mut conn).await.unwrap(), [COURSE]);
    sqlx::raw_sql("update chatbot.chatbots set deleted_at = now()").execute(&mut *conn).await.unwrap();
    assert_eq!(stale_courses(&mut conn).await.unwrap(), []);
}

#[sqlx::test(migrations = false)]
async fn a_deleted_page_is_forgotten(pool: PgPool) {
    let mut conn = world(&pool).await;
    index(&mut conn, &[COURSE]).await;
    delete_page(&mut conn, PAGE).await;
    let index = refresh(&mut conn, COURSE, now(), |_| {}).await.unwrap();
    assert_eq!(passages_of(&mut conn, PAGE).await, []);
    assert_eq!((index.version, index.pages_indexed, index.pages_total), (4, 2, 2));
}

#[sqlx::test(migrations = false)]
async fn a_page_that_moves_between_courses_moves_in_the_index(pool: PgPool) {
    for order in [[COURSE, OTHER_COURSE], [OTHER_COURSE, COURSE]] {
        sqlx::raw_sql("drop schema if exists lms cascade; drop schema if exists chatbot cascade; drop table if exists _chatbot_migrations")
            .execute(&pool)
            .await
            .unwrap();
        let mut conn = world(&pool).await;
        index(&mut conn, &order).await;
        sqlx::query("update lms.pages set course_id = $1, chapter_id = null where id = $2")
            .bind(OTHER_COURSE.0)
            .bind(PAGE.0)
            .execute(&mut *conn)
            .await
            .unwrap();
        index(&mut conn, &order).await;
        let courses: Vec<Uuid> =
            sqlx::query_scalar("select course_id from chatbot.passages where page_id = $1")
                .bind(PAGE.0)
                .fetch_all(&mut *conn)
                .await
                .unwrap();
        assert_eq!(courses.into_iter().map(CourseId).collect::<Vec<_>>(), [OTHER_COURSE]);
    }
}

#[sqlx::test(migrations = false)]
async fn two_processes_index_a_course_once(pool: PgPool) {
    let mut conn = world(&pool).await;
    for number in 0..20 {
        let page = PageId(Uuid::from_u128(0x2000 + number));
        add_page(&mut conn, page, COURSE, None, "Page", "Text.\n\n## More\n\nText.").await;
    }
    let mut other = pool.acquire().await.unwrap();
    let (one, two) = futures_util::future::join(
        refresh(&mut conn, COURSE, now(), |_| {}),
        refresh(&mut other, COURSE, now(), |_| {}),
    )
    .await;
    assert_eq!(one.unwrap().version.max(two.unwrap().version), 23, "each page was written once");
    let index = find(&mut conn, COURSE).await.unwrap().unwrap();
    assert_eq!((index.pages_indexed, index.pages_total), (23, 23));
}

#[sqlx::test(migrations = false)]
async fn an_interrupted_run_goes_on_where_it_stopped(pool: PgPool) {
    let mut conn = world(&pool).await;
    let mut calls = 0;
    let run = refresh(&mut conn, COURSE, now(), |_| {
        calls += 1;
        assert!(calls < 3, "interrupted");
    });
    let interrupted = futures_util::FutureExt::catch_unwind(std::panic::AssertUnwindSafe(run)).await;
    assert!(interrupted.is_err());
    let index = find(&mut conn, COURSE).await.unwrap().unwrap();
    assert_eq!((index.version, index.pages_indexed), (2, 2), "what was done is kept");
    assert_eq!(refresh(&mut conn, COURSE, now(), |_| {}).await.unwrap().version, 3);
}

#[sqlx::test(migrations = false)]
async fn pages_that_postgres_could_not_keep_are_indexed(pool: PgPool) {
    let mut conn = world(&pool).await;
    for (number, body) in [
        "word ".repeat(20_000),
        (0..20_000).map(|n| format!("{n:x} ")).collect(),
        "x".repeat(400_000),
        format!("```\n{}\n```", (0..20_000).map(|n| format!("v{n:x} = {n}\n")).collect::<String>()),
        "\u{FEFF}\u{202E}''\\ : | & ! <-> 🙂".to_owned(),
        String::new(),
    ]
    .iter()
    .enumerate()
    {
        let page = PageId(Uuid::from_u128(0x2000 + u128::try_from(number).unwrap()));
        add_page(&mut conn, page, COURSE, None, "T'\\", body).await;
    }
    let index = refresh(&mut conn, COURSE, now(), |_| {}).await.unwrap();
    assert_eq!((index.pages_indexed, index.pages_total), (9, 9));
}

#[sqlx::test(migrations = false)]
async fn passages_of_a_page_are_listed_for_those_who_see_it(pool: PgPool) {
    let mut conn = world(&pool).await;
    index(&mut conn, &[COURSE]).await;
    let found = passages::list_visible(&mut conn, STUDENT, COURSE, now(), passages::Which::OfPage(PAGE))
        .await
        .unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].anchor.as_str(), found[0].text.as_str()), ("zebras", "A zebra has stripes."));
    assert_eq!(found[0].heading_path, ["Zebras"]);
    for page in [HIDDEN_PAGE, UNOPENED_PAGE, DELETED_PAGE] {
        let hidden = passages::list_visible(&mut conn, STUDENT, COURSE, now(), passages::Which::OfPage(page))
            .await
            .unwrap();
        assert_eq!(hidden, []);
    }
}
