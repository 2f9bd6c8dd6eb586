//! Citations that are checked while they stream: what each way of citing is told, and what reaches the student where
//! everything has to be confirmed.

use chatbot_protocol::api::CitationPolicy;
use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::model::Step::{self, Call, Gate, Text};
use chatbot_tests::wire::{Sse, lines_of, text_of};
use chatbot_tests::world::{STUDENT, config};
use serde_json::Value;
use sqlx::PgPool;

const SEARCH: &str = r#"{"query":"identifies every row"}"#;
const SECOND_SEARCH: &str = r#"{"query":"foreign key points"}"#;
const GOOD: &str = "A primary key identifies every row of a table.【1】";

/// Ways to cite, each a whole answer. Source 1 is the passage on primary keys, 101 the one on foreign keys.
const ANSWERS: &[(&str, &str)] = &[
    ("well", GOOD),
    ("the wrong passage", "Injections are hostile texts of attackers.【1】"),
    ("an invented number", "A primary key identifies all 42 rows of a table.【1】"),
    ("a quotation", "The page says “a primary key identifies every row”.【1】"),
    ("a misquotation by one word", "The page says “a primary key identifies every column”.【1】"),
    ("a quotation of another passage", "It says “a foreign key points at the primary key”.【1】"),
    ("a negation", "A primary key does not identify every row of a table.【1】"),
    ("a number without a source", "A primary key identifies every row of a table.【7】"),
    ("in code", "Write `row【1】` and nothing else here."),
    ("in another language", "Pääavain yksilöi taulun jokaisen rivin, ja siksi se on tärkeä.【1】"),
    ("two passages", "A primary key identifies every row, and a foreign key points at it.【1】【101】"),
    ("nothing", "A primary key identifies every row of a table."),
];

async fn start(pool: PgPool, citation_policy: CitationPolicy) -> TestApp {
    let mut config = config();
    config.citation_policy = citation_policy;
    TestApp::start_with(pool, Setup { config: Some(config), ..Setup::default() }).await
}

fn searches() -> Vec<Step> {
    vec![Call("course_material_search", SEARCH), Call("course_material_search", SECOND_SEARCH)]
}

/// Number and verdict of each citation, as the page knows them at the end.
fn verdicts(message: &Value) -> Vec<String> {
    let parts = message["parts"].as_array().unwrap().iter();
    let cited = parts.filter(|part| part["type"] == "data-citation");
    cited
        .map(|part| format!("{} {}", part["data"]["number"], part["data"]["verdict"].as_str().unwrap_or("-")))
        .collect()
}

fn notices(chunks: &[Value]) -> Vec<&str> {
    let notices = chunks.iter().filter(|chunk| chunk["type"] == "data-notice");
    notices.map(|chunk| chunk["data"]["code"].as_str().unwrap()).collect()
}

#[sqlx::test(migrations = false)]
async fn every_way_to_cite_has_its_verdict(pool: PgPool) {
    let app = start(pool, CitationPolicy::Annotate).await;
    let mut told = Vec::new();
    for (number, (how, answer)) in ANSWERS.iter().enumerate() {
        app.model.will([searches(), vec![Text(answer)]]);
        let conversation = app.begin(STUDENT).await;
        let chunks = app.ask(STUDENT, &conversation, &format!("q{number}"), "Keys?").await;
        let stored = app.read(STUDENT, &conversation).await;
        told.push(format!("{how}: {} → {:?}", text_of(&chunks), verdicts(&stored["messages"][1])));
    }
    insta::assert_snapshot!(told.join("\n"));
    assert_eq!(app.model.requests().len(), 2 * ANSWERS.len(), "nothing is asked again");
    let recorded: i64 =
        app.value("select count(*) from chatbot.cited_sentences where citation_id is not null").await;
    assert_eq!(recorded, 10, "each use is on record");
    assert!(
        app.value::<bool>(
            "select verdict = 'unresolved' and marker_number = 7 and sentence like 'A primary key%'
             from chatbot.cited_sentences where citation_id is null"
        )
        .await
    );
    assert!(
        app.value::<bool>(
            "select bool_and(cited_text is not null and cited_hash is not null and score between 0 and 1)
             from chatbot.cited_sentences where verdict = 'supported'"
        )
        .await
    );
}

#[sqlx::test(migrations = false)]
async fn where_everything_must_be_confirmed_only_what_stands_is_shown(pool: PgPool) {
    let app = start(pool, CitationPolicy::Enforce).await;
    let mut told = Vec::new();
    for (number, (how, answer)) in ANSWERS.iter().enumerate() {
        let again = vec![Text(answer)];
        app.model.will([searches()]);
        app.model.will((0..4).map(|_| again.clone()));
        let conversation = app.begin(STUDENT).await;
        let before = app.model.requests().len();
        let chunks = app.ask(STUDENT, &conversation, &format!("q{number}"), "Keys?").await;
        let asked = app.model.requests().len() - before - 1;
        app.model.forget_replies();
        told.push(format!("{how}: “{}” after {asked}, {:?}", text_of(&chunks), notices(&chunks)));
    }
    insta::assert_snapshot!(told.join("\n"));
}

#[sqlx::test(migrations = false)]
async fn a_sentence_that_does_not_stand_is_asked_for_again_and_what_stood_is_not_repeated(pool: PgPool) {
    let app = start(pool, CitationPolicy::Enforce).await;
    app.model.will([
        searches(),
        vec![Text(GOOD), Text(" It was invented by martians in 1066.【1】 Ask away!")],
        vec![Text(GOOD), Text(" A foreign key points at the primary key of another table.【101】")],
    ]);
    let conversation = app.begin(STUDENT).await;
    let chunks = app.ask(STUDENT, &conversation, "q1", "Keys?").await;
    insta::assert_snapshot!(lines_of(&chunks));
    let asked_again = format!("{:?}", app.model.last_request().messages[0]);
    for told in ["done_evidence_mismatch", "martians", "already_shown", "identifies every row of a table"] {
        assert!(asked_again.contains(told), "{told} in {asked_again}");
    }
    app.model.will([vec![Text("Ask away!")]]);
    app.ask(STUDENT, &conversation, "q2", "Thanks").await;
    let history = format!("{:?}", app.model.last_request().messages);
    assert!(!history.contains("martians"), "what was not shown never enters history");
    assert!(history.contains("another table.【101】") && history.contains("of a table.【1】"), "{history}");
    assert!(
        app.value::<bool>(
            "select jsonb_array_length(done_rejects) = 1 from chatbot.rounds where done_rejects <> '[]'"
        )
        .await,
        "the reject is on record"
    );
}

#[sqlx::test(migrations = false)]
async fn a_page_that_is_closed_in_the_middle_of_the_turn_is_not_shown(pool: PgPool) {
    let app = start(pool, CitationPolicy::Annotate).await;
    app.model.will([searches(), vec![Gate, Text(GOOD)]]);
    let conversation = app.begin(STUDENT).await;
    let mut stream = Sse::new(app.send(STUDENT, &conversation, "q1", "Keys?").await);
    stream.until("start-step").await;
    app.until("select count(*) = 1 from chatbot.rounds where state = 'committed'").await;
    app.until("select count(*) = 2 from chatbot.tool_calls where status = 'done'").await;
    sqlx::query("update lms.pages set hidden = true where id = '00000000-0000-0000-0000-0000000000d1'")
        .execute(&app.pool)
        .await
        .unwrap();
    app.model.open_gate();
    let chunks = stream.rest().await;
    let cited = chunks.iter().rfind(|chunk| chunk["type"] == "data-citation").unwrap();
    assert_eq!(
        (cited["data"]["verdict"].as_str(), cited["data"]["snippet"].as_str()),
        (Some("hidden"), Some(""))
    );
    assert!(app.value::<bool>("select bool_and(verdict = 'hidden') from chatbot.cited_sentences").await);
}

#[sqlx::test(migrations = false)]
async fn an_answer_that_misses_its_pattern_is_asked_for_again(pool: PgPool) {
    let mut strict = config();
    strict.citation_policy = CitationPolicy::Enforce;
    strict.answer_pattern = Some("(?i)ask away".into());
    let app = TestApp::start_with(pool, Setup { config: Some(strict), ..Setup::default() }).await;
    app.model.will([vec![Text("Hello!")], vec![Text("Hello! Ask away!")]]);
    let conversation = app.begin(STUDENT).await;
    let chunks = app.ask(STUDENT, &conversation, "q1", "Hi").await;
    assert_eq!(text_of(&chunks), "Hello!Ask away!");
    assert!(format!("{:?}", app.model.last_request().messages[0]).contains("done_reason_mismatch"));
}
