//! Models that fail: each turn ends honestly, the next message works, and no internals are told.

use std::time::Duration;

use chatbot_core::model::ModelFault;
use chatbot_protocol::ErrorCode;
use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::model::Step::{self, Call, Cut, Fault, Filtered, Panic, Silence, Text};
use chatbot_tests::wire::{lines_of, text_of};
use chatbot_tests::world::{STUDENT, config};
use serde_json::json;
use sqlx::PgPool;

async fn fails(app: &TestApp, replies: Vec<Vec<Step>>, code: ErrorCode) {
    app.model.will(replies);
    let conversation = app.begin(STUDENT).await;
    let chunks = app.ask(STUDENT, &conversation, "q1", "Keys?").await;
    let told = lines_of(&chunks);
    assert_eq!(chunks.last().unwrap()["errorText"], code.sentence(), "{told}");
    assert!(!told.contains("secret"), "{told}");
    let stored = app.read(STUDENT, &conversation).await;
    assert_eq!(stored["messages"][1]["metadata"]["errorCode"], code.as_str());
    // What was shown of it is there after a reload, and the model is told of it.
    let shown = text_of(&chunks);
    let parts = stored["messages"][1]["parts"].as_array().unwrap().iter();
    let kept: String = parts.filter_map(|part| part["text"].as_str()).collect();
    assert_eq!(kept, shown);
    app.model.will([vec![Text("Fine.")]]);
    assert_eq!(text_of(&app.ask(STUDENT, &conversation, "q2", "And now?").await), "Fine.");
    let told = format!("{:?}", app.model.last_request().messages);
    assert!(told.contains(&shown), "{told}");
    assert_eq!(app.model.open_streams(), 0);
}

#[sqlx::test(migrations = false)]
async fn a_model_that_fails_ends_the_turn_with_a_code(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let busy = || vec![Fault(ModelFault::Busy { status: 429, retry_after: None })];
    let refused = || Fault(ModelFault::Refused { status: 401, body: "secret key".into() });
    let broke_off = || Fault(ModelFault::BrokeOff("secret socket".into()));
    fails(&app, vec![busy(), busy(), busy()], ErrorCode::ModelBusy).await;
    fails(&app, vec![vec![refused()]], ErrorCode::ModelUnavailable).await;
    fails(&app, vec![vec![Text("Half"), broke_off()]], ErrorCode::ModelInterrupted).await;
    let too_long = || vec![Fault(ModelFault::ContextExceeded { body: "secret words".into() })];
    fails(&app, vec![too_long(), too_long()], ErrorCode::ContextExceeded).await;
    fails(&app, vec![vec![], vec![]], ErrorCode::EmptyResponse).await;
    fails(&app, vec![vec![Panic]], ErrorCode::Internal).await;
    let half_round = vec![Text("Let me look."), Call("course_progress", "{}"), broke_off()];
    fails(&app, vec![half_round], ErrorCode::ModelInterrupted).await;
    let runs = app.value::<i64>("select count(*) from chatbot.tool_calls").await;
    assert_eq!(runs, 0, "a reply that broke off runs nothing");
}

#[sqlx::test(migrations = false)]
async fn an_answer_that_is_not_whole_says_so_and_why(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let call = Call("course_progress", "{}");
    for (reply, notice, reason) in [
        (vec![Text("Half an answer"), Cut], "answer_cut", "length"),
        (vec![Text("Half an answer"), Filtered], "answer_filtered", "content-filter"),
        (vec![Text("Half an answer"), call, Filtered], "answer_filtered", "content-filter"),
    ] {
        app.model.will([reply]);
        let conversation = app.begin(STUDENT).await;
        let chunks = app.ask(STUDENT, &conversation, "q1", "Keys?").await;
        assert_eq!(text_of(&chunks), "Half an answer");
        assert_eq!(chunks.last().unwrap()["finishReason"], reason);
        let noticed = chunks.iter().find(|chunk| chunk["type"] == "data-notice").unwrap();
        assert_eq!(noticed["data"]["code"], notice);
        let stored = app.read(STUDENT, &conversation).await["messages"][1].clone();
        assert_eq!(stored["metadata"]["state"], "finished");
        assert!(stored["parts"].as_array().unwrap().contains(&json!({
            "type": "data-notice", "id": noticed["id"], "data": noticed["data"],
        })));
        let replayed = app.ask(STUDENT, &conversation, "q1", "Keys?").await;
        assert_eq!(replayed.last().unwrap()["finishReason"], reason, "to whoever reads it later, too");
        app.model.will([vec![Text("Fine.")]]);
        assert_eq!(text_of(&app.ask(STUDENT, &conversation, "q2", "And now?").await), "Fine.");
    }
    assert_eq!(app.model.requests().len(), 6, "nothing that was cut is asked for again");
    assert_eq!(
        app.value::<String>("select string_agg(status, ', ') from chatbot.tool_calls").await,
        "ignored",
        "nothing of it ran"
    );
}

#[sqlx::test(migrations = false)]
async fn where_the_filter_of_the_provider_lets_nothing_through_the_turn_fails_with_that(pool: PgPool) {
    let app = TestApp::start(pool).await;
    fails(&app, vec![vec![Filtered]], ErrorCode::AnswerFiltered).await;
    fails(&app, vec![vec![Call("course_progress", "{}"), Filtered]], ErrorCode::AnswerFiltered).await;
    assert_eq!(app.model.requests().len(), 4, "it is not asked again");
}

#[sqlx::test(migrations = false)]
async fn a_fault_before_the_first_byte_is_asked_again(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([
        vec![Fault(ModelFault::Unreachable("refused".into()))],
        vec![Fault(ModelFault::ProviderFailed { status: 500, body: String::new() })],
        vec![Text("At last.")],
    ]);
    let conversation = app.begin(STUDENT).await;
    assert_eq!(text_of(&app.ask(STUDENT, &conversation, "q1", "Keys?").await), "At last.");
}

#[sqlx::test(migrations = false)]
async fn a_turn_that_takes_too_long_ends(pool: PgPool) {
    let mut quick = config();
    quick.limits.turn_seconds = 1;
    let app = TestApp::start_with(pool, Setup { config: Some(quick), ..Setup::default() }).await;
    fails(&app, vec![vec![Text("Half"), Silence]], ErrorCode::TimeLimitReached).await;
}

#[sqlx::test(migrations = false)]
async fn text_is_stored_while_the_model_is_silent(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([vec![Text("Stored already"), Silence]]);
    let conversation = app.begin(STUDENT).await;
    let response = app.send(STUDENT, &conversation, "q1", "Keys?").await;
    app.until("select exists (select from chatbot.rounds where reply_text = 'Stored already')").await;
    app.until("select exists (select from chatbot.turn_events where events::text like '%Stored already%')")
        .await;
    drop(response);
    app.engine.shut_down(Duration::ZERO).await;
    let next = app.second_instance(Setup::default());
    chatbot_engine::take_over::take_over(&next.engine).await.unwrap();
    assert!(app.value::<bool>("select state = 'interrupted' from chatbot.turns").await);
    let answer = "select parts::text like '%Stored already%' from chatbot.messages where role = 'assistant'";
    assert!(app.value::<bool>(answer).await);
}
