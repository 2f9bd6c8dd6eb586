//! Vectors of passages: kept once for each text, used when the question has one too.

use chatbot_protocol::PageId;
use chatbot_store::passage_vectors::{self, VectorProgress};
use chatbot_store::search::{CourseIndexes, QuestionVector, SearchRequest, search};
use chatbot_store::{PgConnection, course_index};
use sqlx::PgPool;
use uuid::Uuid;

use crate::world::*;

const MODEL: &str = "animals";

/// Big cats one way, everything else the other.
fn meaning(text: &str) -> Vec<f32> {
    let is_cat = ["lion", "tiger", "feline"].iter().any(|word| text.to_lowercase().contains(word));
    if is_cat { vec![1.0, 0.1] } else { vec![0.1, 1.0] }
}

async fn fill(conn: &mut PgConnection, most: i64) -> usize {
    let missing = passage_vectors::list_missing(conn, COURSE, MODEL, most).await.unwrap();
    for missing in &missing {
        passage_vectors::insert(conn, MODEL, &missing.text_hash, &meaning(&missing.text), now())
            .await
            .unwrap();
    }
    passage_vectors::publish(conn, COURSE).await.unwrap();
    missing.len()
}

async fn first(
    conn: &mut PgConnection,
    indexes: &CourseIndexes,
    query: &str,
    model: Option<&str>,
) -> Option<PageId> {
    let vector = model.map(|model| QuestionVector { model: model.to_owned(), vector: meaning(query) });
    let request = SearchRequest { vector: vector.as_ref(), ..request(query) };
    search(conn, indexes, &request).await.unwrap().first().map(|found| found.page_id)
}

fn page(number: u128) -> PageId {
    PageId(Uuid::from_u128(0x2000 + number))
}

async fn animals(pool: &PgPool) -> sqlx::pool::PoolConnection<sqlx::Postgres> {
    let mut conn = world(pool).await;
    sqlx::raw_sql("update lms.pages set deleted_at = now()").execute(&mut *conn).await.unwrap();
    let texts = ["Fish swim.", "Birds fly.", "Lions roar.", "Ants work."];
    for (number, text) in (0..).zip(texts) {
        add_page(&mut conn, page(number), COURSE, None, "Animals", text).await;
    }
    index(&mut conn, &[COURSE]).await;
    conn
}

#[sqlx::test(migrations = false)]
async fn what_a_question_means_finds_what_its_words_do_not(pool: PgPool) {
    let mut conn = animals(&pool).await;
    let indexes = CourseIndexes::default();
    assert_eq!(first(&mut conn, &indexes, "felines", Some(MODEL)).await, None, "there are no vectors yet");
    fill(&mut conn, 100).await;
    assert_eq!(first(&mut conn, &indexes, "felines", Some(MODEL)).await, Some(page(2)));
    assert_eq!(first(&mut conn, &indexes, "felines", None).await, None, "by words alone");
    assert_eq!(first(&mut conn, &indexes, "felines", Some("another")).await, None, "by another model");
    assert_eq!(indexes.built(), 1, "vectors are no reason to build an index anew");
    sqlx::raw_sql("update lms.pages set hidden = true").execute(&mut *conn).await.unwrap();
    assert_eq!(first(&mut conn, &indexes, "felines", Some(MODEL)).await, None);
}

#[sqlx::test(migrations = false)]
async fn vectors_are_filled_in_steps_and_kept_by_text(pool: PgPool) {
    let mut conn = animals(&pool).await;
    assert_eq!(passage_vectors::incomplete_courses(&mut conn, MODEL).await.unwrap(), [COURSE]);
    assert_eq!(fill(&mut conn, 3).await, 3);
    let progress = passage_vectors::progress(&mut conn, COURSE, MODEL).await.unwrap();
    assert_eq!(progress, VectorProgress { passages: 4, with_vector: 3 });
    assert_eq!((fill(&mut conn, 3).await, fill(&mut conn, 3).await), (1, 0));
    assert_eq!(passage_vectors::incomplete_courses(&mut conn, MODEL).await.unwrap(), []);
    edit_page(&mut conn, page(0), "Fish swim.\n\n## Whales\n\nWhales sing.").await;
    course_index::refresh(&mut conn, COURSE, now(), |_| {}).await.unwrap();
    assert_eq!(fill(&mut conn, 100).await, 1, "what stayed has its vector");
    assert_eq!(passage_vectors::delete_unused(&mut conn, MODEL).await.unwrap(), 0);
    delete_page(&mut conn, page(1)).await;
    course_index::refresh(&mut conn, COURSE, now(), |_| {}).await.unwrap();
    assert_eq!(passage_vectors::delete_unused(&mut conn, MODEL).await.unwrap(), 1);
    assert_eq!(passage_vectors::delete_unused(&mut conn, "new").await.unwrap(), 4);
}

#[sqlx::test(migrations = false)]
async fn a_vector_that_points_nowhere_is_not_asked_for_again(pool: PgPool) {
    let mut conn = animals(&pool).await;
    for missing in passage_vectors::list_missing(&mut conn, COURSE, MODEL, 9).await.unwrap() {
        passage_vectors::insert(&mut conn, MODEL, &missing.text_hash, &[0.0, 0.0], now()).await.unwrap();
    }
    passage_vectors::publish(&mut conn, COURSE).await.unwrap();
    assert_eq!(fill(&mut conn, 9).await, 0);
    assert_eq!(first(&mut conn, &CourseIndexes::default(), "birds", Some(MODEL)).await, Some(page(1)));
}
