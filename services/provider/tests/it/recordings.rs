//! Recorded replies of some twenty-five providers, replayed at several splits.

use std::path::{Path, PathBuf};

use chatbot_core::model::{Finish, ModelEvent, ModelFault};
use serde_json::Value;

use crate::server::{Script, Server, Step, listen, text};
use crate::shared_data::data;

#[tokio::test(flavor = "multi_thread")]
async fn every_recorded_reply_comes_out_as_its_provider_meant_it() {
    let Some(root) = data("streams/chat") else {
        return;
    };
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    let server = Server::start(Script::events(""));
    let client = server.client();
    let mut wrong = Vec::new();
    for file in &files {
        let bytes = std::fs::read(file).unwrap();
        let about: Value =
            serde_json::from_slice(&std::fs::read(file.with_extension("json")).unwrap()).unwrap();
        // The reader itself is tested at every split; here a few are enough, and byte by byte for the short.
        let finest = if bytes.len() < 6000 { 7 } else { 509 };
        for size in [usize::MAX, 2003, finest] {
            let steps = bytes.chunks(size.min(bytes.len())).map(|piece| Step::Send(piece.to_vec())).collect();
            server.now(Script::stream(steps));
            let heard = listen(&client).await;
            if let Err(why) = compare(&about, heard) {
                wrong.push(format!("{} in pieces of {size}: {why}", about["name"]));
                break;
            }
        }
    }
    println!("{} of {} recordings match", files.len() - wrong.len(), files.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "sse") {
            files.push(path);
        }
    }
}

fn compare(about: &Value, (events, fault): (Vec<ModelEvent>, Option<ModelFault>)) -> Result<(), String> {
    let expected = &about["expected"];
    let features = about["features"].as_array().unwrap();
    let same = |what: &str, is: &Value, should: &Value| {
        if is == should { Ok(()) } else { Err(format!("{what} is {is}, should be {should}")) }
    };
    let said = expected["text"].as_str().unwrap().to_owned() + expected["refusal"].as_str().unwrap();
    same("text", &text(&events).into(), &said.into())?;
    if !expected["error"].is_null() {
        return match fault {
            Some(ModelFault::ReportedInStream(_)) => Ok(()),
            other => Err(format!("an error was reported, but {other:?} came")),
        };
    }
    if expected["finish_reason"].is_null() {
        return match fault {
            Some(ModelFault::BrokeOff(_)) => Ok(()),
            other => Err(format!("there is no finish reason, but {other:?} came")),
        };
    }
    if let Some(fault) = fault {
        return Err(format!("fault: {fault}"));
    }
    let cut = expected["finish_reason"] == "length";
    // Of a reply that was cut even a half call is told: nothing of it runs.
    let wanted = expected["tool_calls"].as_array().unwrap().clone();
    let calls: Vec<Value> = events
        .iter()
        .filter_map(|event| match event {
            ModelEvent::Call(call) => {
                Some(serde_json::json!({ "id": call.id, "name": call.name, "arguments": call.arguments }))
            }
            _ => None,
        })
        .collect();
    same("calls", &calls.into(), &wanted.into())?;
    let Some(ModelEvent::Completed { finish, usage }) = events.last() else {
        return Err("not completed".into());
    };
    if (*finish == Finish::Length) != cut || *finish == Finish::Filtered {
        return Err(format!("finish is {finish:?}"));
    }
    // Groq counts in a field of its own, which the recorder did not look at.
    if expected["usage"].is_null() && features.iter().any(|feature| feature == "x_groq") {
        return Ok(());
    }
    let usage =
        usage.map_or(Value::Null, |usage| serde_json::json!([usage.input_tokens, usage.output_tokens]));
    let counted = match &expected["usage"] {
        Value::Null => Value::Null,
        counts => serde_json::json!([counts["prompt_tokens"], counts["completion_tokens"]]),
    };
    same("usage", &usage, &counted)
}
