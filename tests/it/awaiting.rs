//! Calls that wait for the student: a question that the page answers, an action that a person approves.

use chatbot_protocol::ErrorCode;
use chatbot_tests::model::Step::{Call, Gate, Text};
use chatbot_tests::waiting::{ASK, RENAME, RENAMED, WAITING, Waiting, setup, start};
use chatbot_tests::wire::{Sse, lines_of, text_of};
use chatbot_tests::world::{OTHER_STUDENT, STUDENT};
use serde_json::{Value, json};
use sqlx::PgPool;

#[sqlx::test(migrations = false)]
async fn a_question_to_the_student_is_answered_and_the_turn_goes_on(pool: PgPool) {
    let asked = Waiting::after(start(pool).await, vec![Text("Hm. "), Call("ask_student", ASK)]).await;
    let read = asked.app.read(STUDENT, &asked.conversation).await;
    assert_eq!(read["openTurnId"], Value::Null, "nothing is being written");
    assert_eq!(read["messages"][1]["metadata"]["state"], "waiting");
    let path = format!("/chat/{}/stream", asked.conversation);
    assert_eq!(asked.app.get(STUDENT, &path).send().await.unwrap().status(), 204);
    asked.app.model.will([vec![Text("Columns, then.")]]);
    let chunks = asked.go_on(&[asked.chosen(0, "columns")]).await;
    let stored = asked.app.read(STUDENT, &asked.conversation).await["messages"][1]["parts"].to_string();
    insta::assert_snapshot!(format!("{}\n{}\n{stored}", lines_of(&asked.chunks), lines_of(&chunks)));
    assert!(asked.last_result().contains("The student chose columns."), "{}", asked.last_result());
    assert!(
        asked
            .app
            .value::<bool>(
                "select status = 'done' and answer = '{\"output\": {\"choice\": \"columns\"}}'
                    and requirements_at_run is not null from chatbot.tool_calls"
            )
            .await,
        "the answer is on record"
    );
}

#[sqlx::test(migrations = false)]
async fn an_action_runs_once_it_is_approved_and_not_before(pool: PgPool) {
    let asked = Waiting::after(start(pool).await, vec![Call("rename_page", RENAME)]).await;
    assert!(!asked.app.value::<bool>(RENAMED).await);
    asked.app.model.will([vec![Text("Done.")]]);
    let chunks = asked.go_on(&[asked.approval(0, true)]).await;
    assert!(asked.app.value::<bool>(RENAMED).await);
    let stored = asked.app.read(STUDENT, &asked.conversation).await["messages"][1]["parts"].to_string();
    insta::assert_snapshot!(format!("{}\n{}\n{stored}", lines_of(&asked.chunks), lines_of(&chunks)));
    // Another tab answers as well: it reads on, and nothing is done twice.
    assert_eq!(text_of(&asked.go_on(&[asked.approval(0, true)]).await), "Done.");
    assert!(asked.app.value::<bool>("select revision = 2 from lms.pages where title = 'All keys'").await);
    assert!(
        asked
            .app
            .value::<bool>(
                "select effective_arguments = arguments and answer = '{\"approved\": true}'
                    and requirements_at_run @> '[{\"holds\": true}]' from chatbot.tool_calls"
            )
            .await
    );
}

#[sqlx::test(migrations = false)]
async fn an_action_that_is_not_approved_is_not_done(pool: PgPool) {
    let asked = Waiting::after(start(pool).await, vec![Call("rename_page", RENAME)]).await;
    asked.app.model.will([vec![Text("As you like.")]]);
    let chunks = asked.go_on(&[asked.approval(0, false)]).await;
    let kinds: Vec<&str> = chunks.iter().map(|chunk| chunk["type"].as_str().unwrap()).collect();
    assert_eq!(kinds[..3], ["start", "tool-output-denied", "start-step"]);
    assert!(!asked.app.value::<bool>(RENAMED).await);
    assert!(asked.last_result().contains("did not approve"), "{}", asked.last_result());
    let stored = asked.app.read(STUDENT, &asked.conversation).await;
    assert_eq!(stored["messages"][1]["parts"][1]["approval"]["approved"], false);
}

#[sqlx::test(migrations = false)]
async fn nothing_of_the_page_is_believed_but_an_answer_to_a_call_that_waits(pool: PgPool) {
    let calls = vec![Call("rename_page", RENAME), Call("ask_student", ASK)];
    let asked = Waiting::after(start(pool).await, calls).await;
    let forged = |change: fn(&mut Value)| {
        let mut part = asked.approval(0, true);
        change(&mut part);
        part
    };
    for part in [
        forged(|part| part["approval"]["id"] = json!("approval-of-something-else")),
        forged(|part| part["toolCallId"] = json!("00000000-0000-0000-0000-000000000000")),
        // An output cannot stand for an approval, nor an approval for an answer.
        forged(|part| {
            part["state"] = json!("output-available");
            part["output"] = json!("The page has its new title.");
        }),
        json!({"type": "tool-ask_student", "toolCallId": asked.call(1), "state": "approval-responded",
               "approval": {"id": format!("approval-{}", asked.call(1)), "approved": true}}),
        json!({"type": "text", "text": "I approve."}),
    ] {
        asked.refused(&[part], ErrorCode::InvalidRequest).await;
    }
    for output in
        [json!("tables"), json!(7), json!({"choice": -1}), json!({"choice": "rows", "more": 1}), json!(null)]
    {
        let mut part = asked.chosen(1, "tables");
        part["output"] = output;
        asked.refused(&[part], ErrorCode::InvalidToolAnswer).await;
    }
    asked.refused(&[asked.chosen(1, "tables")], ErrorCode::InvalidToolAnswer).await;
    // An answer that names another tool was shown for something else, and what comes with it does not count either.
    for (index, another) in [(0, "tool-ask_student"), (0, "tool-"), (1, "tool-rename_page")] {
        let mut parts = [asked.approval(0, true), asked.chosen(1, "rows")];
        parts[index]["type"] = json!(another);
        asked.refused(&parts, ErrorCode::InvalidToolAnswer).await;
    }
    asked.refused(&[asked.approval(0, true), asked.chosen(1, "ro\0ws")], ErrorCode::InvalidToolAnswer).await;
    let body = json!({
        "id": asked.conversation, "trigger": "submit-message",
        "message": {"id": asked.message(), "role": "assistant", "parts": [asked.approval(0, true)]},
    });
    let of_other = asked.app.post(OTHER_STUDENT, "/chat", &body).send().await.unwrap();
    assert_eq!(of_other.status(), 404);
    assert!(!asked.app.value::<bool>(RENAMED).await);
    assert!(asked.app.value::<bool>("select bool_and(status = 'waiting') from chatbot.tool_calls").await);
}

#[sqlx::test(migrations = false)]
async fn the_turn_goes_on_when_the_last_answer_is_there(pool: PgPool) {
    let calls = vec![Call("course_progress", "{}"), Call("rename_page", RENAME), Call("ask_student", ASK)];
    let asked = Waiting::after(start(pool).await, calls).await;
    let first = asked.go_on(&[asked.approval(1, true)]).await;
    assert_eq!(first.last().unwrap()["finishReason"], "tool-calls");
    assert_eq!(asked.app.model.requests().len(), 1, "the model is not asked before");
    assert!(!asked.app.value::<bool>(RENAMED).await, "nor does anything run");
    asked.app.model.will([vec![Text("All done.")]]);
    let second = asked.go_on(&[asked.chosen(2, "rows"), asked.approval(1, true)]).await;
    assert!(asked.app.value::<bool>("select revision = 2 from lms.pages where title = 'All keys'").await);
    assert_eq!(text_of(&second), "All done.");
    let messages = asked.app.model.last_request().messages;
    let results: Vec<String> = messages[3..].iter().map(|result| format!("{result:?}")).collect();
    assert!(results[0].contains("so far"), "the server's call ran first: {results:?}");
    assert!(results[1].contains("new title") && results[2].contains("chose rows"), "{results:?}");
}

#[sqlx::test(migrations = false)]
async fn a_typed_message_instead_of_an_answer_ends_the_wait(pool: PgPool) {
    let calls = vec![Call("rename_page", RENAME), Call("ask_student", ASK)];
    let asked = Waiting::after(start(pool).await, calls).await;
    asked.app.model.will([vec![Text("Sure.")]]);
    let chunks = asked.app.ask(STUDENT, &asked.conversation, "q2", "Something else").await;
    assert_eq!(text_of(&chunks), "Sure.");
    let history = format!("{:?}", asked.app.model.last_request().messages);
    assert_eq!(history.matches("did not answer").count(), 2, "{history}");
    let states: i64 =
        asked.app.value("select count(*) from chatbot.tool_calls where status = 'unanswered'").await;
    assert_eq!(states, 2);
    assert!(asked.app.value::<bool>("select bool_and(state = 'finished') from chatbot.turns").await);
    // A late answer finds nothing that waits.
    asked.go_on(&[asked.approval(0, true)]).await;
    assert!(!asked.app.value::<bool>(RENAMED).await);
}

#[sqlx::test(migrations = false)]
async fn what_is_no_longer_allowed_when_the_answer_comes_is_not_done(pool: PgPool) {
    let asked = Waiting::after(start(pool).await, vec![Call("rename_page", RENAME)]).await;
    sqlx::query("update lms.pages set hidden = true where id = '00000000-0000-0000-0000-0000000000d1'")
        .execute(&asked.app.pool)
        .await
        .unwrap();
    asked.app.model.will([vec![Text("Sorry.")]]);
    assert_eq!(text_of(&asked.go_on(&[asked.approval(0, true)]).await), "Sorry.");
    assert!(!asked.app.value::<bool>(RENAMED).await);
    assert!(asked.last_result().contains("Error"), "{}", asked.last_result());
    assert!(
        asked
            .app
            .value::<bool>(
                "select status = 'failed' and requirements_at_run @> '[{\"holds\": false}]'
                 from chatbot.tool_calls"
            )
            .await,
        "the second decision is on record beside the first"
    );
}

#[sqlx::test(migrations = false)]
async fn a_tool_that_is_turned_off_while_its_call_waits_is_not_used_when_the_answer_comes(pool: PgPool) {
    let calls = vec![Call("rename_page", RENAME), Call("ask_student", ASK)];
    let asked = Waiting::after(start(pool).await, calls).await;
    let turn_off = "update chatbot.chatbots
        set config = jsonb_set(config, '{allowed_tools}', '[\"course_material_search\"]')";
    sqlx::query(turn_off).execute(&asked.app.pool).await.unwrap();
    asked.app.model.will([vec![Text("Sorry.")]]);
    let chunks = asked.go_on(&[asked.approval(0, true), asked.chosen(1, "rows")]).await;
    assert_eq!(text_of(&chunks), "Sorry.", "the turn goes on");
    assert!(!asked.app.value::<bool>(RENAMED).await);
    let results = format!("{:?}", asked.app.model.last_request().messages);
    assert_eq!(results.matches("this is no longer allowed").count(), 2, "{results}");
    assert!(!results.contains("The student chose"), "{results}");
    assert!(asked.app.value::<bool>("select bool_and(status = 'failed') from chatbot.tool_calls").await);
}

#[sqlx::test(migrations = false)]
async fn an_action_that_fails_leaves_no_effect(pool: PgPool) {
    let mut app = start(pool).await;
    for arguments in [
        r#"{"page":"00000000-0000-0000-0000-0000000000d1","title":"fail"}"#,
        r#"{"page":"00000000-0000-0000-0000-0000000000d1","title":"panic"}"#,
        r#"{"page":"00000000-0000-0000-0000-0000000000d1","title":"hang"}"#,
    ] {
        let asked = Waiting::after(app, vec![Call("rename_page", arguments)]).await;
        asked.app.model.will([vec![Text("It did not work.")]]);
        assert_eq!(text_of(&asked.go_on(&[asked.approval(0, true)]).await), "It did not work.");
        let told = asked.last_result();
        assert!(told.contains("Error") && !told.contains("secret"), "{told}");
        app = asked.app;
    }
    assert!(app.value::<bool>("select count(*) = 3 from chatbot.tool_calls where status = 'failed'").await);
    assert!(
        app.value::<bool>("select bool_and(title not in ('fail', 'panic', 'hang')) from lms.pages").await
    );
}

#[sqlx::test(migrations = false)]
async fn another_instance_goes_on_out_of_the_database_alone(pool: PgPool) {
    let mut asked = Waiting::after(
        start(pool).await,
        vec![
            Text("One moment. "),
            Call("course_material_search", r#"{"query":"primary key"}"#),
            Call("rename_page", RENAME),
        ],
    )
    .await;
    asked.app = asked.app.restart_with(setup()).await;
    assert!(asked.app.value::<bool>(WAITING).await, "a restart ends no wait");
    asked.app.model.will([vec![Text("A key identifies a row.【1】"), Gate]]);
    let mut stream = Sse::new(asked.answer(&[asked.approval(1, true)]).await);
    let cited = stream.until("data-citation").await;
    assert_eq!(cited["data"]["spans"][0]["part"], 1, "text parts count on");
    let path = format!("/chat/{}/stream", asked.conversation);
    let mut resumed = Sse::new(asked.app.get(STUDENT, &path).send().await.unwrap());
    let from_the_start = resumed.until("text-delta").await;
    assert_eq!(from_the_start["delta"], "One moment.", "a resume replays the whole message");
    asked.app.model.open_gate();
    assert_eq!(stream.rest().await.last().unwrap()["type"], "finish");
    assert!(asked.app.value::<bool>(RENAMED).await);
    let requests: i32 = asked.app.value("select requests from chatbot.turns").await;
    assert_eq!(requests, 2, "the turn's counters go on");
}

#[sqlx::test(migrations = false)]
async fn many_approvals_at_once_have_one_effect(pool: PgPool) {
    let asked = Waiting::after(start(pool).await, vec![Call("rename_page", RENAME)]).await;
    asked.app.model.will([vec![Text("Done.")]]);
    let parts = [asked.approval(0, true)];
    for chunks in futures_util::future::join_all((0..5).map(|_| asked.go_on(&parts))).await {
        assert_eq!(text_of(&chunks), "Done.");
    }
    assert!(asked.app.value::<bool>("select revision = 2 from lms.pages where title = 'All keys'").await);
    assert_eq!(asked.app.model.requests().len(), 2);
}

#[sqlx::test(migrations = false)]
async fn an_approval_and_a_refusal_at_once_are_one_decision(pool: PgPool) {
    let mut app = start(pool).await;
    for round in 0..8 {
        let arguments: &'static str =
            Box::leak(RENAME.replace("All keys", &format!("Keys {round}")).into_boxed_str());
        let asked = Waiting::after(app, vec![Call("rename_page", arguments)]).await;
        asked.app.model.will([vec![Text("As you like.")]]);
        let (yes, no) = ([asked.approval(0, true)], [asked.approval(0, false)]);
        let (yes, no) = if round % 2 == 0 {
            tokio::join!(asked.go_on(&yes), asked.go_on(&no))
        } else {
            let (no, yes) = tokio::join!(asked.go_on(&no), asked.go_on(&yes));
            (yes, no)
        };
        assert_eq!((text_of(&yes), text_of(&no)), ("As you like.".to_owned(), "As you like.".to_owned()));
        let decided = "select status from chatbot.tool_calls order by id desc limit 1";
        let decided: String = asked.app.value(decided).await;
        let renamed: String = asked
            .app
            .value("select title from lms.pages where id = '00000000-0000-0000-0000-0000000000d1'")
            .await;
        assert_eq!(decided == "done", renamed == format!("Keys {round}"), "{decided}, {renamed}");
        let told = if decided == "done" { "tool-output-available" } else { "tool-output-denied" };
        for (who, chunks) in [("yes", &yes), ("no", &no)] {
            assert!(lines_of(chunks).contains(told), "{who} is told {decided}: {}", lines_of(chunks));
        }
        app = asked.app;
    }
}

#[sqlx::test(migrations = false)]
async fn two_answers_at_once_let_the_turn_go_on_exactly_once(pool: PgPool) {
    let calls = vec![Call("ask_student", ASK), Call("rename_page", RENAME)];
    let asked = Waiting::after(start(pool).await, calls).await;
    asked.app.model.will([vec![Text("All done.")]]);
    let (one, other) = ([asked.chosen(0, "rows")], [asked.approval(1, true)]);
    let (one, other) = tokio::join!(asked.go_on(&one), asked.go_on(&other));
    let mut told = [text_of(&one), text_of(&other)];
    told.sort();
    assert_eq!(told, ["", "All done."], "one of them still waits, the other goes on");
    assert_eq!(asked.app.model.requests().len(), 2);
    assert!(asked.app.value::<bool>("select bool_and(status = 'done') from chatbot.tool_calls").await);
}

#[sqlx::test(migrations = false)]
async fn a_call_that_was_left_behind_does_not_keep_a_later_one_waiting(pool: PgPool) {
    let mut asked = Waiting::after(start(pool).await, vec![Call("ask_student", ASK)]).await;
    asked.app.model.will([vec![Call("ask_student", ASK)]]);
    asked.chunks = asked.app.ask(STUDENT, &asked.conversation, "q2", "Something else").await;
    asked.app.model.will([vec![Text("Rows, then.")]]);
    assert_eq!(text_of(&asked.go_on(&[asked.chosen(0, "rows")]).await), "Rows, then.");
}

#[sqlx::test(migrations = false)]
async fn a_tool_that_is_described_by_data_passes_every_gate(pool: PgPool) {
    let app = start(pool).await;
    app.model.will([
        vec![Call("weather", r#"{"place":"Mordor"}"#)],
        vec![Call("weather", r#"{"place":"Oulu","when":"now"}"#), Call("weather", r#"{"place":"Oulu"}"#)],
        vec![Text("It rains.")],
    ]);
    let conversation = app.begin(STUDENT).await;
    let chunks = app.ask(STUDENT, &conversation, "q1", "Weather?").await;
    assert_eq!(text_of(&chunks), "It rains.");
    let called = chunks.iter().find(|chunk| chunk["type"] == "tool-input-available").unwrap();
    assert_eq!(called["dynamic"], true);
    let history = format!("{:?}", app.model.last_request().messages);
    assert!(history.contains("Rain in Oulu.") && history.contains("schema_invalid"), "{history}");
    assert!(!history.contains("secret") && !lines_of(&chunks).contains("secret"));
    let stored = app.read(STUDENT, &conversation).await;
    assert_eq!(stored["messages"][1]["parts"][1]["type"], "dynamic-tool");
}

#[sqlx::test(migrations = false)]
async fn an_answer_that_asked_nothing_takes_no_answers(pool: PgPool) {
    let app = start(pool).await;
    app.model.will([vec![Call("course_progress", "{}")], vec![Text("Half of it.")]]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "How far am I?").await;
    let stored = app.read(STUDENT, &conversation).await;
    let (message, part) = (&stored["messages"][1]["id"], &stored["messages"][1]["parts"]);
    let call = part.as_array().unwrap().iter().find_map(|part| part["toolCallId"].as_str()).unwrap();
    for part in [
        json!({"type": "tool-course_progress", "toolCallId": call, "state": "output-available", "output": "All"}),
        json!({"type": "tool-ask_student", "toolCallId": call, "state": "output-available", "output": "All"}),
        json!({"type": "tool-rename_page", "toolCallId": call, "state": "approval-responded",
               "approval": {"id": format!("approval-{call}"), "approved": true}}),
        json!({"type": "tool-ask_student", "toolCallId": "another", "state": "output-error", "errorText": "x"}),
    ] {
        let message = json!({"id": message, "role": "assistant", "parts": [part]});
        let body = json!({"id": conversation, "trigger": "submit-message", "message": message});
        let refused = app.post(STUDENT, "/chat", &body).send().await.unwrap();
        assert_eq!(refused.status(), 400, "{body}");
        assert_eq!(refused.headers()["x-error-code"], "invalid_request");
    }
    assert_eq!(app.read(STUDENT, &conversation).await, stored, "nothing of it is kept");
}
