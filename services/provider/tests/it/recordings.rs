//! Recorded replies of some twenty-five providers, replayed at several splits.

use std::path::{Path, PathBuf};

use chatbot_core::model::{Finish, ModelEvent, ModelFault};
use chatbot_provider::OpenAiClient;
use serde_json::{Value, json};

use crate::server::{Script, Server, Step, listen, text};
use crate::shared_data::data;

/// What a client says of a reply: the events, then the fault if there is one.
pub type Heard = (Vec<ModelEvent>, Option<ModelFault>);

/// One recorded body.
pub struct Recording {
    /// What the recorder says of it.
    pub about: Value,
    /// The body as it was sent.
    pub bytes: Vec<u8>,
}

/// All recordings of a folder.
pub fn recorded(root: &Path) -> Vec<Recording> {
    let mut files = Vec::new();
    collect(root, &mut files);
    files.sort();
    let read = |file: &PathBuf| Recording {
        about: serde_json::from_slice(&std::fs::read(file.with_extension("json")).unwrap()).unwrap(),
        bytes: std::fs::read(file).unwrap(),
    };
    files.iter().map(read).collect()
}

impl Recording {
    /// The reader itself is tested at every split; here a few are enough, and small pieces for the short.
    pub fn sizes(&self) -> [usize; 3] {
        [usize::MAX, 2003, if self.bytes.len() < 6000 { 7 } else { 509 }]
    }
}

/// Sends a body in pieces.
pub async fn replay(server: &Server, client: &OpenAiClient, body: &[u8], size: usize) -> Heard {
    let pieces = body.chunks(size.min(body.len()));
    server.now(Script::stream(pieces.map(|piece| Step::Send(piece.to_vec())).collect()));
    listen(client).await
}

#[tokio::test(flavor = "multi_thread")]
async fn every_recorded_reply_comes_out_as_its_provider_meant_it() {
    let Some(root) = data("streams/chat") else {
        return;
    };
    let recordings = recorded(&root);
    let server = Server::start(Script::events(""));
    let client = server.client();
    let mut wrong = Vec::new();
    for recording in &recordings {
        for size in recording.sizes() {
            let heard = replay(&server, &client, &recording.bytes, size).await;
            if let Err(why) = compare(&recording.about, heard) {
                wrong.push(format!("{} in pieces of {size}: {why}", recording.about["name"]));
                break;
            }
        }
    }
    println!("{} of {} recordings match", recordings.len() - wrong.len(), recordings.len());
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

/// Whether something is as the recorder says.
pub fn same(what: &str, is: &Value, should: &Value) -> Result<(), String> {
    if is == should { Ok(()) } else { Err(format!("{what} is {is}, should be {should}")) }
}

/// The calls, as the recorder writes them.
pub fn calls_of(events: &[ModelEvent]) -> Vec<Value> {
    let call = |event: &ModelEvent| match event {
        ModelEvent::Call(call) => {
            Some(json!({ "id": call.id, "name": call.name, "arguments": call.arguments }))
        }
        _ => None,
    };
    events.iter().filter_map(call).collect()
}

fn compare(about: &Value, (events, fault): Heard) -> Result<(), String> {
    let expected = &about["expected"];
    let features = about["features"].as_array().unwrap();
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
    same("calls", &calls_of(&events).into(), &expected["tool_calls"])?;
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
    let usage = usage.map_or(Value::Null, |usage| json!([usage.input_tokens, usage.output_tokens]));
    let counted = match &expected["usage"] {
        Value::Null => Value::Null,
        counts => json!([counts["prompt_tokens"], counts["completion_tokens"]]),
    };
    same("usage", &usage, &counted)
}
