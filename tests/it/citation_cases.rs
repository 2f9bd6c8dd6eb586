//! Faults of other chatbots with citations, tried here. `tests/cases_citations.md` says which test tries what.

use chatbot_store::course_index;
use chatbot_tests::app::TestApp;
use chatbot_tests::model::Step::{Call, Text};
use chatbot_tests::wire::text_of;
use chatbot_tests::world::{COURSE, STUDENT};
use serde_json::Value;
use sqlx::PgPool;

const SEARCH: &str = r#"{"query":"identifies every row"}"#;
const GOOD: &str = "A primary key identifies every row of a table.【1】";

fn cited(message: &Value) -> Vec<&Value> {
    let parts = message["parts"].as_array().unwrap().iter();
    parts.filter(|part| part["type"] == "data-citation").map(|part| &part["data"]).collect()
}

#[sqlx::test(migrations = false)]
async fn a_number_of_an_earlier_answer_names_nothing_in_the_next_one(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([
        vec![Call("course_material_search", SEARCH)],
        vec![Text(GOOD)],
        vec![Text("As I said.【1】 It is so. [1]")],
        vec![Call("course_progress", "{}")],
        vec![Text("You have two points.【1】")],
    ]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "Keys?").await;
    let why = app.ask(STUDENT, &conversation, "q2", "and why?").await;
    assert_eq!(text_of(&why), "As I said. It is so. [1]", "a bracket that names no source is no link either");
    let points = app.ask(STUDENT, &conversation, "q3", "How am I doing?").await;
    assert_eq!(text_of(&points), "You have two points.", "a tool without passages brings no source");
    let read = app.read(STUDENT, &conversation).await;
    let answers = [1, 3, 5].map(|place| cited(&read["messages"][place]).len());
    assert_eq!(answers, [1, 0, 0], "each answer has its own sources, or none");
    let unresolved: i64 =
        app.value("select count(*) from chatbot.cited_sentences where verdict = 'unresolved'").await;
    assert_eq!(unresolved, 2);
}

#[sqlx::test(migrations = false)]
async fn long_titles_and_addresses_are_kept_whole_in_any_script(pool: PgPool) {
    let app = TestApp::start(pool).await;
    sqlx::raw_sql(
        "update lms.pages set revision = revision + 1, title = repeat('主キー鍵 ÅSA ', 60),
             url_path = '/courses/' || repeat('pääavain-', 100) || 'keys',
             body = E'## Primary keys\\n\\nA primary key <b>identifies</b> every row of a table. '
                    || repeat('主キーは表の各行を一意に識別する。', 20)
         where title = 'Keys'",
    )
    .execute(&app.pool)
    .await
    .unwrap();
    let mut conn = app.pool.acquire().await.unwrap();
    course_index::refresh(&mut conn, COURSE, chrono::DateTime::UNIX_EPOCH, |_| {}).await.unwrap();
    app.model.will([vec![Call("course_material_search", SEARCH)], vec![Text(GOOD)]]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "Keys?").await;
    let read = app.read(STUDENT, &conversation).await;
    let cited = cited(&read["messages"][1]);
    let said = |field: &str| cited[0][field].as_str().unwrap().to_owned();
    assert_eq!(said("title").chars().count(), 60 * 9);
    assert!(said("url").ends_with("keys#primary-keys") && said("url").matches("avain-").count() == 100);
    assert!(said("snippet").starts_with("A primary key identifies every row"), "{}", said("snippet"));
    assert_eq!(said("snippet").matches("主キー").count(), 20);
    assert!(
        app.value::<bool>(
            "select bool_and(c.snippet = p.body and c.title = p.page_title)
             from chatbot.citations c join chatbot.passages p on p.id = c.passage_id where c.cited"
        )
        .await
    );
}
