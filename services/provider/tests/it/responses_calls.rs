//! The Responses API: calls in copies and pieces, however a server marks them.

use chatbot_core::model::{Finish, ModelCall, ModelEvent};
use chatbot_provider::Api;
use serde_json::{Value, json};

use crate::server::{Script, hear_by};

/// What it is a case of, its events, and the calls.
type Case = (&'static str, Vec<Value>, Vec<ModelCall>);

fn call(id: &str, name: &str, arguments: &str) -> ModelCall {
    ModelCall { id: id.into(), name: name.into(), arguments: arguments.into() }
}

fn one(arguments: &str) -> Vec<ModelCall> {
    vec![call("i", "f", arguments)]
}

fn two() -> Vec<ModelCall> {
    vec![call("i", "f", "{1}"), call("j", "g", "{2}")]
}

fn item(what: &str, place: Value, item: Value) -> Value {
    let mut event = place;
    event["type"] = json!(format!("response.output_item.{what}"));
    event["item"] = item;
    event["item"]["type"] = json!("function_call");
    event
}

fn added(place: Value, copy: Value) -> Value {
    item("added", place, copy)
}

fn done(place: Value, copy: Value) -> Value {
    item("done", place, copy)
}

fn more(place: Value, delta: impl Into<Value>) -> Value {
    let mut event = place;
    event["type"] = json!("response.function_call_arguments.delta");
    event["delta"] = delta.into();
    event
}

fn all(place: Value, arguments: impl Into<Value>) -> Value {
    let mut event = place;
    event["type"] = json!("response.function_call_arguments.done");
    event["arguments"] = arguments.into();
    event
}

fn at(index: u64) -> Value {
    json!({ "output_index": index })
}

fn nowhere() -> Value {
    json!({})
}

fn end(output: Value) -> Value {
    let mut event = json!({ "type": "response.completed", "response": { "status": "completed" } });
    event["response"]["output"] = output;
    event
}

/// As OpenAI sends them.
fn documented() -> Vec<Case> {
    let place = json!({ "output_index": 1, "item_id": "fc_1", "sequence_number": 5 });
    let copy = |arguments: &str, status: &str| json!({ "id": "fc_1", "call_id": "i", "name": "f", "arguments": arguments, "status": status });
    let whole = r#"{"a":1}"#;
    let mut last = copy(whole, "completed");
    last["type"] = json!("function_call");
    vec![
        (
            "a call with everything",
            vec![
                added(at(1), copy("", "in_progress")),
                more(place.clone(), r#"{"a""#),
                more(place.clone(), ":1}"),
                all(place.clone(), whole),
                done(at(1), copy(whole, "completed")),
                end(json!([{ "type": "reasoning", "summary": [] }, last])),
            ],
            one(whole),
        ),
        (
            "the last copy wins over the pieces",
            vec![
                added(at(1), copy("", "in_progress")),
                more(place.clone(), r#"{"a":2"#),
                all(place.clone(), r#"{"a":3}"#),
                done(at(1), copy(whole, "completed")),
                end(json!([])),
            ],
            one(whole),
        ),
        (
            "two at a time",
            vec![
                added(at(0), json!({ "id": "fc_1", "call_id": "i", "name": "f", "arguments": "" })),
                added(at(1), json!({ "id": "fc_2", "call_id": "j", "name": "g", "arguments": "" })),
                more(json!({ "output_index": 1, "item_id": "fc_2" }), "{2"),
                more(json!({ "output_index": 0, "item_id": "fc_1" }), "{1"),
                done(at(1), json!({ "id": "fc_2", "call_id": "j", "name": "g", "arguments": "{2}" })),
                done(at(0), json!({ "id": "fc_1", "call_id": "i", "name": "f", "arguments": "{1}" })),
                end(json!([])),
            ],
            two(),
        ),
        (
            "what the vendor's own tools do is no call of ours",
            vec![
                json!({ "type": "response.output_item.added", "output_index": 0, "item":
                    { "type": "web_search_call", "call_id": "w", "name": "web_search", "arguments": "{}" } }),
                more(at(0), "{}"),
                json!({ "type": "response.output_item.done", "output_index": 0, "item":
                    { "type": "custom_tool_call", "call_id": "x", "name": "f", "input": "{}" } }),
                end(json!([{ "type": "mcp_call", "id": "m", "name": "f", "arguments": "{}" }])),
            ],
            vec![],
        ),
    ]
}

/// Only a part of it.
fn sparse() -> Vec<Case> {
    let f = |arguments: Value| json!({ "call_id": "i", "name": "f", "arguments": arguments });
    let in_output = |mut copy: Value| {
        copy["type"] = json!("function_call");
        json!([copy])
    };
    vec![
        ("only the last copy", vec![done(nowhere(), f(json!("{}"))), end(json!([]))], one("{}")),
        ("only the first copy, whole", vec![added(at(0), f(json!("{}"))), end(json!([]))], one("{}")),
        ("only the end's copy", vec![end(in_output(f(json!("{}"))))], one("{}")),
        (
            "only pieces",
            vec![added(at(0), f(json!(""))), more(at(0), "{"), more(at(0), "}"), end(json!(null))],
            one("{}"),
        ),
        (
            "pieces without a place",
            vec![
                added(nowhere(), f(json!(null))),
                more(nowhere(), "{"),
                more(nowhere(), "}"),
                end(json!([])),
            ],
            one("{}"),
        ),
        (
            "arguments in the end's copy alone",
            vec![added(at(0), f(json!(""))), end(in_output(f(json!("{}"))))],
            one("{}"),
        ),
    ]
}

/// Arguments or ids that are not as they should be.
fn odd() -> Vec<Case> {
    let f = |arguments: Value| json!({ "call_id": "i", "name": "f", "arguments": arguments });
    vec![
        (
            "a last copy that says nothing new",
            vec![added(at(0), f(json!(""))), more(at(0), "{}"), done(at(0), f(json!(""))), end(json!([]))],
            one("{}"),
        ),
        (
            "arguments as an object",
            vec![added(at(0), f(json!({}))), done(at(0), f(json!({ "a": 1 }))), end(json!([]))],
            one(r#"{"a":1}"#),
        ),
        (
            "a piece as an object",
            vec![added(at(0), f(json!(""))), more(at(0), json!({ "a": 1 })), end(json!([]))],
            one(r#"{"a":1}"#),
        ),
        ("no arguments", vec![done(at(0), json!({ "call_id": "i", "name": "f" })), end(json!([]))], one("")),
        (
            "the item's id, where the call has none",
            vec![done(at(0), json!({ "id": "i", "name": "f", "arguments": "{}" })), end(json!([]))],
            one("{}"),
        ),
        (
            "no id at all",
            vec![
                added(nowhere(), json!({ "name": "f" })),
                more(nowhere(), "{"),
                done(nowhere(), json!({ "name": "f", "arguments": "{}" })),
                done(nowhere(), json!({ "name": "f", "arguments": "{2}" })),
                end(json!([])),
            ],
            vec![call("call_0", "f", "{}"), call("call_1", "f", "{2}")],
        ),
    ]
}

fn copy(item: &str, id: &str, name: &str, arguments: &str) -> Value {
    json!({ "id": item, "call_id": id, "name": name, "arguments": arguments })
}

fn last_f() -> Value {
    copy("a", "i", "f", "{1}")
}

fn last_g() -> Value {
    copy("b", "j", "g", "{2}")
}

/// Copies that do not say the same.
fn contradicting() -> Vec<Case> {
    vec![
        (
            "another item's id in each event",
            vec![
                added(at(1), copy("a", "i", "f", "")),
                more(json!({ "output_index": 1, "item_id": "b" }), "{1"),
                all(json!({ "output_index": 1, "item_id": "c" }), "{1}"),
                done(at(1), copy("d", "i", "f", "{1}")),
                end(json!([])),
            ],
            one("{1}"),
        ),
        (
            "the id and the name come late",
            vec![
                added(at(0), json!({ "id": "a" })),
                more(json!({ "item_id": "a" }), "{1}"),
                done(nowhere(), last_f()),
                end(json!([])),
            ],
            one("{1}"),
        ),
        (
            "each copy twice",
            vec![
                added(at(0), copy("a", "i", "f", "")),
                added(at(0), copy("a", "i", "f", "")),
                done(at(0), last_f()),
                done(at(0), last_f()),
                end(json!([])),
            ],
            one("{1}"),
        ),
        (
            "the last copy twice, without a place",
            vec![
                done(nowhere(), last_f()),
                done(nowhere(), last_f()),
                done(nowhere(), last_g()),
                end(json!([])),
            ],
            two(),
        ),
    ]
}

/// Copies that can be taken for those of another call.
fn confusing() -> Vec<Case> {
    vec![
        (
            "by item alone, in turns",
            vec![
                added(nowhere(), copy("a", "i", "f", "")),
                added(nowhere(), copy("b", "j", "g", "")),
                more(json!({ "item_id": "a" }), "{1"),
                more(json!({ "item_id": "b" }), "{2"),
                more(json!({ "item_id": "a" }), "}"),
                more(json!({ "item_id": "b" }), "}"),
                end(json!([])),
            ],
            two(),
        ),
        (
            "all at one place",
            vec![
                added(at(0), copy("a", "i", "f", "")),
                added(at(0), copy("b", "j", "g", "")),
                done(at(0), last_f()),
                done(at(0), last_g()),
                end(json!([])),
            ],
            two(),
        ),
        (
            "one id for two",
            vec![
                added(at(0), copy("", "i", "f", "")),
                added(at(1), copy("", "i", "f", "")),
                done(at(0), copy("", "i", "f", "1")),
                done(at(1), copy("", "i", "f", "2")),
                end(json!([])),
            ],
            vec![call("i", "f", "1"), call("i", "f", "2")],
        ),
    ]
}

/// As OpenAI frames it, and as others do: the kind in the data alone, or in the name alone.
fn framings(events: &[Value]) -> [String; 3] {
    let kind = |event: &Value| event["type"].as_str().unwrap().to_owned();
    let both = |event: &Value| format!("event: {}\ndata: {event}\n\n", kind(event));
    let in_data = |event: &Value| format!("data: {event}\n\n");
    let in_name = |event: &Value| {
        let mut bare = event.clone();
        bare.as_object_mut().unwrap().remove("type");
        format!("event: {}\ndata: {bare}\n\n", kind(event))
    };
    [
        events.iter().map(both).collect(),
        events.iter().map(in_data).collect(),
        events.iter().map(in_name).collect(),
    ]
}

#[tokio::test]
async fn each_call_comes_out_once_however_its_copies_are_marked() {
    for (what, events, expected) in [documented(), sparse(), odd(), contradicting(), confusing()].concat() {
        let mut wanted: Vec<_> = expected.into_iter().map(ModelEvent::Call).collect();
        wanted.push(ModelEvent::Completed { finish: Finish::Done, usage: None });
        for body in framings(&events) {
            let heard = hear_by(Api::Responses, Script::events(&body)).await;
            assert_eq!(heard, (wanted.clone(), None), "{what}: {body}");
        }
    }
}

#[tokio::test]
async fn a_response_cut_inside_a_call_says_so_and_what_was_called() {
    let copy = |arguments: &str| json!({ "call_id": "i", "name": "f", "arguments": arguments, "status": "incomplete" });
    for (reason, finish) in [("max_output_tokens", Finish::Length), ("content_filter", Finish::Filtered)] {
        let end = json!({ "type": "response.incomplete", "response":
            { "status": "incomplete", "incomplete_details": { "reason": reason }, "output": [] } });
        let begun = added(at(0), copy(""));
        let nameless = added(at(1), json!({ "call_id": "j" }));
        let events = [begun, more(at(0), r#"{"a""#), done(at(0), copy(r#"{"a""#)), nameless, end];
        for body in framings(&events) {
            let (events, fault) = hear_by(Api::Responses, Script::events(&body)).await;
            let expected = vec![
                ModelEvent::Call(call("i", "f", r#"{"a""#)),
                ModelEvent::Completed { finish, usage: None },
            ];
            assert_eq!((events, fault), (expected, None), "{reason}");
        }
    }
}

#[tokio::test]
async fn calls_without_number_or_end_are_given_up() {
    let begun = |n| added(at(n), json!({ "call_id": n.to_string(), "name": "f" }));
    let many = (0..300).map(|n| format!("data: {}\n\n", begun(n))).collect::<Vec<_>>().concat();
    let piece = format!("data: {}\n\n", more(at(0), "x".repeat(1024 * 1024)));
    let long =
        format!("data: {}\n\n{}", added(at(0), json!({ "call_id": "i", "name": "f" })), piece.repeat(5));
    for body in [many, long] {
        let (events, fault) = hear_by(Api::Responses, Script::events(&body)).await;
        let too_large = chatbot_core::model::ModelFault::BrokeOff("its calls are too large".into());
        assert_eq!((events.len(), fault), (0, Some(too_large)));
    }
}
