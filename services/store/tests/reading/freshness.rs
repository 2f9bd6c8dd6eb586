use chatbot_protocol::PageId;
use chatbot_store::citation_rechecks::{self, Waiting, list_waiting};
use chatbot_store::freshness::{recheck_batch, seek_lost};
use futures_util::FutureExt;
use sqlx::pool::PoolConnection;
use sqlx::postgres::Postgres;
use sqlx::{Connection, PgPool};
use uuid::Uuid;

use crate::citing::{TURN, answer, cite, said, said_after_indexing};
use crate::world::*;

const KEYS: &str = "## Keys\n\nA primary key identifies every row. It may be of several columns.";
const FIRST_SENTENCE: &str = "^[^.]*\\.";

/// The world, whose page on keys is cited by its first sentence.
async fn cited_world(pool: &PgPool) -> PoolConnection<Postgres> {
    let mut conn = world(pool).await;
    edit_page(&mut conn, PAGE, KEYS).await;
    index(&mut conn, &[COURSE]).await;
    answer(&mut conn).await;
    cite(&mut conn, &[PAGE], FIRST_SENTENCE).await;
    conn
}

async fn waiting(conn: &mut PoolConnection<Postgres>) -> i64 {
    list_waiting(conn).await.unwrap().iter().map(|waiting| waiting.sentences).sum()
}

#[sqlx::test(migrations = false)]
async fn an_edit_is_judged_by_the_cited_stretch_and_not_by_the_revision(pool: PgPool) {
    let mut conn = cited_world(&pool).await;
    for (body, wanted) in [
        (KEYS.replace("several", "many"), "fresh"),
        (format!("## New\n\nNew.\n\n{KEYS}"), "fresh"),
        (KEYS.replace("every row", "each row"), "changed 31#keys"),
        (KEYS.to_owned(), "fresh"),
        (KEYS.replace("## Keys", "## Rows"), "moved 31#rows"),
        ("## Keys\n\nNothing of the kind is told here any more.".to_owned(), "gone"),
    ] {
        edit_page(&mut conn, PAGE, &body).await;
        assert_eq!(said_after_indexing(&mut conn).await, [wanted], "{body}");
    }
}

#[sqlx::test(migrations = false)]
async fn a_deleted_page_keeps_its_citations_with_the_old_excerpt(pool: PgPool) {
    let mut conn = cited_world(&pool).await;
    delete_page(&mut conn, PAGE).await;
    assert_eq!(said_after_indexing(&mut conn).await, ["gone"]);
    let excerpt: String =
        sqlx::query_scalar("select snippet from chatbot.citations").fetch_one(&mut *conn).await.unwrap();
    assert!(excerpt.starts_with("A primary key identifies every row."));
    sqlx::query("delete from lms.exercises").execute(&mut *conn).await.unwrap();
    sqlx::query("delete from lms.pages where id = $1").bind(PAGE.0).execute(&mut *conn).await.unwrap();
    assert_eq!(said_after_indexing(&mut conn).await, ["gone"]);
}

#[sqlx::test(migrations = false)]
async fn a_text_that_moves_to_another_page_is_followed_in_whatever_order_pages_are_saved(pool: PgPool) {
    let mut conn = cited_world(&pool).await;
    let other = PageId(Uuid::from_u128(0x2001));
    edit_page(&mut conn, PAGE, "## Keys\n\nSee there.").await;
    assert_eq!(said_after_indexing(&mut conn).await, ["gone"]);
    add_page(&mut conn, other, COURSE, None, "Other", &KEYS.replace("## Keys", "## All about keys")).await;
    assert_eq!(said_after_indexing(&mut conn).await, ["moved 01#all-about-keys"]);
    edit_page(&mut conn, other, KEYS).await;
    assert_eq!(
        said_after_indexing(&mut conn).await,
        ["moved 01#keys"],
        "where it stands now is followed, too"
    );
    delete_page(&mut conn, other).await;
    assert_eq!(said_after_indexing(&mut conn).await, ["gone"]);
    edit_page(&mut conn, PAGE, KEYS).await;
    assert_eq!(said_after_indexing(&mut conn).await, ["fresh"]);
}

#[sqlx::test(migrations = false)]
async fn only_the_own_course_is_looked_through_and_open_pages_first(pool: PgPool) {
    let mut conn = cited_world(&pool).await;
    edit_page(&mut conn, OTHER_PAGE, KEYS).await;
    index(&mut conn, &[OTHER_COURSE]).await;
    delete_page(&mut conn, PAGE).await;
    assert_eq!(said_after_indexing(&mut conn).await, ["gone"]);
    edit_page(&mut conn, HIDDEN_PAGE, KEYS).await;
    assert_eq!(said_after_indexing(&mut conn).await, ["moved 32#keys"]);
    edit_page(&mut conn, UNOPENED_PAGE, KEYS).await;
    edit_page(&mut conn, HIDDEN_PAGE, &format!("{KEYS} More.")).await;
    assert_eq!(said_after_indexing(&mut conn).await, ["moved 33#keys"]);
}

#[sqlx::test(migrations = false)]
async fn a_page_that_leaves_the_course_takes_its_text_with_it(pool: PgPool) {
    let mut conn = cited_world(&pool).await;
    sqlx::query("update lms.pages set course_id = $1, chapter_id = null where id = $2")
        .bind(OTHER_COURSE.0)
        .bind(PAGE.0)
        .execute(&mut *conn)
        .await
        .unwrap();
    index(&mut conn, &[OTHER_COURSE]).await;
    assert_eq!(said_after_indexing(&mut conn).await, ["gone"]);
}

#[sqlx::test(migrations = false)]
async fn a_page_that_is_only_hidden_or_not_yet_open_still_has_the_text(pool: PgPool) {
    let mut conn = cited_world(&pool).await;
    sqlx::query("update lms.pages set hidden = true, revision = revision + 1, chapter_id = $1 where id = $2")
        .bind(UNOPENED_CHAPTER.0)
        .bind(PAGE.0)
        .execute(&mut *conn)
        .await
        .unwrap();
    assert_eq!(said_after_indexing(&mut conn).await, ["fresh"]);
    let checked: bool = sqlx::query_scalar("select bool_and(freshness_at > $1) from chatbot.cited_sentences")
        .bind(now())
        .fetch_one(&mut *conn)
        .await
        .unwrap();
    assert!(checked, "it was looked at");
}

#[sqlx::test(migrations = false)]
async fn without_a_noted_stretch_the_whole_passage_is_what_was_cited(pool: PgPool) {
    let mut conn = cited_world(&pool).await;
    cite(&mut conn, &[PAGE], "no such stretch").await;
    edit_page(&mut conn, PAGE, &KEYS.replace("several", "many")).await;
    assert_eq!(said_after_indexing(&mut conn).await, ["fresh", "changed 31#keys"]);
    edit_page(&mut conn, HIDDEN_PAGE, KEYS).await;
    assert_eq!(said_after_indexing(&mut conn).await, ["fresh", "moved 32#keys"]);
}

#[sqlx::test(migrations = false)]
async fn what_waits_is_told_per_course_until_it_was_judged(pool: PgPool) {
    let mut conn = cited_world(&pool).await;
    assert_eq!(list_waiting(&mut conn).await.unwrap(), []);
    cite(&mut conn, &[PAGE], FIRST_SENTENCE).await;
    edit_page(&mut conn, PAGE, "## Keys\n\nNew.").await;
    index(&mut conn, &[COURSE]).await;
    assert_eq!(
        list_waiting(&mut conn).await.unwrap(),
        [Waiting { course: COURSE, sentences: 2, since: now() }]
    );
    assert_eq!(said(&mut conn).await, ["fresh", "fresh"], "not judged yet");
    assert_eq!(recheck_batch(&mut conn, now()).await.unwrap(), 2);
    assert_eq!(list_waiting(&mut conn).await.unwrap(), []);
}

#[sqlx::test(migrations = false)]
async fn two_instances_never_judge_the_same_and_a_batch_that_dies_is_done_again(pool: PgPool) {
    let mut conn = cited_world(&pool).await;
    edit_page(&mut conn, PAGE, "## Keys\n\nNew.").await;
    index(&mut conn, &[COURSE]).await;
    let mut dying = pool.acquire().await.unwrap();
    let mut tx = dying.begin().await.unwrap();
    assert_eq!(recheck_batch(&mut tx, now()).await.unwrap(), 1);
    assert_eq!(recheck_batch(&mut conn, now()).await.unwrap(), 0, "somebody is at it");
    tx.rollback().await.unwrap();
    assert_eq!((said(&mut conn).await, waiting(&mut conn).await), (vec!["fresh".to_owned()], 1));
    assert_eq!(said_after_indexing(&mut conn).await, ["gone"]);
}

#[sqlx::test(migrations = false)]
async fn a_page_that_changes_while_it_is_judged_is_judged_again(pool: PgPool) {
    let mut conn = cited_world(&pool).await;
    edit_page(&mut conn, PAGE, &KEYS.replace("several", "many")).await;
    index(&mut conn, &[COURSE]).await;
    let mut judging = pool.acquire().await.unwrap();
    let mut tx = judging.begin().await.unwrap();
    assert_eq!(recheck_batch(&mut tx, now()).await.unwrap(), 1);
    edit_page(&mut conn, PAGE, "## Keys\n\nNew.").await;
    let mut indexing = pool.acquire().await.unwrap();
    let indexed = index(&mut indexing, &[COURSE]);
    futures_util::future::join(indexed, async {
        until_somebody_waits_for_a_lock(&mut conn).await;
        tx.commit().await.unwrap();
    })
    .await;
    assert_eq!(waiting(&mut conn).await, 1);
    assert_eq!(said_after_indexing(&mut conn).await, ["gone"]);
}

#[sqlx::test(migrations = false)]
async fn a_sentence_that_is_written_while_its_page_is_cut_is_not_missed(pool: PgPool) {
    let mut conn = cited_world(&pool).await;
    sqlx::query("delete from chatbot.cited_sentences").execute(&mut *conn).await.unwrap();
    edit_page(&mut conn, PAGE, "## Keys\n\nNew.").await;
    // The turn holds the page first: the indexer comes after it and sees what it wrote.
    let mut writing = pool.acquire().await.unwrap();
    let mut tx = writing.begin().await.unwrap();
    citation_rechecks::hold_pages(&mut tx, TURN).await.unwrap();
    let mut indexing = pool.acquire().await.unwrap();
    let mut indexed = Box::pin(index(&mut indexing, &[COURSE]));
    assert!(indexed.as_mut().now_or_never().is_none());
    futures_util::future::join(indexed, async {
        until_somebody_waits_for_a_lock(&mut conn).await;
        write_sentence(&mut tx).await;
        citation_rechecks::queue_outdated_of_turn(&mut tx, TURN, now()).await.unwrap();
        tx.commit().await.unwrap();
    })
    .await;
    assert_eq!(waiting(&mut conn).await, 1);
    // The indexer was first: the turn sees that the passage is another one by now.
    sqlx::query("delete from chatbot.cited_sentences").execute(&mut *conn).await.unwrap();
    let mut tx = conn.begin().await.unwrap();
    citation_rechecks::hold_pages(&mut tx, TURN).await.unwrap();
    write_sentence(&mut tx).await;
    citation_rechecks::queue_outdated_of_turn(&mut tx, TURN, now()).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(said_after_indexing(&mut conn).await, ["gone"]);
}

#[sqlx::test(migrations = false)]
async fn a_sentence_whose_passage_stands_as_it_stood_need_not_wait(pool: PgPool) {
    let mut conn = cited_world(&pool).await;
    citation_rechecks::queue_outdated_of_turn(&mut conn, TURN, now()).await.unwrap();
    assert_eq!(waiting(&mut conn).await, 0);
}

#[sqlx::test(migrations = false)]
async fn a_text_that_is_found_lost_by_one_while_another_looks_for_it_is_found_again(pool: PgPool) {
    let mut conn = cited_world(&pool).await;
    edit_page(&mut conn, PAGE, "## Keys\n\nNew.").await;
    index(&mut conn, &[COURSE]).await;
    let mut judging = pool.acquire().await.unwrap();
    let mut tx = judging.begin().await.unwrap();
    assert_eq!(recheck_batch(&mut tx, now()).await.unwrap(), 1, "gone, but nobody else knows it yet");
    add_page(&mut conn, PageId(Uuid::from_u128(0x2001)), COURSE, None, "Other", KEYS).await;
    index(&mut conn, &[COURSE]).await;
    let mut seeking = pool.acquire().await.unwrap();
    futures_util::future::join(async { seek_lost(&mut seeking, now()).await.unwrap() }, async {
        until_somebody_waits_for_a_lock(&mut conn).await;
        tx.commit().await.unwrap();
    })
    .await;
    assert_eq!(said_after_indexing(&mut conn).await, ["moved 01#keys"]);
}

#[sqlx::test(migrations = false)]
async fn what_moved_says_whereto(pool: PgPool) {
    let mut conn = cited_world(&pool).await;
    let moved =
        sqlx::query("update chatbot.cited_sentences set freshness = 'moved'").execute(&mut *conn).await;
    let error = moved.unwrap_err();
    assert_eq!(error.as_database_error().unwrap().constraint(), Some("cited_sentences_now_place"));
}

async fn write_sentence(conn: &mut sqlx::PgConnection) {
    sqlx::query(
        "insert into chatbot.cited_sentences (id, turn_id, course_id, chatbot_id, model, tool, page_id, page_title,
                                              citation_id, marker_number, sentence, verdict, cited_text, cited_hash,
                                              created_at)
         select gen_random_uuid(), turn_id, $1, chatbot_id, model, tool, page_id, title, id, 1, 'S.', 'supported', 'A primary key identifies every row.',
                sha256('S'), created_at
         from chatbot.citations",
    )
    .bind(COURSE.0)
    .execute(conn)
    .await
    .unwrap();
}

async fn until_somebody_waits_for_a_lock(conn: &mut PoolConnection<Postgres>) {
    let waits = "select exists (select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock')";
    while !sqlx::query_scalar::<_, bool>(waits).fetch_one(&mut **conn).await.unwrap() {}
}
