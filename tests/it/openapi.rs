//! The OpenAPI document says what there is, and no more. That answers are as it says, every story proves: see
//! `chatbot_tests::documented`.

use std::collections::BTreeSet;

use chatbot_load::document::{Document, Exchange};
use chatbot_tests::app::TestApp;
use chatbot_tests::world::{CHATBOT, COURSE, TEACHER};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::routes::routes;

fn document() -> Value {
    serde_json::to_value(chatbot_http::openapi("", &[])).unwrap()
}

fn operations(document: &Value) -> Vec<(String, &Value)> {
    let paths = document["paths"].as_object().unwrap().iter();
    let operations = paths.flat_map(|(path, item)| {
        item.as_object()
            .unwrap()
            .iter()
            .map(move |(verb, said)| (format!("{} {path}", verb.to_uppercase()), said))
    });
    operations.collect()
}

#[test]
fn the_document_has_every_route_and_no_other() {
    let table: BTreeSet<String> = routes().iter().map(|(verb, path)| format!("{verb} {path}")).collect();
    let document = document();
    let documented: BTreeSet<String> = operations(&document).into_iter().map(|(route, _)| route).collect();
    assert_eq!(documented, table);
}

#[test]
fn each_operation_has_a_name_of_its_own_a_summary_and_parameters_for_its_path() {
    let document = document();
    let mut names = BTreeSet::new();
    for (route, said) in operations(&document) {
        assert!(names.insert(said["operationId"].as_str().unwrap()), "{route} has the name of another");
        assert!(said["summary"].as_str().is_some_and(|summary| summary.len() > 10), "{route}");
        let mut answers = said["responses"].as_object().unwrap().keys();
        assert!(answers.all(|status| status.parse::<u16>().is_ok()), "{route}");
        let parameters = said["parameters"].as_array().map_or(&[][..], Vec::as_slice).iter();
        let in_path = parameters.filter(|parameter| parameter["in"] == "path");
        let told: BTreeSet<&str> = in_path.map(|parameter| parameter["name"].as_str().unwrap()).collect();
        let wanted: BTreeSet<&str> =
            route.split('{').skip(1).map(|rest| rest.split('}').next().unwrap()).collect();
        assert_eq!(told, wanted, "{route}");
    }
}

#[test]
fn each_reference_in_the_document_leads_somewhere() {
    fn references<'v>(value: &'v Value, found: &mut BTreeSet<&'v str>) {
        match value {
            Value::Object(fields) => {
                found.extend(fields.get("$ref").and_then(Value::as_str));
                fields.values().for_each(|field| references(field, found));
            }
            Value::Array(items) => items.iter().for_each(|item| references(item, found)),
            _ => {}
        }
    }
    let document = document();
    let mut found = BTreeSet::new();
    references(&document, &mut found);
    assert!(found.len() > 50, "{found:?}");
    for reference in found {
        assert!(document.pointer(reference.trim_start_matches('#')).is_some(), "{reference}");
    }
}

#[test]
fn what_is_not_as_the_document_says_is_found() {
    let document = Document::new(document());
    let list = json!({"items": [], "nextCursor": null}).to_string();
    let kind = |kind: &str| vec![("content-type".to_owned(), kind.to_owned())];
    let json_kind = kind("application/json");
    let right = Exchange {
        method: "GET",
        address: "/conversations?limit=3",
        request: Some(b""),
        status: 200,
        headers: &json_kind,
        body: list.as_bytes(),
    };
    document.check(&right).unwrap();
    let problem = br#"{"status":404,"code":"not_found","title":"There is no such page or conversation."}"#;
    let (text, with_more) =
        (kind("text/plain"), [json_kind.clone(), vec![("x-new".into(), "1".into())]].concat());
    let refused = kind("application/problem+json");
    for (wrong, why) in [
        (Exchange { status: 201, ..right.clone() }, "the status is not documented"),
        (Exchange { address: "/nowhere", ..right.clone() }, "the path is not documented"),
        (Exchange { method: "PUT", ..right.clone() }, "the verb is not documented"),
        (Exchange { method: "PUT", status: 405, ..right.clone() }, "does not say the documented verbs"),
        (Exchange { headers: &text, ..right.clone() }, "the kind text/plain is not documented"),
        (Exchange { headers: &with_more, ..right.clone() }, "the header x-new is not documented"),
        (Exchange { body: br#"{"items":[]}"#, ..right.clone() }, "nextCursor"),
        (Exchange { body: br#"{"items":[],"nextCursor":null,"more":1}"#, ..right.clone() }, "more"),
        (Exchange { body: br#"{"items":[{}],"nextCursor":null}"#, ..right.clone() }, "/items/0"),
        (
            Exchange { address: "/conversations?much=3", ..right.clone() },
            "the parameter much is not documented",
        ),
        (Exchange { address: "/conversations?limit=x", ..right.clone() }, "limit"),
        (Exchange { status: 401, headers: &refused, body: problem, ..right.clone() }, "not_found"),
        (Exchange { request: Some(br#"{"a":1}"#), ..right.clone() }, "no body is documented"),
    ] {
        let found = document.check(&wrong).unwrap_err();
        assert!(found.contains(why), "{found}");
    }
    let event = b": stream-open\n\ndata: {\"type\":\"start-step\",\"more\":1}\n\n";
    let stream = kind("text/event-stream");
    let address = "/chat/00000000-0000-0000-0000-000000000001/stream";
    let wrong = Exchange { address, headers: &stream, body: event, ..right };
    assert!(document.check(&wrong).unwrap_err().contains("more"));
}

/// What a setting may be at most and at least, on both sides of each bound.
fn tries(schema: &Value) -> Vec<(Value, bool)> {
    let number = |name: &str| schema[name].as_i64();
    let text = |length: u64| json!("x".repeat(usize::try_from(length).unwrap()));
    let list = |length: u64| json!((0..length).map(|index| format!("x{index}")).collect::<Vec<_>>());
    let mut tries = Vec::new();
    if let Some(most) = schema["maxLength"].as_u64() {
        tries.extend([(text(most), true), (text(most + 1), false)]);
    }
    if let Some(least) = schema["minLength"].as_u64() {
        tries.extend([(text(least), true), (text(least - 1), false)]);
    }
    if let Some(most) = schema["maxItems"].as_u64() {
        tries.extend([(list(most), true), (list(most + 1), false)]);
    }
    if let Some(most) = number("maximum") {
        tries.extend([(json!(most), true), (json!(most + 1), false)]);
    }
    if let Some(least) = number("minimum") {
        tries.extend([(json!(least), true), (json!(least - 1), false)]);
    }
    tries
}

#[sqlx::test(migrations = false)]
async fn settings_may_be_what_the_document_says_and_no_more(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let chatbot = app.get(TEACHER, &format!("/manage/chatbots/{CHATBOT}")).send().await.unwrap();
    let settings: Value = chatbot.json::<Value>().await.unwrap()["settings"].clone();
    let document = document();
    let mut tried = 0;
    for (part, name) in
        [("", "ChatbotSettings"), ("limits", "ChatbotLimits"), ("invalidCalls", "InvalidCalls")]
    {
        let fields = document["components"]["schemas"][name]["properties"].as_object().unwrap();
        for (field, schema) in fields {
            for (value, allowed) in tries(schema) {
                let mut changed = settings.clone();
                let place = if part.is_empty() { &mut changed } else { &mut changed[part] };
                place[field] = value.clone();
                let place = if part.is_empty() { field.clone() } else { format!("{part}.{field}") };
                let path = format!("/manage/courses/{COURSE}/settings/check");
                let answer = app.post(TEACHER, &path, &changed).send().await.unwrap();
                let readable = answer.status() == 200;
                let faults: Value = answer.json().await.unwrap();
                let refused = !readable
                    || faults.as_array().unwrap().iter().any(|fault| fault["field"] == place.as_str());
                assert_eq!(refused, !allowed, "{place}: {value}: {faults}");
                tried += 1;
            }
        }
    }
    assert!(tried > 50, "{tried}");
}
