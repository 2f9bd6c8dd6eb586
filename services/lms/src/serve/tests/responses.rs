//! A whole turn with a model that is asked by the Responses API: the settings, the wire and the tools together.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};

use serde_json::json;

use super::asking::Asking;
use super::*;
use crate::serve::chatbot;

/// A model that searches first, and then says that it did.
struct Model {
    base_url: String,
    asked: Receiver<Asked>,
}

struct Asked {
    line: String,
    body: Value,
}

impl Model {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
        let (tell, asked) = channel();
        std::thread::spawn(move || {
            for connection in listener.incoming() {
                // Whoever hangs up early has what it wanted.
                let _ = answer(connection.unwrap(), &tell);
            }
        });
        Self { base_url, asked }
    }
}

fn answer(mut connection: TcpStream, tell: &Sender<Asked>) -> std::io::Result<()> {
    let mut reader = BufReader::new(connection.try_clone()?);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head)? == 0 {
            return Ok(());
        }
    }
    let length = head.to_ascii_lowercase();
    let length = length.split("content-length: ").nth(1).and_then(|rest| rest.lines().next());
    let mut body = vec![0; length.unwrap().parse().unwrap()];
    reader.read_exact(&mut body)?;
    let body: Value = serde_json::from_slice(&body).unwrap();
    let events = events(&body);
    let line = head.lines().next().unwrap().to_owned();
    tell.send(Asked { line, body }).map_err(std::io::Error::other)?;
    let text = events.iter().map(|event| format!("data: {event}\n\n")).collect::<Vec<_>>().concat();
    write!(
        connection,
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{text}",
        text.len()
    )
}

fn events(body: &Value) -> Vec<Value> {
    let has = |kind: &str| body["input"].as_array().unwrap().iter().any(|item| item["type"] == kind);
    let end = json!({"type": "response.completed", "response": {"status": "completed",
        "usage": {"input_tokens": 7, "output_tokens": 3}}});
    if body["tools"].is_array() && !has("function_call_output") {
        let call = json!({"type": "function_call", "id": "fc_1", "call_id": "call_1",
            "name": "course_material_search", "arguments": r#"{"query":"primary key"}"#});
        return vec![json!({"type": "response.output_item.done", "output_index": 0, "item": call}), end];
    }
    let delta = |text: &str| json!({"type": "response.output_text.delta", "output_index": 0, "delta": text});
    vec![delta("I looked "), delta("it up."), end]
}

#[sqlx::test(migrations = false)]
async fn a_question_is_answered_over_the_responses_api_with_what_a_tool_found(pool: PgPool) {
    let model = Model::start();
    let named =
        [("CHATBOT_API", "responses"), ("OPENAI_BASE_URL", model.base_url.as_str()), ("CHATBOT_MODEL", "o3")];
    let lms = TestLms::start_with(pool, &named).await;
    let models = chatbot::models(&lms.settings).unwrap();
    let asking = Asking::with(lms, models).await;
    let (chatbot, _) = asking.suggested(demo::DATABASES).await;
    let conversation = asking.begin(&chatbot).await;
    let answer = asking.ask(&conversation, "What is a primary key?").await;
    assert!(answer.contains("I looked it up."), "{answer}");

    let first = model.asked.recv().unwrap();
    assert_eq!(first.line, "POST /v1/responses HTTP/1.1");
    assert_eq!((&first.body["stream"], &first.body["store"]), (&json!(true), &json!(false)));
    assert!(first.body["instructions"].as_str().is_some_and(|text| !text.is_empty()), "{}", first.body);
    let input = first.body["input"].as_array().unwrap();
    assert_eq!(input.last().unwrap()["role"], "user", "{}", first.body);
    assert!(input.last().unwrap()["content"][0]["text"].as_str().unwrap().contains("What is a primary key?"));

    let second = model.asked.recv().unwrap();
    let [.., call, result] = second.body["input"].as_array().unwrap().as_slice() else {
        panic!("{}", second.body)
    };
    assert_eq!((&call["type"], &call["call_id"]), (&json!("function_call"), &json!("call_1")));
    assert_eq!(call["arguments"], r#"{"query":"primary key"}"#);
    assert_eq!((&result["type"], &result["call_id"]), (&json!("function_call_output"), &json!("call_1")));
    assert!(result["output"].as_str().unwrap().contains("<source marker="), "{result}");
}
