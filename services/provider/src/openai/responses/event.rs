//! One event of a streamed response, read with tolerance: the kind may stand in the `event:` line alone, numbers, ids and
//! whole objects may be missing, and kinds that are not known are left out.

use chatbot_core::model::Finish;
use chatbot_protocol::data_part::Usage;
use serde_json::Value;

use super::call::{CallCopy, Place};
use crate::openai::fields::{arguments, error_of, finish_of, number, push_content, text, usage_of};

/// What an event says.
#[derive(Debug, PartialEq, Eq)]
pub enum Event {
    /// More text; a refusal's text is text.
    Text(String),
    /// A message begins: text after it is another than text before it.
    MessageBegun,
    /// A whole message, mostly one whose text has come in pieces.
    Message(String),
    /// A call begins.
    CallBegun(CallCopy),
    /// A whole call.
    Call(CallCopy),
    /// More arguments of a call.
    MoreArguments(Place, String),
    /// All arguments of a call.
    Arguments(Place, String),
    /// The response ended.
    End(End),
    /// It failed.
    Failed(String),
}

/// How a response ended.
#[derive(Debug, PartialEq, Eq)]
pub struct End {
    /// Why.
    pub finish: Finish,
    /// What it cost.
    pub usage: Option<Usage>,
    /// The text of each of its messages, once more.
    pub messages: Vec<String>,
    /// Its calls, once more.
    pub calls: Vec<CallCopy>,
}

impl Event {
    /// Reads an event. `None` for one that says nothing of the reply: kinds that we do not know, thoughts, and what tools
    /// of the vendor's own do.
    pub fn read(name: &str, value: &Value) -> Option<Self> {
        value.as_object()?;
        if let Some(error) = error_of(value) {
            return Some(Self::Failed(error));
        }
        let kind = value["type"].as_str().filter(|kind| !kind.is_empty()).unwrap_or(name);
        let event = match kind {
            "response.output_text.delta" | "response.refusal.delta" => Self::Text(content(&value["delta"])),
            "response.output_item.added" => match Item::read(&value["item"], number(&value["output_index"]))?
            {
                Item::Message(_) => Self::MessageBegun,
                Item::Call(copy) => Self::CallBegun(copy),
            },
            "response.output_item.done" => {
                match Item::read(&value["item"], number(&value["output_index"]))? {
                    Item::Message(text) => Self::Message(text),
                    Item::Call(copy) => Self::Call(copy),
                }
            }
            "response.function_call_arguments.delta" => {
                Self::MoreArguments(place(value), arguments(&value["delta"]))
            }
            "response.function_call_arguments.done" => {
                Self::Arguments(place(value), arguments(&value["arguments"]))
            }
            // `response.done` is an older name that some still use.
            "response.completed"
            | "response.incomplete"
            | "response.failed"
            | "response.cancelled"
            | "response.done" => end(kind, value),
            _ => return None,
        };
        Some(event)
    }
}

/// What of a response's output concerns us.
enum Item {
    Message(String),
    Call(CallCopy),
}

impl Item {
    fn read(item: &Value, index: Option<u64>) -> Option<Self> {
        match item["type"].as_str()? {
            "message" => Some(Self::Message(content(&item["content"]))),
            "function_call" => Some(Self::Call(CallCopy {
                place: Place { index, item_id: text(&item["id"]) },
                call_id: text(&item["call_id"]),
                name: text(&item["name"]),
                arguments: arguments(&item["arguments"]),
            })),
            _ => None,
        }
    }
}

fn place(value: &Value) -> Place {
    Place { index: number(&value["output_index"]), item_id: text(&value["item_id"]) }
}

fn content(value: &Value) -> String {
    let mut text = String::new();
    push_content(value, &mut text);
    text
}

/// The name and the status should agree. Where they do not, the worse one is believed: of a reply that was cut no call
/// may run.
fn end(kind: &str, value: &Value) -> Event {
    let response = &value["response"];
    let status = response["status"].as_str().unwrap_or_default();
    if matches!(kind, "response.failed" | "response.cancelled") || matches!(status, "failed" | "cancelled") {
        return Event::Failed(error_of(response).unwrap_or_else(|| "the response failed".to_owned()));
    }
    let reason = response["incomplete_details"]["reason"].as_str().filter(|reason| !reason.is_empty());
    let cut = kind == "response.incomplete" || status == "incomplete" || reason.is_some();
    let finish = match reason.map(finish_of) {
        Some(Finish::Filtered) => Finish::Filtered,
        _ if cut => Finish::Length,
        _ => Finish::Done,
    };
    let mut end = End {
        finish,
        usage: usage_of(response).or_else(|| usage_of(value)),
        messages: Vec::new(),
        calls: Vec::new(),
    };
    for (item, index) in response["output"].as_array().into_iter().flatten().zip(0..) {
        match Item::read(item, Some(index)) {
            Some(Item::Message(text)) => end.messages.push(text),
            Some(Item::Call(copy)) => end.calls.push(copy),
            None => {}
        }
    }
    Event::End(end)
}
