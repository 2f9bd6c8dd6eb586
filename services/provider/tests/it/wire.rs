//! One odd chunk between good ones: what a tolerant reader makes of it.

use chatbot_core::model::{Finish, ModelCall, ModelEvent, ModelFault};
use chatbot_protocol::data_part::Usage;

use crate::server::{Script, hear, text};

const GOOD: &str = r#"{"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"a"},"finish_reason":null}]}"#;
const STOP: &str = r#"{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#;

fn event(data: &str) -> String {
    format!("data: {data}\n\n")
}

/// `a`, the odd bytes, `a`, a finish reason.
fn around(odd: &str) -> Script {
    Script::events(&format!(
        "{}{odd}{}{}data: [DONE]\n\n",
        event(GOOD),
        event(GOOD),
        event(STOP)
    ))
}

#[tokio::test]
async fn odd_chunks_neither_end_nor_spoil_a_reply() {
    let cases = [
        (
            r#"{"x":1,"choices":[{"index":0,"y":[],"delta":{"content":"b","reasoning_content":"think"},"logprobs":[7]}]}"#,
            "aba",
        ),
        (
            r#"{"choices":[{"delta":{"reasoning":"think","reasoning_details":[{"text":"t"}]}}]}"#,
            "aa",
        ),
        (
            r#"{"choices":[{"index":0,"delta":{"role":null,"content":null,"tool_calls":null,"refusal":null}}]}"#,
            "aa",
        ),
        (
            r#"{"choices":[{"index":0,"delta":{"content":"b","tool_calls":[]}}]}"#,
            "aba",
        ),
        (r#"{"choices":[{"index":0,"delta":null}]}"#, "aa"),
        (r#"{"choices":[{"index":0}]}"#, "aa"),
        (r#"{"choices":null}"#, "aa"),
        (
            r#"{"choices":[],"usage":{"prompt_tokens":1,"prompt_tokens_details":null,"cost":"x"}}"#,
            "aa",
        ),
        (r#"{"choices":[{"delta":{"content":"b"}}]}"#, "aba"),
        (
            r#"{"choices":[{"index":"0","delta":{"content":"b"}}]}"#,
            "aba",
        ),
        (
            r#"{"choices":[{"index":1,"delta":{"content":"other choice"}}]}"#,
            "aa",
        ),
        (
            r#"{"id":null,"created":1.5e12,"service_tier":"golden","choices":[{"delta":{"content":"b"}}]}"#,
            "aba",
        ),
        (
            r#"{"choices":[{"delta":{"role":"robot","content":"b"},"finish_reason":""}]}"#,
            "aba",
        ),
        (
            r#"{"choices":[{"delta":{"role":"","content":["b",{"type":"text","text":"c"},{"type":"thinking","thinking":"t"}]}}]}"#,
            "abca",
        ),
        (r#"{"choices":[{"delta":{"content":{"text":"b"}}}]}"#, "aba"),
        (r#"{"choices":[{"delta":{"content":7}}]}"#, "aa"),
        (r#"{"choices":[{"delta":{"refusal":"no"}}]}"#, "anoa"),
        (
            r#"{"choices":[{"delta":{"content":"\u0000b"}}]}"#,
            "a\u{FFFD}ba",
        ),
        (
            r#"{"choices":[{"delta":{"content":"\ud83e\udd80"}}]}"#,
            "a🦀a",
        ),
        (r#"{"choices":[{"delta":{"tool_calls":[null,7]}}]}"#, "aa"),
        (
            r#"{"error":null,"choices":[{"delta":{"content":"b"}}]}"#,
            "aba",
        ),
        ("{}", "aa"),
        ("null", "aa"),
        ("\"ping\"", "aa"),
        ("   ", "aa"),
    ];
    for (odd, expected) in cases {
        let (events, fault) = hear(around(&event(odd))).await;
        assert_eq!((text(&events).as_str(), fault), (expected, None), "{odd}");
        assert!(
            matches!(
                events.last(),
                Some(ModelEvent::Completed {
                    finish: Finish::Done,
                    ..
                })
            ),
            "{odd}"
        );
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
        format!(
            "{}{}data: [DONE]\n\n{}",
            event(GOOD),
            event(STOP),
            event(GOOD)
        ),
        format!("{}{}", event(GOOD), event(STOP).trim_end()),
    ] {
        let (events, fault) = hear(Script::events(&whole)).await;
        assert_eq!((text(&events).as_str(), fault), ("a", None), "{whole}");
    }
}

#[tokio::test]
async fn errors_inside_the_stream_end_it() {
    for (odd, says) in [
        (
            event(r#"{"error":{"message":"overloaded","code":529}}"#),
            "overloaded",
        ),
        (event(r#"{"error":"gone"}"#), "gone"),
        (event(r#"{"error":{"code":7}}"#), r#"{"code":7}"#),
        (
            event(
                r#"{"error":{"message":"up"},"choices":[{"delta":{"content":"x"},"finish_reason":"error"}]}"#,
            ),
            "up",
        ),
        (
            event(r#"{"choices":[{"delta":{},"finish_reason":"error"}]}"#),
            "the reply ended with an error",
        ),
        (
            event(r#"{"object":"error","message":"flat","code":400}"#),
            "flat",
        ),
        (event(r#"{"detail":"bad input"}"#), "bad input"),
        (
            format!(
                "event: error\n{}",
                event(r#"{"error":{"message":"named"}}"#)
            ),
            "named",
        ),
        (
            "event: error\ndata: out of memory\n\n".to_owned(),
            "no further words",
        ),
    ] {
        let (events, fault) = hear(around(&odd)).await;
        assert_eq!(text(&events), "a", "{odd}");
        assert_eq!(
            fault,
            Some(ModelFault::ReportedInStream(says.into())),
            "{odd}"
        );
    }
}

#[tokio::test]
async fn a_reply_without_a_finish_reason_broke_off() {
    for whole in [
        "".to_owned(),
        event(GOOD),
        event(GOOD) + "data: [DONE]\n\n",
        event(GOOD) + "data: not json\n\n",
    ] {
        let (events, fault) = hear(Script::events(&whole)).await;
        assert!(
            matches!(fault, Some(ModelFault::BrokeOff(_))),
            "{whole}: {events:?} {fault:?}"
        );
    }
}

fn call(id: &str, name: &str, arguments: &str) -> ModelCall {
    ModelCall {
        id: id.into(),
        name: name.into(),
        arguments: arguments.into(),
    }
}

#[tokio::test]
async fn calls_are_put_together_however_they_are_numbered() {
    let one = |arguments: &str| vec![call("i", "f", arguments)];
    let two = || vec![call("i", "f", "{1}"), call("j", "g", "{2}")];
    let cases: Vec<(&[&str], Vec<ModelCall>)> = vec![
        (
            &[
                r#"[{"index":0,"id":"i","type":"function","function":{"name":"f","arguments":""}}]"#,
                r#"[{"index":0,"function":{"arguments":"{\"a\""}}]"#,
                r#"[{"index":0,"function":{"arguments":":1}"}}]"#,
            ],
            one(r#"{"a":1}"#),
        ),
        (
            &[
                r#"[{"index":"0","id":"i","type":"","function":{"name":"f","arguments":"{"}}]"#,
                r#"[{"index":"0","function":{"arguments":"}"}}]"#,
            ],
            one("{}"),
        ),
        (
            &[
                r#"[{"id":"i","function":{"name":"f","arguments":"{"}}]"#,
                r#"[{"function":{"arguments":"}"}}]"#,
            ],
            one("{}"),
        ),
        (
            &[
                r#"[{"id":"i","function":{"name":"f","arguments":"{"}}]"#,
                r#"[{"id":"i","function":{"name":"f","arguments":"}"}}]"#,
            ],
            one("{}"),
        ),
        (
            &[r#"[{"index":0,"id":"i","type":null,"function":{"name":"f","arguments":{"a":1}}}]"#],
            one(r#"{"a":1}"#),
        ),
        (
            &[r#"[{"index":0,"id":"i","function":{"name":"f","arguments":null}}]"#],
            one(""),
        ),
        (
            &[r#"[{"index":0,"id":"i","function":{"name":"f"}}]"#],
            one(""),
        ),
        (
            &[r#"[{"index":0,"id":null,"function":{"name":"f","arguments":"{}"}}]"#],
            vec![call("call_0", "f", "{}")],
        ),
        (
            &[r#"[{"index":3,"id":"","function":{"name":"f","arguments":"{}"}}]"#],
            vec![call("call_0", "f", "{}")],
        ),
        (
            &[
                r#"[{"index":0,"function":{"name":"f","arguments":"{}"}},{"index":1,"function":{"name":"f","arguments":"{}"}}]"#,
            ],
            vec![call("call_0", "f", "{}"), call("call_1", "f", "{}")],
        ),
        (
            &[
                r#"[{"index":0,"id":"i","function":{"name":"f"}},{"index":1,"id":"j","function":{"name":"g"}}]"#,
                r#"[{"index":1,"function":{"arguments":"{2}"}}]"#,
                r#"[{"index":0,"function":{"arguments":"{1}"}}]"#,
            ],
            two(),
        ),
        (
            &[
                r#"[{"id":"i","function":{"name":"f","arguments":"{1}"}},{"id":"j","function":{"name":"g","arguments":"{2}"}}]"#,
            ],
            two(),
        ),
        (
            &[
                r#"[{"index":0,"id":"i","function":{"name":"f","arguments":"{1}"}}]"#,
                r#"[{"index":0,"id":"j","function":{"name":"g","arguments":"{2}"}}]"#,
            ],
            two(),
        ),
        (
            &[
                r#"[{"index":0,"id":"i","function":{"name":"f","arguments":"{"}}]"#,
                r#"[{"index":0,"id":"k","function":{"name":"","arguments":"}"}}]"#,
            ],
            one("{}"),
        ),
        (
            &[
                r#"[{"index":0,"id":"i","function":{"name":"f","arguments":"1"}}]"#,
                r#"[{"index":1,"id":"i","function":{"name":"f","arguments":"2"}}]"#,
            ],
            vec![call("i", "f", "1"), call("i", "f", "2")],
        ),
        (
            &[
                r#"[{"index":0,"id":"i","function":{"name":"get_","arguments":""}}]"#,
                r#"[{"index":0,"function":{"name":"it","arguments":"not json"}}]"#,
            ],
            vec![call("i", "get_it", "not json")],
        ),
    ];
    for (pieces, expected) in cases {
        let mut body = String::new();
        for piece in pieces {
            body += &event(&format!(
                r#"{{"choices":[{{"index":0,"delta":{{"tool_calls":{piece}}}}}]}}"#
            ));
        }
        body += &event(r#"{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}"#);
        let (events, fault) = hear(Script::events(&body)).await;
        let mut wanted: Vec<_> = expected.into_iter().map(ModelEvent::Call).collect();
        wanted.push(ModelEvent::Completed {
            finish: Finish::Done,
            usage: None,
        });
        assert_eq!((events, fault), (wanted, None), "{pieces:?}");
    }
}

#[tokio::test]
async fn a_reply_cut_inside_a_call_keeps_only_whole_calls() {
    for (arguments, kept) in [(r#"{\"a\":1}"#, 1), (r#"{\"a\""#, 0), ("", 0)] {
        let call = format!(
            r#"{{"index":0,"id":"i","function":{{"name":"f","arguments":"{arguments}"}}}}"#
        );
        for (reason, finish) in [
            ("length", Finish::Length),
            ("content_filter", Finish::Filtered),
        ] {
            let chunk = format!(
                r#"{{"choices":[{{"delta":{{"tool_calls":[{call}]}},"finish_reason":"{reason}"}}]}}"#
            );
            let (events, _) = hear(Script::events(&event(&chunk))).await;
            assert_eq!(events.len(), kept + 1, "{arguments}");
            assert_eq!(
                events[kept],
                ModelEvent::Completed {
                    finish,
                    usage: None
                }
            );
        }
    }
}

#[tokio::test]
async fn reasons_and_counts_are_read_in_every_vendors_words() {
    let usage = |input_tokens, output_tokens| {
        Some(Usage {
            input_tokens,
            output_tokens,
        })
    };
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
        assert_eq!(
            events,
            [ModelEvent::Completed {
                finish,
                usage: None
            }],
            "{reason}"
        );
    }
    for (chunk, expected) in [
        (
            r#"{"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4,"total_tokens":7}}"#,
            usage(3, 4),
        ),
        (
            r#"{"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4.0}}"#,
            usage(3, 4),
        ),
        (
            r#"{"usage":{"input_tokens":3,"output_tokens":"4"}}"#,
            usage(3, 4),
        ),
        (
            r#"{"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":null}}"#,
            usage(3, 0),
        ),
        (
            r#"{"x_groq":{"usage":{"prompt_tokens":3,"completion_tokens":4}}}"#,
            usage(3, 4),
        ),
        (
            r#"{"usage":{"prompt_tokens":99999999999,"completion_tokens":-4}}"#,
            usage(u32::MAX, 0),
        ),
        (r#"{"choices":[],"usage":null}"#, None),
        (r#"{"choices":[],"usage":"free"}"#, None),
    ] {
        let (events, _) = hear(Script::events(&(event(STOP) + &event(chunk)))).await;
        assert_eq!(
            events,
            [ModelEvent::Completed {
                finish: Finish::Done,
                usage: expected
            }],
            "{chunk}"
        );
    }
}
