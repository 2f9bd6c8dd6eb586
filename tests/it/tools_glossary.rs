//! Looking a term up in the course's glossary: what it means, the page that defines it, and who may know of it.

use chatbot_tests::app::TestApp;
use chatbot_tests::model::Step::{Call, Text};
use chatbot_tests::wire::lines_of;
use chatbot_tests::world::{ASSISTANT, STUDENT, TEACHER};
use serde_json::json;
use sqlx::PgPool;

use crate::tools_material::{result, start};

/// Terms of the page about keys, of the hidden, the unopened and the deleted one, of the course, and of the other
/// course.
const TERMS: &str = "
    insert into lms.glossary_terms values
        ('00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-0000000000c1', 'primary key',
         'The key that identifies rows.', '00000000-0000-0000-0000-0000000000d1'),
        ('00000000-0000-0000-0000-000000000002', '00000000-0000-0000-0000-0000000000c1', 'quillfeather',
         'A secret word.', '00000000-0000-0000-0000-0000000000d2'),
        ('00000000-0000-0000-0000-000000000003', '00000000-0000-0000-0000-0000000000c1', 'ombrellino',
         'A key across shards.', '00000000-0000-0000-0000-0000000000d3'),
        ('00000000-0000-0000-0000-000000000004', '00000000-0000-0000-0000-0000000000c1', 'marlinspike',
         'An old key.', '00000000-0000-0000-0000-0000000000d6'),
        ('00000000-0000-0000-0000-000000000005', '00000000-0000-0000-0000-0000000000c1', 'DBMS',
         'The software that keeps the data.', null),
        ('00000000-0000-0000-0000-000000000006', '00000000-0000-0000-0000-0000000000c2', 'premise',
         'What a conclusion rests on.', null)";

async fn start_with_terms(pool: PgPool) -> TestApp {
    let app = start(pool).await;
    sqlx::raw_sql(TERMS).execute(&app.pool).await.unwrap();
    app
}

#[sqlx::test(migrations = false)]
async fn a_term_is_told_and_the_page_that_defines_it_is_cited(pool: PgPool) {
    let app = start_with_terms(pool).await;
    app.model.will([
        vec![Call("glossary_lookup", r#"{"term":"Primary keys"}"#)],
        vec![Text("A primary key identifies every row of a table.【1】")],
    ]);
    let conversation = app.begin(STUDENT).await;
    let chunks = app.ask(STUDENT, &conversation, "q1", "What is a primary key?").await;
    let output = app.model.last_results().pop().unwrap();
    insta::assert_snapshot!(format!("{output}\n\n{}", lines_of(&chunks)));
    assert!(
        app.value::<bool>(
            "select count(*) = 1 and bool_and(status = 'done' and requirements @> '[{\"holds\": true}]')
             from chatbot.tool_calls where name = 'glossary_lookup'"
        )
        .await,
        "the call is on record"
    );
}

#[sqlx::test(migrations = false)]
async fn each_finds_the_terms_of_the_pages_that_they_may_read(pool: PgPool) {
    let app = start_with_terms(pool).await;
    for (term, definition, knows) in [
        ("quillfeather", "A secret word.", vec![TEACHER]),
        ("ombrellino", "A key across shards.", vec![TEACHER, ASSISTANT]),
        ("marlinspike", "An old key.", vec![]),
        ("premise", "What a conclusion", vec![]),
        ("dbms", "The software that keeps", vec![STUDENT, ASSISTANT, TEACHER]),
    ] {
        for who in [STUDENT, ASSISTANT, TEACHER] {
            let seen = result(&app, who, "glossary_lookup", json!({"term": term})).await;
            assert_eq!(seen.contains(definition), knows.contains(&who), "{who}: {seen}");
            assert!(knows.contains(&who) || seen.contains("has no term"), "{who}: {seen}");
        }
    }
}

#[sqlx::test(migrations = false)]
async fn a_page_that_is_hidden_later_takes_its_terms_out_of_history(pool: PgPool) {
    let app = start_with_terms(pool).await;
    app.model.will([
        vec![Call("glossary_lookup", r#"{"term":"primary key"}"#)],
        vec![Text("A key.")],
        vec![Text("No.")],
    ]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "What is a primary key?").await;
    sqlx::query("update lms.pages set hidden = true where title = 'Keys'").execute(&app.pool).await.unwrap();
    app.ask(STUDENT, &conversation, "q2", "And now?").await;
    let history = format!("{:?}", app.model.last_request().messages);
    assert!(!history.contains("identifies rows") && history.contains("no longer available"), "{history}");
}

#[sqlx::test(migrations = false)]
async fn it_is_offered_only_where_the_chatbot_allows_it(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([vec![Text("Hello.")]]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "Hi").await;
    assert!(app.model.last_request().tools.iter().all(|tool| tool.name != "glossary_lookup"));
}
