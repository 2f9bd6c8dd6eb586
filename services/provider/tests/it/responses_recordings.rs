//! Recorded responses of nine providers, replayed at several splits.

use chatbot_core::model::{Finish, ModelEvent, ModelFault};
use chatbot_provider::Api;
use serde_json::{Value, json};

use crate::recordings::{Heard, calls_of, recorded, replay, same};
use crate::server::{Script, Server, text};
use crate::shared_data::data;

#[tokio::test(flavor = "multi_thread")]
async fn every_recorded_response_comes_out_as_its_provider_meant_it() {
    let Some(root) = data("streams/responses") else {
        return;
    };
    let recordings = recorded(&root);
    let server = Server::start(Script::events(""));
    let client = server.client_by(Api::Responses);
    let mut wrong = Vec::new();
    for recording in &recordings {
        let bodies = single(std::str::from_utf8(&recording.bytes).unwrap());
        for size in recording.sizes() {
            let mut heard = Vec::new();
            for body in &bodies {
                heard.push(replay(&server, &client, body.as_bytes(), size).await);
            }
            if let Err(why) = compare(&recording.about, &heard) {
                wrong.push(format!("{} in pieces of {size}: {why}", recording.about["name"]));
                break;
            }
        }
    }
    println!("{} of {} recordings match", recordings.len() - wrong.len(), recordings.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The responses of a recording: of a conversation with tools the recorder wrote all into one file.
fn single(recording: &str) -> Vec<String> {
    let mut bodies = vec![String::new()];
    for event in recording.split_inclusive("\n\n") {
        let begins =
            event.contains(r#""type":"response.created""#) || event.contains("event: response.created");
        if begins && bodies.last().is_some_and(|body| body.contains("response.completed")) {
            bodies.push(String::new());
        }
        bodies.last_mut().unwrap().push_str(event);
    }
    bodies
}

/// What was recorded of several responses is their text together, and the end of the last.
fn compare(about: &Value, heard: &[Heard]) -> Result<(), String> {
    let expected = &about["expected"];
    let said = expected["text"].as_str().unwrap().to_owned() + expected["refusal"].as_str().unwrap();
    let told: String = heard.iter().map(|(events, _)| text(events)).collect();
    same("text", &told.into(), &said.into())?;
    let ((events, fault), before) = heard.split_last().unwrap();
    for (_, fault) in before {
        same("fault of an earlier one", &json!(fault.is_some()), &json!(false))?;
    }
    if !expected["error"].is_null() {
        return match fault {
            Some(ModelFault::ReportedInStream(_)) => Ok(()),
            other => Err(format!("an error was reported, but {other:?} came")),
        };
    }
    if let Some(fault) = fault {
        return Err(format!("fault: {fault}"));
    }
    compare_calls(about, &calls_of(events))?;
    let Some(ModelEvent::Completed { finish, usage }) = events.last() else {
        return Err("not completed".into());
    };
    let should = match expected["status"].as_str() {
        Some("incomplete") => Finish::Length,
        _ => Finish::Done,
    };
    if *finish != should {
        return Err(format!("finish is {finish:?}"));
    }
    let usage = usage.map_or(Value::Null, |usage| json!([usage.input_tokens, usage.output_tokens]));
    let counted = json!([expected["usage"]["input_tokens"], expected["usage"]["output_tokens"]]);
    same("usage", &usage, &counted)
}

fn compare_calls(about: &Value, calls: &[Value]) -> Result<(), String> {
    let expected = &about["expected"];
    let features = about["features"].as_array().unwrap();
    if !features.iter().any(|feature| feature == "final_output_empty") {
        return same("calls", &calls.into(), &expected["tool_calls"]);
    }
    // The recorder looked for calls in the end of the response, where these have none.
    let arguments: Vec<&Value> = calls.iter().map(|call| &call["arguments"]).collect();
    let by_item: Vec<&Value> = expected["arguments_by_item"].as_object().unwrap().values().collect();
    same("arguments", &json!(arguments), &json!(by_item))
}
