//! The Responses API: one odd event between good ones, and every way to end.

use chatbot_core::model::{Finish, ModelCall, ModelEvent, ModelFault};
use chatbot_protocol::data_part::Usage;
use chatbot_provider::Api;

use crate::server::{Script, Server, Step, hear_by, listen, text};

const GOOD: &str = r#"{"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_1","output_index":0,"content_index":0,"delta":"a","logprobs":[]}"#;
const DONE: &str = r#"{"type":"response.completed","sequence_number":9,"response":{"id":"resp_1","object":"response","created_at":1,"status":"completed","error":null,"incomplete_details":null,"output":[],"usage":null}}"#;
const CALL: &str = r#"{"type":"response.output_item.done","output_index":1,"item":{"type":"function_call","id":"fc_1","call_id":"call_a","name":"search","arguments":"{\"q\":1}","status":"completed"}}"#;

/// Events without a name, and what becomes of `aa` around them.
const ODD: &[(&str, &str)] = &[
    (r#"{"delta":"b"}"#, "aa"),
    (r#"{"type":"","delta":"b"}"#, "aa"),
    (r#"{"type":null,"delta":"b"}"#, "aa"),
    (r#"{"type":7,"delta":"b"}"#, "aa"),
    (r#"{"type":"response.sparkle","delta":"b"}"#, "aa"),
    (r#"{"choices":[{"delta":{"content":"b"}}]}"#, "aa"),
    (r#"{"type":"response.output_text.delta","delta":"b"}"#, "aba"),
    (r#"{"type":"response.output_text.delta","delta":"b","error":null,"service_tier":"golden"}"#, "aba"),
    (r#"{"type":"response.output_text.delta","delta":{"text":"b"}}"#, "aba"),
    (r#"{"type":"response.output_text.delta","delta":null}"#, "aa"),
    (r#"{"type":"response.output_text.delta","delta":7}"#, "aa"),
    (r#"{"type":"response.output_text.delta"}"#, "aa"),
    (r#"{"type":"response.output_text.delta","delta":"\u0000b"}"#, "a\u{FFFD}ba"),
    (r#"{"type":"response.output_text.delta","delta":"\ud83e\udd80"}"#, "a🦀a"),
    (r#"{"type":"response.refusal.delta","delta":"no"}"#, "anoa"),
    (r#"{"type":"response.refusal.done","refusal":"no"}"#, "aa"),
    (r#"{"type":"response.output_text.done","text":"a"}"#, "aa"),
    (r#"{"type":"response.output_text.annotation.added","annotation":{"text":"b"}}"#, "aa"),
    (r#"{"type":"response.content_part.done","part":{"type":"output_text","text":"a"}}"#, "aa"),
    (r#"{"type":"response.reasoning_text.delta","delta":"think"}"#, "aa"),
    (r#"{"type":"response.reasoning_summary_text.delta","delta":"think"}"#, "aa"),
    (r#"{"type":"response.mcp_call_arguments.delta","delta":"b"}"#, "aa"),
    (r#"{"type":"response.function_call_arguments.delta","output_index":3,"delta":"b"}"#, "aa"),
    (r#"{"type":"response.function_call_arguments.done","arguments":"b"}"#, "aa"),
    (r#"{"type":"response.output_item.added"}"#, "aa"),
    (r#"{"type":"response.output_item.added","item":null}"#, "aa"),
    (r#"{"type":"response.output_item.done","item":{"type":"reasoning","summary":[{"text":"b"}]}}"#, "aa"),
    (r#"{"type":"response.output_item.done","item":{"type":"sparkle","name":"f","call_id":"c"}}"#, "aa"),
    (
        r#"{"type":"response.output_item.done","item":{"type":"message","content":[{"type":"output_text","text":"a"}]}}"#,
        "aa",
    ),
    (r#"{"type":"response.in_progress","response":{"status":"in_progress","error":null}}"#, "aa"),
    ("{}", "aa"),
    ("null", "aa"),
    ("\"ping\"", "aa"),
    ("   ", "aa"),
];

/// An event without a name.
fn event(data: &str) -> String {
    format!("data: {data}\n\n")
}

/// An event as OpenAI sends it: its kind is its name as well.
fn named(data: &str) -> String {
    let kind = data.split(r#""type":""#).nth(1).and_then(|rest| rest.split('"').next());
    format!("event: {}\ndata: {data}\n\n", kind.unwrap())
}

async fn hear(body: &str) -> (Vec<ModelEvent>, Option<ModelFault>) {
    hear_by(Api::Responses, Script::events(body)).await
}

/// `a`, the odd bytes, `a`, the end.
async fn hear_around(odd: &str) -> (Vec<ModelEvent>, Option<ModelFault>) {
    hear(&format!("{}{odd}{}{}", named(GOOD), named(GOOD), named(DONE))).await
}

#[tokio::test]
async fn odd_events_neither_end_nor_spoil_a_response() {
    let framed = [
        ("event: response.output_text.delta\ndata: {\"delta\":\"b\"}\n\n".to_owned(), "aba"),
        ("event: response.output_text.delta\ndata: {\"type\":\"\",\"delta\":\"b\"}\n\n".to_owned(), "aba"),
        ("event: response.refusal.delta\ndata: {\"delta\":\"b\"}\n\n".to_owned(), "aba"),
        (format!("event: message\n{}", event(GOOD)), "aaa"),
        ("event: keepalive\ndata: whatever\n\n".to_owned(), "aa"),
        ("event: ping\ndata: {}\n\n".to_owned(), "aa"),
        (": still there\n\n".to_owned(), "aa"),
        ("data:\n\n".to_owned(), "aa"),
        ("id: 1\nretry: 5\n\n".to_owned(), "aa"),
        (format!("data:{GOOD}\r\n\r\n"), "aaa"),
        (event(&GOOD.replacen(',', ",\ndata: ", 1)), "aaa"),
    ];
    let cases = ODD.iter().map(|(odd, expected)| (event(odd), *expected)).chain(framed);
    let end = ModelEvent::Completed { finish: Finish::Done, usage: None };
    for (odd, expected) in cases {
        let (events, fault) = hear_around(&odd).await;
        assert_eq!((text(&events).as_str(), fault), (expected, None), "{odd}");
        assert_eq!(events.last(), Some(&end), "{odd}");
        let rest = events.iter().filter(|event| !matches!(event, ModelEvent::Text(_)));
        assert_eq!(rest.count(), 1, "{odd}");
    }
}

#[tokio::test]
async fn a_response_is_the_same_at_every_split() {
    let delta = r#"{"type":"response.output_text.delta","delta":"ä日🦀"}"#;
    let body = format!(
        ": hello\n\n{}{}{}{}data: [DONE]\n\n",
        named(delta),
        event(delta).replace('\n', "\r\n"),
        named(CALL),
        named(DONE)
    );
    let call = ModelCall { id: "call_a".into(), name: "search".into(), arguments: r#"{"q":1}"#.into() };
    let server = Server::start(Script::events(""));
    let client = server.client_by(Api::Responses);
    let bytes = body.as_bytes();
    let send = |piece: &[u8]| Step::Send(piece.to_vec());
    let in_two = (0..bytes.len()).map(|at| vec![send(&bytes[..at]), send(&bytes[at..])]);
    let in_small = [1, 2, 3, 7].map(|size| bytes.chunks(size).map(send).collect::<Vec<_>>());
    for (number, steps) in in_two.chain(in_small).enumerate() {
        server.now(Script::stream(steps));
        let (events, fault) = listen(&client).await;
        assert_eq!((text(&events).as_str(), fault), ("ä日🦀ä日🦀", None), "{number}");
        let end = ModelEvent::Completed { finish: Finish::Done, usage: None };
        assert_eq!(events[events.len() - 2..], [ModelEvent::Call(call.clone()), end], "{number}");
    }
}

#[tokio::test]
async fn errors_inside_the_stream_end_it() {
    let failed = r#"{"type":"response.failed","response":{"status":"failed","error":{"code":"server_error","message":"it broke"}}}"#;
    let flat = r#"{"type":"error","code":"server_error","message":"flat","param":null,"sequence_number":3}"#;
    let nested =
        r#"{"type":"error","error":{"type":"insufficient_quota","code":"quota","message":"nested"}}"#;
    for (odd, says) in [
        (named(flat), "flat"),
        (event(flat), "flat"),
        (named(nested), "nested"),
        (event(nested), "nested"),
        (event(r#"{"error":{"message":"untyped"}}"#), "untyped"),
        (event(r#"{"error":"gone"}"#), "gone"),
        (event(r#"{"detail":"bad input"}"#), "bad input"),
        ("event: error\ndata: out of memory\n\n".to_owned(), "no further words"),
        (named(failed), "it broke"),
        (event(failed), "it broke"),
        (format!("event: response.failed\n{}", event("{}")), "the response failed"),
        (event(r#"{"type":"response.failed","response":{"error":null}}"#), "the response failed"),
        (event(r#"{"type":"response.cancelled","response":{}}"#), "the response failed"),
        (event(r#"{"type":"response.completed","response":{"status":"failed","error":"late"}}"#), "late"),
    ] {
        let (events, fault) = hear_around(&format!("{}{odd}", named(CALL))).await;
        assert_eq!(events, [ModelEvent::Text("a".into())], "{odd}");
        assert_eq!(fault, Some(ModelFault::ReportedInStream(says.into())), "{odd}");
    }
}

#[tokio::test]
async fn a_request_that_is_too_long_is_told_apart_also_inside_the_stream() {
    for odd in [
        r#"{"type":"error","code":"context_length_exceeded","message":"Too much."}"#,
        r#"{"type":"error","code":null,"message":"Your input exceeds the context window of this model."}"#,
        r#"{"type":"error","error":{"code":"context_length_exceeded","message":"Too much."}}"#,
        r#"{"type":"response.failed","response":{"error":{"code":"context_length_exceeded","message":"Too much."}}}"#,
    ] {
        let (_, fault) = hear_around(&named(odd)).await;
        assert!(matches!(fault, Some(ModelFault::ContextExceeded { .. })), "{odd}: {fault:?}");
    }
}

#[tokio::test]
async fn a_response_without_an_end_broke_off_and_calls_nothing() {
    let good = named(GOOD) + &named(CALL);
    for body in [
        String::new(),
        ": ping\n\n".to_owned(),
        "data: [DONE]\n\n".to_owned(),
        good.clone(),
        good.clone() + "data: [DONE]\n\n",
        good.clone() + "data: not json\n\n",
        good.clone() + &event(r#"{"response":{"status":"completed"}}"#),
    ] {
        let (events, fault) = hear(&body).await;
        assert!(matches!(fault, Some(ModelFault::BrokeOff(_))), "{body}: {events:?} {fault:?}");
        assert!(events.iter().all(|event| matches!(event, ModelEvent::Text(_))), "{body}: {events:?}");
    }
    for rest in ["", "event: response.completed\n", &named(DONE)[..60]] {
        let steps = vec![Step::Send((good.clone() + rest).into_bytes()), Step::Cut];
        let (events, fault) = hear_by(Api::Responses, Script::stream(steps)).await;
        assert!(matches!(fault, Some(ModelFault::BrokeOff(_))), "{rest}: {fault:?}");
        assert_eq!(events, [ModelEvent::Text("a".into())], "{rest}");
    }
}

#[tokio::test]
async fn every_end_is_read_and_of_a_response_that_was_cut_that_it_was() {
    let call = ModelCall { id: "call_a".into(), name: "search".into(), arguments: r#"{"q":1}"#.into() };
    for (end, finish) in [
        (r#"{"type":"response.completed"}"#, Finish::Done),
        (r#"{"type":"response.completed","response":{"id":"x"}}"#, Finish::Done),
        (r#"{"type":"response.completed","response":{"status":"in_progress","error":{}}}"#, Finish::Done),
        (r#"{"type":"response.done","response":{"status":"completed"}}"#, Finish::Done),
        (
            r#"{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"}}}"#,
            Finish::Length,
        ),
        (
            r#"{"type":"response.incomplete","response":{"incomplete_details":{"reason":"content_filter"}}}"#,
            Finish::Filtered,
        ),
        (r#"{"type":"response.incomplete"}"#, Finish::Length),
        (
            r#"{"type":"response.incomplete","response":{"incomplete_details":{"reason":"tired"}}}"#,
            Finish::Length,
        ),
        (r#"{"type":"response.completed","response":{"status":"incomplete"}}"#, Finish::Length),
        (
            r#"{"type":"response.completed","response":{"status":"completed","incomplete_details":{"reason":"max_tokens"}}}"#,
            Finish::Length,
        ),
    ] {
        let after = event(GOOD) + &event(r#"{"error":"too late"}"#);
        let (events, fault) = hear(&format!("{}{}{after}", named(CALL), named(end))).await;
        let expected = [ModelEvent::Call(call.clone()), ModelEvent::Completed { finish, usage: None }];
        assert_eq!((events.as_slice(), fault), (&expected[..], None), "{end}");
    }
}

#[tokio::test]
async fn an_end_whose_kind_stands_in_its_name_alone_is_one() {
    for (name, finish) in [("completed", Finish::Done), ("incomplete", Finish::Length)] {
        let (events, _) = hear(&format!("event: response.{name}\ndata: {{\"response\":{{}}}}")).await;
        assert_eq!(events, [ModelEvent::Completed { finish, usage: None }], "{name}");
    }
}

#[tokio::test]
async fn a_response_ends_with_its_end_however_long_the_connection_stays_open() {
    for end in [Step::UntilClosed, Step::Cut] {
        let steps = vec![Step::Send((named(GOOD) + &named(DONE)).into_bytes()), end];
        let (events, fault) = hear_by(Api::Responses, Script::stream(steps)).await;
        assert_eq!((events.len(), fault), (2, None));
    }
}

#[tokio::test]
async fn what_it_cost_is_read_and_unknown_is_not_nothing() {
    let usage = |input_tokens, output_tokens| Some(Usage { input_tokens, output_tokens });
    for (counts, expected) in [
        (
            r#"{"input_tokens":3,"input_tokens_details":{"cached_tokens":1},"output_tokens":4,"total_tokens":7}"#,
            usage(3, 4),
        ),
        (r#"{"input_tokens":3,"output_tokens":4.0,"output_tokens_details":null}"#, usage(3, 4)),
        (r#"{"prompt_tokens":3,"completion_tokens":"4"}"#, usage(3, 4)),
        (r#"{"input_tokens":3}"#, usage(3, 0)),
        (r#"{"input_tokens":99999999999,"output_tokens":-4}"#, usage(u32::MAX, 0)),
        ("{}", None),
        ("null", None),
        ("\"free\"", None),
    ] {
        let inside = format!(r#"{{"type":"response.completed","response":{{"usage":{counts}}}}}"#);
        let beside = format!(r#"{{"type":"response.completed","response":{{}},"usage":{counts}}}"#);
        for end in [inside, beside] {
            let (events, _) = hear(&named(&end)).await;
            assert_eq!(events, [ModelEvent::Completed { finish: Finish::Done, usage: expected }], "{end}");
        }
    }
}

#[tokio::test]
async fn text_is_told_once_whether_it_comes_in_pieces_or_whole() {
    let message = |text: &str| format!(r#"{{"type":"message","role":"assistant","content":[{text}]}}"#);
    let part = |text: &str| format!(r#"{{"type":"output_text","text":"{text}","annotations":[]}}"#);
    let item = |what: &str, message: &str| {
        named(&format!(r#"{{"type":"response.output_item.{what}","item":{message}}}"#))
    };
    let end = |output: &str| {
        named(&format!(r#"{{"type":"response.completed","response":{{"output":[{output}]}}}}"#))
    };
    let delta = |text: &str| named(&format!(r#"{{"type":"response.output_text.delta","delta":"{text}"}}"#));
    let (one, two) = (message(&part("one")), message(&part("two")));
    let refused = message(r#"{"type":"refusal","refusal":"No."}"#);
    for (body, expected) in [
        (item("added", &message("")) + &delta("o") + &delta("ne") + &item("done", &one) + &end(&one), "one"),
        (item("added", &one) + &item("done", &one) + &item("done", &one) + &end(&one), "one"),
        (item("done", &one) + &end(""), "one"),
        (end(&one), "one"),
        (item("done", &refused) + &end(&refused), "No."),
        (end(&format!("{one},{two}")), "one\n\ntwo"),
        (
            item("added", &message(""))
                + &delta("one")
                + &item("done", &one)
                + &item("added", &message(""))
                + &delta("t")
                + &delta("wo")
                + &item("done", &two)
                + &end(&format!("{one},{two}")),
            "one\n\ntwo",
        ),
    ] {
        let (events, fault) = hear(&body).await;
        assert_eq!((text(&events).as_str(), fault), (expected, None), "{body}");
    }
}

#[tokio::test]
async fn a_refusal_beside_a_call_is_told_once_and_before_it() {
    let body = [
        r#"{"type":"response.output_item.added","output_index":0,"item":{"type":"message","id":"msg_1","content":[]}}"#,
        r#"{"type":"response.content_part.added","output_index":0,"part":{"type":"refusal","refusal":""}}"#,
        r#"{"type":"response.refusal.delta","output_index":0,"delta":"I can't"}"#,
        r#"{"type":"response.refusal.delta","output_index":0,"delta":" do that."}"#,
        r#"{"type":"response.refusal.done","output_index":0,"refusal":"I can't do that."}"#,
        r#"{"type":"response.content_part.done","output_index":0,"part":{"type":"refusal","refusal":"I can't do that."}}"#,
        r#"{"type":"response.output_item.done","output_index":0,"item":{"type":"message","id":"msg_1","content":[{"type":"refusal","refusal":"I can't do that."}]}}"#,
        CALL,
        DONE,
    ];
    let (events, fault) = hear(&body.map(named).concat()).await;
    assert_eq!((text(&events).as_str(), fault), ("I can't do that.", None));
    let kinds: Vec<_> = events.iter().map(|event| matches!(event, ModelEvent::Call(_))).collect();
    assert_eq!(&kinds[kinds.len() - 2..], [true, false]);
    assert!(kinds[..kinds.len() - 2].iter().all(|is_call| !is_call));
}
