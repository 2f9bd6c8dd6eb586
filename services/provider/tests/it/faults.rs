//! What goes wrong before the first event.

use std::time::Duration;

use chatbot_core::model::ModelFault;
use chatbot_provider::{Api, OpenAiClient, OpenAiSettings};

use crate::server::{Script, Server, hear, hear_by, listen};

const JSON: &str = "content-type: application/json\r\n";
const PLAIN: &str = "content-type: text/plain\r\n";

#[tokio::test]
async fn every_http_fault_keeps_its_status_and_is_asked_once() {
    let refused = |status, body: &str| ModelFault::Refused { status, body: body.into() };
    let failed = |status, body: &str| ModelFault::ProviderFailed { status, body: body.into() };
    let busy = |status, seconds: Option<u64>| ModelFault::Busy {
        status,
        retry_after: seconds.map(Duration::from_secs),
    };
    let too_long = |body: &str| ModelFault::ContextExceeded { body: body.into() };
    let openai = r#"{"error":{"message":"bad","type":"invalid_request_error","param":null,"code":null}}"#;
    let numeric = r#"{"error":{"code":400,"message":"too long","type":"exceed_context_size_error"}}"#;
    let flat = r#"{"object":"error","message":"no key","type":"auth","code":401}"#;
    let quota = r#"{"error":{"message":"pay","code":"insufficient_quota"}}"#;
    let limit = r#"{"error":{"message":"slow down","type":"requests","code":"rate_limit_exceeded"}}"#;
    let with_wait = "content-type: text/plain\r\nretry-after: 7\r\n";
    let cases = [
        ("400 Bad Request", JSON, openai, refused(400, openai)),
        ("400 Bad Request", JSON, numeric, too_long(numeric)),
        ("413 Too Large", PLAIN, "", too_long("")),
        ("500 Oops", JSON, numeric, too_long(numeric)),
        ("401 Unauthorized", JSON, flat, refused(401, flat)),
        ("403 Forbidden", PLAIN, "no", refused(403, "no")),
        ("404 Not Found", JSON, r#"{"detail":"Not Found"}"#, refused(404, r#"{"detail":"Not Found"}"#)),
        ("422 Unprocessable", JSON, "[]", refused(422, "[]")),
        ("301 Moved", "location: /elsewhere\r\n", "", refused(301, "")),
        ("408 Timeout", PLAIN, "late", failed(408, "late")),
        ("429 Too Many", with_wait, "slow down", busy(429, Some(7))),
        ("429 Too Many", JSON, limit, busy(429, None)),
        ("429 Too Many", JSON, quota, refused(429, quota)),
        ("500 Oops", "content-type: text/html\r\n", "<h1>x</h1>", failed(500, "<h1>x</h1>")),
        ("502 Bad Gateway", PLAIN, "", failed(502, "")),
        ("503 Unavailable", "retry-after: 2\r\n", "", busy(503, Some(2))),
        ("503 Unavailable", JSON, openai, busy(503, None)),
        ("529 Overloaded", JSON, openai, busy(529, None)),
        // An event stream does not make a fault a reply.
        ("500 Oops", "content-type: text/event-stream\r\n", "data: {}\n\n", failed(500, "data: {}")),
    ];
    for (status, headers, body, expected) in cases {
        let server = Server::start(Script::plain(status, headers, body));
        for api in [Api::Chat, Api::Responses] {
            let heard = listen(&server.client_by(api)).await;
            assert_eq!(heard, (vec![], Some(expected.clone())), "{api:?} {status} {body}");
            assert_eq!(server.requests().len(), 1, "{api:?} {status}: no hidden retries");
        }
    }
}

#[tokio::test]
async fn a_success_that_is_no_event_stream_is_a_fault() {
    for (headers, body, says) in [
        (JSON, r#"{"error":{"message":"x"}}"#, r#"application/json: {"error":{"message":"x"}}"#),
        ("content-type: text/html; charset=utf-8\r\n", "<html>", "text/html; charset=utf-8: <html>"),
        (JSON, r#"{"choices":[]}"#, r#"application/json: {"choices":[]}"#),
        ("", "data: {}\n\n", "of no type: data: {}"),
    ] {
        let expected = (vec![], Some(ModelFault::NotAStream(says.into())));
        for api in [Api::Chat, Api::Responses] {
            assert_eq!(hear_by(api, Script::plain("200 OK", headers, body)).await, expected);
        }
    }
}

#[tokio::test]
async fn a_long_error_is_cut() {
    let (_, fault) = hear(Script::plain("400 Bad Request", PLAIN, &"ä".repeat(100_000))).await;
    let Some(ModelFault::Refused { body, .. }) = fault else { panic!("{fault:?}") };
    assert_eq!(body.chars().count(), 500);
}

#[tokio::test]
async fn nobody_at_home_is_unreachable_and_the_url_is_not_told() {
    let mut settings = OpenAiSettings::new("http://127.0.0.1:1/v1?key=secret", "m");
    settings.first_byte = Duration::from_secs(5);
    let (_, fault) = listen(&OpenAiClient::new(settings).unwrap()).await;
    let Some(ModelFault::Unreachable(text)) = fault else { panic!("{fault:?}") };
    assert!(!text.contains("secret"), "{text}");
}

#[tokio::test]
async fn the_request_has_the_key_only_where_there_is_one() {
    for (api, path, asks) in [
        (Api::Chat, "/v1/chat/completions", r#""include_usage":true"#),
        (Api::Responses, "/v1/responses", r#""store":false"#),
    ] {
        for key in [Some("sk-test"), None] {
            let server = Server::start(Script::events("data: [DONE]\n\n"));
            let settings = OpenAiSettings { api, api_key: key.map(str::to_owned), ..server.settings() };
            listen(&OpenAiClient::new(settings).unwrap()).await;
            let (head, body) = server.requests().remove(0);
            assert!(head.starts_with(&format!("POST {path} HTTP/1.1")), "{head}");
            assert_eq!(head.to_lowercase().contains("authorization: bearer sk-test"), key.is_some());
            assert_eq!(head.to_lowercase().contains("authorization"), key.is_some());
            assert!(body.contains(r#""stream":true"#) && body.contains(asks), "{body}");
        }
    }
}
