//! Calls in pieces, however a server numbers them.

use chatbot_core::model::{Finish, ModelCall, ModelEvent};

use crate::server::{Script, hear};

fn event(data: &str) -> String {
    format!("data: {data}\n\n")
}

fn call(id: &str, name: &str, arguments: &str) -> ModelCall {
    ModelCall { id: id.into(), name: name.into(), arguments: arguments.into() }
}

/// Pieces, and the calls that they make.
type Case = (&'static [&'static str], Vec<ModelCall>);

fn one(arguments: &str) -> Vec<ModelCall> {
    vec![call("i", "f", arguments)]
}

fn numbered() -> Vec<Case> {
    vec![
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
        (&[r#"[{"index":0,"id":"i","function":{"name":"f","arguments":null}}]"#], one("")),
        (&[r#"[{"index":0,"id":"i","function":{"name":"f"}}]"#], one("")),
        (
            &[r#"[{"index":0,"id":null,"function":{"name":"f","arguments":"{}"}}]"#],
            vec![call("call_0", "f", "{}")],
        ),
    ]
}

fn oddly_numbered() -> Vec<Case> {
    vec![
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
                r#"[{"index":0,"id":"i","function":{"arguments":"{"}}]"#,
                r#"[{"index":0,"function":{"name":"f"}}]"#,
                r#"[{"index":0,"id":"","function":{"name":"","arguments":"}"}}]"#,
            ],
            one("{}"),
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
    ]
}

/// The same two in every way.
fn side_by_side() -> Vec<Case> {
    let ways: [&'static [&'static str]; 4] = [
        &[
            r#"[{"index":0,"id":"i","function":{"name":"f"}},{"index":1,"id":"j","function":{"name":"g"}}]"#,
            r#"[{"index":1,"function":{"arguments":"{2}"}}]"#,
            r#"[{"index":0,"function":{"arguments":"{1}"}}]"#,
        ],
        &[
            r#"[{"id":"i","function":{"name":"f","arguments":"{1}"}},{"id":"j","function":{"name":"g","arguments":"{2}"}}]"#,
        ],
        &[
            r#"[{"index":0,"id":"i","function":{"name":"f","arguments":"{1}"}}]"#,
            r#"[{"index":0,"id":"j","function":{"name":"g","arguments":"{2}"}}]"#,
        ],
        &[
            r#"[{"id":"i","function":{"name":"f","arguments":"{1}"}}]"#,
            r#"[{"id":"j","function":{"name":"g","arguments":"{2}"}}]"#,
        ],
    ];
    ways.map(|way| (way, vec![call("i", "f", "{1}"), call("j", "g", "{2}")])).into()
}

#[tokio::test]
async fn calls_are_put_together_however_they_are_numbered() {
    for (pieces, expected) in [numbered(), oddly_numbered(), side_by_side()].concat() {
        let mut body = String::new();
        for piece in pieces {
            body += &event(&format!(r#"{{"choices":[{{"index":0,"delta":{{"tool_calls":{piece}}}}}]}}"#));
        }
        body += &event(r#"{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}"#);
        let (events, fault) = hear(Script::events(&body)).await;
        let mut wanted: Vec<_> = expected.into_iter().map(ModelEvent::Call).collect();
        wanted.push(ModelEvent::Completed { finish: Finish::Done, usage: None });
        assert_eq!((events, fault), (wanted, None), "{pieces:?}");
    }
}

#[tokio::test]
async fn a_reply_cut_inside_a_call_says_so_and_what_was_called() {
    for (arguments, kept) in [(r#"{\"a\":1}"#, 1), (r#"{\"a\""#, 1), ("", 1)] {
        let call = format!(r#"{{"index":0,"id":"i","function":{{"name":"f","arguments":"{arguments}"}}}}"#);
        for (reason, finish) in [("length", Finish::Length), ("content_filter", Finish::Filtered)] {
            let chunk = format!(
                r#"{{"choices":[{{"delta":{{"tool_calls":[{call}]}},"finish_reason":"{reason}"}}]}}"#
            );
            let (events, _) = hear(Script::events(&event(&chunk))).await;
            assert_eq!(events.len(), kept + 1, "{arguments}");
            assert_eq!(events[kept], ModelEvent::Completed { finish, usage: None });
        }
    }
}
