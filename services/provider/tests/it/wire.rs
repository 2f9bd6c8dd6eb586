//! One odd chunk between good ones: what a tolerant reader makes of it.

use chatbot_core::model::{Finish, ModelEvent, ModelFault};
use chatbot_protocol::data_part::Usage;

use crate::server::{Script, hear, text};

const GOOD: &str = r#"{"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"a"},"finish_reason":null}]}"#;
const STOP: &str = r#"{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#;

fn event(data: &str) -> String {
    format!("data: {data}\n\n")
}

/// `a`, the odd bytes, `a`, a finish reason.
fn around(odd: &str) -> Script {
    Script::events(&format!("{}{odd}{}{}data: [DONE]\n\n", event(GOOD), event(GOOD), event(STOP)))
}

#[tokio::test]
async fn odd_chunks_neither_end_nor_spoil_a_reply() {
    let cases = [
        (
            r#"{"x":1,"choices":[{"index":0,"y":[],"delta":{"content":"b","reasoning_content":"think"},"logprobs":[7]}]}"#,
            "aba",
        ),
        (r#"{"choices":[{"delta":{"reasoning":"think","reasoning_details":[{"text":"t"}]}}]}"#, "aa"),
        (
            r#"{"choices":[{"index":0,"delta":{"role":null,"content":null,"tool_calls":null,"refusal":null}}]}"#,
            "aa",
        ),
        (r#"{"choices":[{"index":0,"delta":{"content":"b","tool_calls":[]}}]}"#, "aba"),
        (r#"{"choices":[{"index":0,"delta":{"content":"b\ud83d"}}]}"#, "ab\u{FFFD}a"),
        (r#"{"choices":[{"index":0,"delta":null}]}"#, "aa"),
        (r#"{"choices":[{"index":0}]}"#, "aa"),
        (r#"{"choices":null}"#, "aa"),
        (r#"{"choices":[],"usage":{"prompt_tokens":1,"prompt_tokens_details":null,"cost":"x"}}"#, "aa"),
        (r#"{"choices":[{"delta":{"content":"b"}}]}"#, "aba"),
        (r#"{"choices":[{"index":"0","delta":{"content":"b"}}]}"#, "aba"),
        (r#"{"choices":[{"index":1,"delta":{"content":"other choice"}}]}"#, "aa"),
        (
            r#"{"id":null,"created":1.5e12,"service_tier":"golden","choices":[{"delta":{"content":"b"}}]}"#,
            "aba",
        ),
        (r#"{"choices":[{"delta":{"role":"robot","content":"b"},"finish_reason":""}]}"#, "aba"),
        (
            r#"{"choices":[{"delta":{"role":"","content":["b",{"type":"text","text":"c"},{"type":"thinking","thinking":"t"}]}}]}"#,
            "abca",
        ),
        (r#"{"choices":[{"delta":{"content":{"text":"b"}}}]}"#, "aba"),
        (r#"{"choices":[{"delta":{"content":7}}]}"#, "aa"),
        (r#"{"choices":[{"delta":{"refusal":"no"}}]}"#, "anoa"),
        (r#"{"choices":[{"delta":{"content":"\u0000b"}}]}"#, "a\u{FFFD}ba"),
        (r#"{"choices":[{"delta":{"content":"\ud83e\udd80"}}]}"#, "a🦀a"),
        (r#"{"choices":[{"delta":{"tool_calls":[null,7]}}]}"#, "aa"),
        (r#"{"error":null,"choices":[{"delta":{"content":"b"}}]}"#, "aba"),
        ("{}", "aa"),
        ("null", "aa"),
        ("\"ping\"", "aa"),
        ("   ", "aa"),
    ];
    for (odd, expected) in cases {
        let (events, fault) = hear(around(&event(odd))).await;
        assert_eq!((text(&events).as_str(), fault), (expected, None), "{odd}");
        assert!(matches!(events.last(), Some(ModelEvent::Completed { finish: Finish::Done, .. })), "{odd}");
    }
}

#[tokio::test]
async fn odd_framing_neither_ends_nor_spoils_a_reply() {
    let b = r#"{"choices":[{"delta":{"content":"b"}}]}"#;
    let cases = [
        (": comment\n\n".to_owned(), "aa"),
        ("event: keepalive\ndata: whatever\n\n".to_owned(), "aa"),
        ("event: ping\ndata: {}\n\n".to_owned(), "aa"),
        ("data:\n\n".to_owned(), "aa"),
        ("id: 1\nretry: 5\n\n".to_owned(), "aa"),
        (format!("data:{b}\n\n"), "aba"),
        (format!("data: {b}\r\n\r\n"), "aba"),
        (format!("data: {b}\r\r"), "aba"),
        (format!("data: {}\ndata: {}\n\n", &b[..12], &b[12..]), "aba"),
        (format!("event: message\ndata: {b}\n\n"), "aba"),
    ];
    for (odd, expected) in cases {
        let (events, fault) = hear(around(&odd)).await;
        assert_eq!((text(&events).as_str(), fault), (expected, None), "{odd}");
    }
    for whole in [
        format!("\u{FEFF}{}{}", event(GOOD), event(STOP)),
        format!("{}{}data: [DONE] \n\n", event(GOOD), event(STOP)),
        format!("{}{}data: [DONE]\n\n{}", event(GOOD), event(STOP), event(GOOD)),
        format!("{}{}", event(GOOD), event(STOP).trim_end()),
    ] {
        let (events, fault) = hear(Script::events(&whole)).await;
        assert_eq!((text(&events).as_str(), fault), ("a", None), "{whole}");
    }
}

#[tokio::test]
async fn errors_inside_the_stream_end_it() {
    for (odd, says) in [
        (event(r#"{"error":{"message":"overloaded","code":529}}"#), "overloaded"),
        (event(r#"{"error":"gone"}"#), "gone"),
        (event(r#"{"error":{"code":7}}"#), r#"{"code":7}"#),
        (
            event(
                r#"{"error":{"message":"up"},"choices":[{"delta":{"content":"x"},"finish_reason":"error"}]}"#,
            ),
            "up",
        ),
        (event(r#"{"choices":[{"delta":{},"finish_reason":"error"}]}"#), "the reply ended with an error"),
        (event(r#"{"object":"error","message":"flat","code":400}"#), "flat"),
        (event(r#"{"detail":"bad input"}"#), "bad input"),
        (format!("event: error\n{}", event(r#"{"error":{"message":"named"}}"#)), "named"),
        ("event: error\ndata: out of memory\n\n".to_owned(), "no further words"),
    ] {
        let (events, fault) = hear(around(&odd)).await;
        assert_eq!(text(&events), "a", "{odd}");
        assert_eq!(fault, Some(ModelFault::ReportedInStream(says.into())), "{odd}");
    }
}

#[tokio::test]
async fn a_reply_without_a_finish_reason_broke_off() {
    for whole in
        [String::new(), event(GOOD), event(GOOD) + "data: [DONE]\n\n", event(GOOD) + "data: not json\n\n"]
    {
        let (events, fault) = hear(Script::events(&whole)).await;
        assert!(matches!(fault, Some(ModelFault::BrokeOff(_))), "{whole}: {events:?} {fault:?}");
    }
}

#[tokio::test]
async fn reasons_and_counts_are_read_in_every_vendors_words() {
    let usage = |input_tokens, output_tokens| Some(Usage { input_tokens, output_tokens });
    for (reason, finish) in [
        ("stop", Finish::Done),
        ("tool_calls", Finish::Done),
        ("function_call", Finish::Done),
        ("eos", Finish::Done),
        ("whatever", Finish::Done),
        ("MAX_TOKENS", Finish::Length),
        ("SAFETY", Finish::Filtered),
    ] {
        let chunk = format!(r#"{{"choices":[{{"finish_reason":"{reason}"}}]}}"#);
        let (events, _) = hear(Script::events(&event(&chunk))).await;
        assert_eq!(events, [ModelEvent::Completed { finish, usage: None }], "{reason}");
    }
    for (chunk, expected) in [
        (r#"{"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4,"total_tokens":7}}"#, usage(3, 4)),
        (r#"{"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4.0}}"#, usage(3, 4)),
        (r#"{"usage":{"input_tokens":3,"output_tokens":"4"}}"#, usage(3, 4)),
        (r#"{"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":null}}"#, usage(3, 0)),
        (r#"{"x_groq":{"usage":{"prompt_tokens":3,"completion_tokens":4}}}"#, usage(3, 4)),
        (r#"{"usage":{"prompt_tokens":99999999999,"completion_tokens":-4}}"#, usage(u32::MAX, 0)),
        (r#"{"choices":[],"usage":null}"#, None),
        (r#"{"choices":[],"usage":"free"}"#, None),
    ] {
        let (events, _) = hear(Script::events(&(event(STOP) + &event(chunk)))).await;
        assert_eq!(events, [ModelEvent::Completed { finish: Finish::Done, usage: expected }], "{chunk}");
    }
}
