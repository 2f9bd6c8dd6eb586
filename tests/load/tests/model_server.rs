//! The model server keeps to its plans.

#![allow(clippy::unwrap_used, missing_docs, reason = "tests")]

use chatbot_load::model_server::{Fault, ModelServer, Plan};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// A question, sent on a connection of its own.
async fn ask(server: &ModelServer, messages: &Value) -> TcpStream {
    let search = json!({ "type": "function",
        "function": { "name": "search", "parameters": { "type": "object" } } });
    let body = json!({ "model": "m", "stream": true, "messages": messages, "tools": [search] }).to_string();
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    let head = format!("POST /v1/chat/completions HTTP/1.1\r\ncontent-length: {}\r\n\r\n", body.len());
    stream.write_all((head + &body).as_bytes()).await.unwrap();
    stream
}

fn question(text: &str) -> Value {
    json!([{ "role": "user", "content": text }])
}

/// What comes until the reply ends, or the socket.
async fn rest(stream: &mut TcpStream) -> String {
    let mut all = Vec::new();
    while !all.ends_with(b"0\r\n\r\n") && stream.read_buf(&mut all).await.unwrap() > 0 {}
    String::from_utf8(all).unwrap()
}

async fn told(server: &ModelServer, messages: &Value) -> String {
    rest(&mut ask(server, messages).await).await
}

/// How many pieces of text there are.
fn words(reply: &str) -> usize {
    reply.matches("\"content\":").count() - 1
}

#[tokio::test]
async fn a_plan_in_the_question_is_kept() {
    let server = ModelServer::start().await;
    let reply = told(&server, &question(r#"What? #model {"tokens": 7}"#)).await;
    assert_eq!(words(&reply), 7);
    assert!(reply.contains("\"finish_reason\":\"stop\"") && reply.contains("[DONE]"), "{reply}");
    let counts = server.counts();
    assert_eq!((counts.requests, counts.deltas, counts.ended, counts.invalid), (1, 7, 1, 0));
}

#[tokio::test]
async fn calls_come_first_and_the_answer_cites_what_they_returned() {
    let server = ModelServer::start().await;
    let plan = json!({ "tokens": 40, "calls": [{ "name": "search", "arguments": { "query": "keys of rows" } },
        { "name": "search", "arguments": "{}" }] });
    let asked = format!("What? #model {plan}");
    let calls = told(&server, &question(&asked)).await;
    assert!(calls.contains("\"finish_reason\":\"tool_calls\"") && calls.contains("\"index\":1"), "{calls}");
    let call = |id: &str| {
        json!({ "id": id, "type": "function",
        "function": { "name": "search", "arguments": "{}" } })
    };
    let found = "<source marker=\"【3】\" page=\"\" section=\"\">\nA key names each row of a table for good.\n</source>";
    let messages = json!([
        { "role": "user", "content": asked },
        { "role": "assistant", "content": null, "tool_calls": [call("a"), call("b")] },
        { "role": "tool", "tool_call_id": "a", "content": found },
        { "role": "tool", "tool_call_id": "b", "content": "nothing" },
    ]);
    let answer = told(&server, &messages).await;
    assert_eq!(words(&answer), 40);
    assert!(answer.contains("【3】") && answer.contains("\"finish_reason\":\"stop\""), "{answer}");
    assert_eq!(server.invalid(), Vec::<String>::new());
}

#[tokio::test]
async fn a_reply_waits_where_it_is_held() {
    let server = ModelServer::start().await;
    server.will([Plan::answer(5, 0.0).holding("begin", 0).holding("middle", 3)]);
    let mut stream = ask(&server, &question("What?")).await;
    server.wait_until_held("begin", 1).await;
    assert_eq!(server.counts().deltas, 0);
    server.open_gate("begin");
    server.wait_until_held("middle", 1).await;
    assert_eq!(server.counts().deltas, 3);
    server.open_gate("middle");
    assert_eq!(words(&rest(&mut stream).await), 5);
}

#[tokio::test]
async fn faults_come_where_they_are_planned() {
    let server = ModelServer::start().await;
    let plan = |fault| Plan::answer(5, 0.0).with_fault(fault);
    server.will([
        plan(Fault::Cut { after: 2 }),
        plan(Fault::Unfinished { after: 3 }),
        plan(Fault::Reported { after: 1 }),
        plan(Fault::Status { status: 429, retry_after: Some(2) }),
    ]);
    let cut = told(&server, &question("What?")).await;
    assert!(words(&cut) == 2 && !cut.ends_with("0\r\n\r\n"), "{cut}");
    let unfinished = told(&server, &question("What?")).await;
    assert!(words(&unfinished) == 3 && !unfinished.contains("[DONE]"), "{unfinished}");
    let reported = told(&server, &question("What?")).await;
    assert!(words(&reported) == 1 && reported.contains("\"error\""), "{reported}");
    let mut busy = ask(&server, &question("What?")).await;
    busy.shutdown().await.unwrap();
    let busy = rest(&mut busy).await;
    assert!(busy.starts_with("HTTP/1.1 429 ") && busy.contains("retry-after: 2\r\n"), "{busy}");
}

#[tokio::test]
async fn a_client_that_goes_is_noticed() {
    let server = ModelServer::start().await;
    server.will([Plan::answer(5, 0.0).with_fault(Fault::Silent { after: 2 })]);
    let stream = ask(&server, &question("What?")).await;
    server.wait_until(|counts| counts.open_streams == 1 && counts.deltas == 2).await;
    drop(stream);
    server.wait_until(|counts| counts.open_sockets == 0).await;
    let counts = server.counts();
    assert_eq!((counts.gone_early, counts.open_streams, counts.ended), (1, 0, 0));
}

#[tokio::test]
async fn a_request_that_no_provider_takes_is_refused_and_on_record() {
    let server = ModelServer::start().await;
    let mut stream = ask(&server, &json!([{ "role": "assistant", "content": "" }])).await;
    stream.shutdown().await.unwrap();
    assert!(rest(&mut stream).await.starts_with("HTTP/1.1 400 "));
    assert!(server.invalid().iter().any(|fault| fault.contains("an empty assistant message")));
    assert_eq!(server.counts().invalid, 1);
}
