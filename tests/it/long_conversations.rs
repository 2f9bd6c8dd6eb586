//! Conversations that are longer than the model's context, and results that are: cut where it does no harm, said once,
//! and no turn fails for it that could go on.

use std::sync::Arc;

use chatbot_core::ChatbotConfig;
use chatbot_core::model::{ModelFault, ModelMessage, ModelRequest};
use chatbot_protocol::ErrorCode;
use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::model::Step::{Call, Fault, Text};
use chatbot_tests::model::{bytes_of, results_of};
use chatbot_tests::unruly::Flood;
use chatbot_tests::wire::text_of;
use chatbot_tests::world::{STUDENT, config};
use chatbot_tools::toolset;
use serde_json::Value;
use sqlx::PgPool;

/// A chatbot of short answers whose model has a small context: one long question fits, two do not.
fn small() -> Setup {
    Setup { config: Some(short_answers()), context_tokens: Some(6_000), ..Setup::default() }
}

fn short_answers() -> ChatbotConfig {
    let mut config = config();
    config.limits.output_tokens = 500;
    config
}

fn long_question(about: &str) -> String {
    format!("{about} {}", "row ".repeat(1_800))
}

/// How many notices there are that older messages were left out.
fn notices(chunks: &[Value]) -> usize {
    format!("{chunks:?}").matches("history_shortened").count()
}

fn questions(request: &ModelRequest) -> Vec<&str> {
    let asked = request.messages.iter().filter_map(|message| match message {
        ModelMessage::User(text) => text.split_whitespace().next(),
        _ => None,
    });
    asked.collect()
}

#[sqlx::test(migrations = false)]
async fn that_older_messages_are_left_out_is_said_once_in_a_conversation(pool: PgPool) {
    let app = TestApp::start_with(pool, small()).await;
    let conversation = app.begin(STUDENT).await;
    let mut said = Vec::new();
    for word in ["one", "two", "three"] {
        app.model.will([
            vec![
                Call("course_material_search", r#"{"query":"primary key"}"#),
                Call("course_material_search", r#"{"query":"foreign key"}"#),
            ],
            vec![Text("So.")],
        ]);
        let chunks = app.ask(STUDENT, &conversation, word, &long_question(word)).await;
        said.push(notices(&chunks));
        assert_eq!(questions(&app.model.last_request()), [word], "older turns go as a whole");
        assert_eq!(app.model.last_results().len(), 2, "parallel calls stay together");
    }
    assert_eq!(said, [0, 1, 0]);
    let app = app.restart_with(small()).await;
    app.model.will([vec![Text("Four.")]]);
    let chunks = app.ask(STUDENT, &conversation, "four", &long_question("four")).await;
    assert_eq!(notices(&chunks), 0);
    assert_eq!(questions(&app.model.last_request()), ["four"]);
    let stored = app.read(STUDENT, &conversation).await.to_string();
    assert_eq!(stored.matches("history_shortened").count(), 1);
}

#[sqlx::test(migrations = false)]
async fn that_more_than_two_hundred_turns_are_cut_is_said_as_well(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let conversation = app.begin(STUDENT).await;
    app.model.will([vec![Text("One.")], vec![Text("Two.")], vec![Text("Three.")]]);
    app.ask(STUDENT, &conversation, "q0", "First").await;
    // As often as may be read, and with the next question once more.
    sqlx::raw_sql(
        "insert into chatbot.messages
         select (jsonb_populate_record(m, jsonb_build_object(
             'id', md5(m.role || n), 'client_id', m.role || n, 'order_number', m.order_number + 2 * n))).*
         from chatbot.messages m, generate_series(1, 199) n;
         insert into chatbot.turns
         select (jsonb_populate_record(t, jsonb_build_object(
             'id', md5('turn' || n), 'user_message_id', md5('user' || n),
             'assistant_message_id', md5('assistant' || n)))).*
         from chatbot.turns t, generate_series(1, 199) n",
    )
    .execute(&app.pool)
    .await
    .unwrap();
    assert_eq!(notices(&app.ask(STUDENT, &conversation, "q1", "Next").await), 1);
    assert_eq!(questions(&app.model.last_request()).len(), 200);
    assert_eq!(notices(&app.ask(STUDENT, &conversation, "q2", "Next").await), 0);
}

#[sqlx::test(migrations = false)]
async fn a_huge_result_is_cut_before_it_is_stored_and_the_next_turn_works(pool: PgPool) {
    let mut config = config();
    config.allowed_tools.push("flood".into());
    let more_tools = vec![Arc::new(toolset![Flood].unwrap()) as _];
    let app = TestApp::start_with(pool, Setup { config: Some(config), more_tools, ..Setup::default() }).await;
    let conversation = app.begin(STUDENT).await;
    app.model.will([
        vec![Call("flood", r#"{"how":"a"}"#)],
        vec![Text("Much.")],
        (0..5).map(|_| Call("flood", r#"{"how":"b"}"#)).collect(),
        vec![Text("Too much.")],
        vec![Text("Fine.")],
    ]);
    app.ask(STUDENT, &conversation, "q1", "Flood?").await;
    let output = app.model.last_results().remove(0);
    assert!(output.chars().count() < 24_200 && output.contains("more characters are not shown"));
    let stored = "select max(length(output)) < 24200 from chatbot.tool_calls";
    assert!(app.value::<bool>(stored).await, "so that no later turn meets it");
    assert_eq!(text_of(&app.ask(STUDENT, &conversation, "q2", "More?").await), "Too much.");
    let request = app.model.last_request();
    let results = results_of(&request);
    assert!(bytes_of(&request) <= 3 * (32_000 - 4_096), "the oldest of a turn give way");
    let shortened = |result: &&&str| result.contains("because everything together is too long");
    assert_eq!(results.len(), 5);
    assert!((2..5).contains(&results.iter().filter(shortened).count()));
    assert!(results[0].contains("everything together") && !results[4].contains("everything together"));
    assert_eq!(text_of(&app.ask(STUDENT, &conversation, "q3", "And now?").await), "Fine.");
}

#[sqlx::test(migrations = false)]
async fn a_request_that_is_too_long_is_made_again_with_half_and_continue_works_again_and_again(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let conversation = app.begin(STUDENT).await;
    for index in 0..6 {
        app.model.will([vec![Text("So.")]]);
        let id = format!("q{index}");
        app.ask(STUDENT, &conversation, &id, &format!("{index} {}", "row ".repeat(1_990))).await;
    }
    // The provider's context is smaller than was set.
    app.model.takes_at_most(45_000);
    let mut sizes = Vec::new();
    for word in ["one", "two", "three"] {
        app.model.will([vec![Text("On and on.")]]);
        let chunks = app.ask(STUDENT, &conversation, word, "Continue").await;
        assert_eq!(text_of(&chunks), "On and on.");
        sizes.push(bytes_of(&app.model.last_request()));
    }
    assert!(sizes.iter().all(|size| *size <= 45_000), "{sizes:?}");
    assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() < 1_000, "it does not grow: {sizes:?}");
    let counted = "select array_agg(requests order by created_at, id) = array[1, 1, 1, 1, 1, 1, 2, 2, 2]
                   from chatbot.turns";
    assert!(app.value::<bool>(counted).await, "one more attempt each");
}

#[sqlx::test(migrations = false)]
async fn a_request_that_is_too_long_even_so_fails_with_a_code_of_its_own(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let conversation = app.begin(STUDENT).await;
    app.model.takes_at_most(10);
    for word in ["one", "two", "three"] {
        let chunks = app.ask(STUDENT, &conversation, word, "Continue").await;
        assert_eq!(chunks.last().unwrap()["errorText"], ErrorCode::ContextExceeded.sentence());
    }
    assert_eq!(app.model.requests().len(), 6, "two attempts each");
    let stored = app.read(STUDENT, &conversation).await;
    assert_eq!(stored["messages"][5]["metadata"]["errorCode"], "context_exceeded");
    app.model.takes_at_most(usize::MAX);
    app.model.will([vec![Text("Fine.")]]);
    assert_eq!(text_of(&app.ask(STUDENT, &conversation, "q2", "And now?").await), "Fine.");
    // Where something was said already, it stays.
    let too_long = ModelFault::ContextExceeded { body: "secret".into() };
    app.model.will([vec![Text("Half"), Fault(too_long)]]);
    let chunks = app.ask(STUDENT, &conversation, "q3", "And then?").await;
    assert_eq!(text_of(&chunks), "Half");
    assert_eq!(chunks.last().unwrap()["errorText"], ErrorCode::ContextExceeded.sentence());
}
