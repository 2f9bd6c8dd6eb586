//! What answers cited stays true to the pages afterwards: pages change, and what was cited is held against them again.

use chatbot_engine::{index_courses, recheck_citations};
use chatbot_store::citation_rechecks;
use chatbot_tests::app::TestApp;
use chatbot_tests::model::Step::{Call, Text};
use chatbot_tests::world::STUDENT;
use sqlx::PgPool;

const SEARCH: &str = r#"{"query":"identifies every row"}"#;
const SECOND_SEARCH: &str = r#"{"query":"foreign key points"}"#;
const ANSWER: &str = "A primary key identifies every row of a table.【1】 \
    A foreign key points at the primary key of another table.【101】";

/// A story in which one answer cites the passage on primary keys, then the one on foreign keys.
async fn answered(pool: PgPool) -> TestApp {
    let app = TestApp::start(pool).await;
    app.model.will([
        vec![Call("course_material_search", SEARCH), Call("course_material_search", SECOND_SEARCH)],
        vec![Text(ANSWER)],
    ]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "Keys?").await;
    app
}

/// Changes pages, and tells what is said of the two citations once the background has caught up.
async fn after(app: &TestApp, change: &'static str) -> Vec<String> {
    sqlx::raw_sql(change).execute(&app.pool).await.unwrap();
    index_courses::index_stale(&app.engine).await.unwrap();
    recheck_citations::recheck_waiting(&app.engine).await.unwrap();
    let mut conn = app.pool.acquire().await.unwrap();
    assert_eq!(citation_rechecks::list_waiting(&mut conn).await.unwrap(), [], "nothing is left waiting");
    sqlx::query_scalar(
        "select concat_ws(' ', s.freshness, right(s.now_page_id::text, 2) || '#' || s.now_anchor)
         from chatbot.cited_sentences s join chatbot.citations c on c.id = s.citation_id
         order by c.citation_number",
    )
    .fetch_all(&app.pool)
    .await
    .unwrap()
}

#[sqlx::test(migrations = false)]
async fn what_was_cited_is_followed_through_the_life_of_its_page(pool: PgPool) {
    let app = answered(pool).await;
    for (change, wanted) in [
        ("select 1", ["fresh", "fresh"]),
        (
            "update lms.pages set revision = revision + 1, body = body || E'\\n\\n## More\\n\\nMore.'
             where title = 'Keys'",
            ["fresh", "fresh"],
        ),
        (
            "update lms.pages set revision = revision + 1, body = replace(body, 'points at', 'refers to')
             where title = 'Keys'",
            ["fresh", "changed d1#foreign-keys"],
        ),
        ("update lms.pages set revision = revision + 1, hidden = true where title = 'Keys'", [
            "fresh",
            "changed d1#foreign-keys",
        ]),
        (
            "update lms.pages set revision = revision + 1, body = 'See elsewhere.' where title = 'Keys';
             update lms.pages set revision = revision + 1,
                 body = E'## Rows\\n\\nA primary key identifies every row of a table.' where title like 'Bobby%'",
            ["moved d5#rows", "gone"],
        ),
        ("update lms.pages set deleted_at = now() where title like 'Bobby%'", ["gone", "gone"]),
    ] {
        assert_eq!(after(&app, change).await, wanted, "{change}");
    }
    assert!(
        app.value::<bool>(
            "select count(*) = 2 and bool_and(c.snippet like '%key%' and s.cited_text like '%key%')
             from chatbot.cited_sentences s join chatbot.citations c on c.id = s.citation_id"
        )
        .await,
        "an auditor still reads what was cited"
    );
}

#[sqlx::test(migrations = false)]
async fn a_server_that_dies_after_cutting_a_page_leaves_nothing_unchecked(pool: PgPool) {
    let app = answered(pool).await;
    sqlx::query("update lms.pages set revision = revision + 1, body = 'Gone.' where title = 'Keys'")
        .execute(&app.pool)
        .await
        .unwrap();
    index_courses::index_stale(&app.engine).await.unwrap();
    let app = app.restart().await;
    assert_eq!(after(&app, "select 1").await, ["gone", "gone"]);
}

#[sqlx::test(migrations = false)]
async fn an_answer_that_cites_a_page_which_changed_while_it_was_written_is_checked_too(pool: PgPool) {
    use chatbot_tests::model::Step::Gate;
    use chatbot_tests::wire::Sse;
    let app = TestApp::start(pool).await;
    app.model.will([
        vec![Call("course_material_search", SEARCH), Call("course_material_search", SECOND_SEARCH)],
        vec![Gate, Text(ANSWER)],
    ]);
    let conversation = app.begin(STUDENT).await;
    let mut stream = Sse::new(app.send(STUDENT, &conversation, "q1", "Keys?").await);
    stream.until("start-step").await;
    app.until("select count(*) = 2 from chatbot.tool_calls where status = 'done'").await;
    sqlx::query(
        "update lms.pages set revision = revision + 1, body = replace(body, 'every', 'each') where title = 'Keys'",
    )
    .execute(&app.pool)
    .await
    .unwrap();
    index_courses::index_stale(&app.engine).await.unwrap();
    app.model.open_gate();
    stream.rest().await;
    assert_eq!(after(&app, "select 1").await, ["changed d1#primary-keys", "fresh"]);
}

#[sqlx::test(migrations = false)]
async fn a_page_that_comes_back_under_its_id_with_other_text_brings_nothing_of_the_old_back(pool: PgPool) {
    let app = answered(pool).await;
    // As the importer does with a file that goes, and comes back under its name.
    let goes = "update lms.pages set deleted_at = now() where title = 'Keys'";
    assert_eq!(after(&app, goes).await, ["gone", "gone"]);
    let comes_back = "update lms.pages set revision = revision + 1, deleted_at = null, title = 'Indexes',
             body = E'## Quillworts\\n\\nA quillwort index finds what is looked for without reading the whole.'
         where title = 'Keys'";
    assert_eq!(after(&app, comes_back).await, ["gone", "gone"]);
    app.model.will([
        vec![Call("course_material_search", r#"{"query":"quillwort key identifies every row table"}"#)],
        vec![Text("An index.")],
    ]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "What finds rows?").await;
    let found = app.model.last_results().pop().unwrap();
    let (_, sources) = found.split_once("<source").unwrap();
    assert!(sources.contains("quillwort index finds what"), "{sources}");
    for old in ["identifies every row", "points at"] {
        assert!(!sources.contains(old), "{sources}");
    }
    assert!(
        app.value::<bool>(
            "select bool_and(c.snippet ~ 'identifies every row|points at') from chatbot.cited_sentences s
             join chatbot.citations c on c.id = s.citation_id"
        )
        .await,
        "what was cited then stays on record as it was"
    );
}
