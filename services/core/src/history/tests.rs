use super::*;

fn call(id: &str, output: Option<&str>) -> PastCall {
    PastCall { wire_id: id.into(), name: "t".into(), arguments: "{}".into(), output: output.map(Into::into) }
}

fn turn(question: &str, rounds: Vec<PastRound>) -> PastTurn {
    PastTurn { question: question.into(), rounds }
}

/// Of each result the id of its call, and what it says.
fn results(history: &History) -> Vec<(&str, &str)> {
    let results = history.messages.iter().filter_map(|message| match message {
        ModelMessage::ToolResult { call_id, output } => Some((call_id.as_str(), output.as_str())),
        _ => None,
    });
    results.collect()
}

#[test]
fn every_call_has_exactly_one_result_and_no_reply_is_empty() {
    let rounds = vec![
        PastRound { text: String::new(), calls: vec![call("a", Some("1")), call("a", None)] },
        PastRound { text: "  ".into(), calls: Vec::new() },
    ];
    let history = build("s", &[turn("q", rounds)], 10_000);
    assert_valid(&history.messages);
    assert_eq!(results(&history), [("a", "1"), ("a_1", NO_RESULT)]);
    assert_eq!(history.messages.len(), 5, "{history:?}");
}

#[test]
fn an_id_that_comes_again_is_made_distinct_in_the_whole_history() {
    let round = || PastRound { text: String::new(), calls: vec![call("a", Some("1"))] };
    let history = build("s", &[turn("q", vec![round(), round()]), turn("r", vec![round()])], 10_000);
    assert_eq!(results(&history), [("a", "1"), ("a_1", "1"), ("a_2", "1")]);
}

#[test]
fn a_name_that_no_tool_can_have_is_sent_as_one_that_providers_take() {
    let long = "x".repeat(100);
    for (name, sent) in [
        ("page_lookup", "page_lookup"),
        ("functions.search", "functions_search"),
        ("x\nevent: done", "x_event__done"),
        ("", "_"),
        ("häk", "h_k"),
        (long.as_str(), &long[..64]),
    ] {
        assert_eq!(sendable_name(name), sent);
    }
}

#[test]
fn what_is_stored_wrongly_is_sent_as_providers_take_it() {
    for (stored, sent) in [
        (r#"{"query":"key"}"#, r#"{"query":"key"}"#),
        ("", "{}"),
        ("null", "{}"),
        ("[1]", "{}"),
        (r#"{"query":"#, "{}"),
        (r#"{"query":"\ud83d"}"#, "{}"),
    ] {
        assert_eq!(sendable_arguments(stored), sent, "{stored}");
    }
    let history = build("s", &[turn(" \n", Vec::new()), turn("q", Vec::new())], 10_000);
    assert_eq!(history.messages[1], ModelMessage::User(NOT_READABLE.to_owned()));
}

#[test]
fn a_question_never_follows_a_question_or_a_result() {
    let called = PastRound { text: String::new(), calls: vec![call("a", Some("1"))] };
    let turns = [turn("one", Vec::new()), turn("two", vec![called.clone()]), turn("three", vec![called])];
    let history = build("s", &turns, 10_000);
    for pair in history.messages.windows(2) {
        let [before, ModelMessage::User(_)] = pair else { continue };
        assert!(matches!(before, ModelMessage::System(_) | ModelMessage::Assistant { .. }), "{before:?}");
    }
    assert!(
        matches!(history.messages.last(), Some(ModelMessage::ToolResult { .. })),
        "the running turn is as it is"
    );
}

#[test]
fn a_long_history_loses_its_oldest_turns_and_never_the_last() {
    let long = "x".repeat(3_000);
    let turns = [turn(&long, Vec::new()), turn(&long, Vec::new()), turn("last", Vec::new())];
    let history = build("system", &turns, 1_200);
    assert!(history.shortened);
    assert_eq!(history.messages.len(), 4);
    let history = build("system", &turns[..1], 10);
    assert!(!history.shortened);
    assert_eq!(history.messages.len(), 2);
}

#[test]
fn a_history_is_cut_between_turns_and_never_between_a_call_and_its_results() {
    let rows = "row ".repeat(300);
    let parallel =
        || PastRound { text: String::new(), calls: vec![call("a", Some(&rows)), call("b", Some(&rows))] };
    let said = |text: &str| PastRound { text: text.into(), calls: Vec::new() };
    let turns = [
        turn("first", vec![parallel(), said("One.")]),
        turn("second", vec![parallel(), said("Two.")]),
        turn("last", vec![parallel()]),
    ];
    // Each room that cuts somewhere: before, within and after every call and result.
    for room in (0..3_000).step_by(7) {
        let history = build("system", &turns, room);
        assert_valid(&history.messages);
        assert_eq!(history.messages[0], ModelMessage::System("system".into()));
        assert!(history.messages.contains(&ModelMessage::User("last".into())), "{room}: the question stays");
        let questions = history.messages.iter().filter(|message| matches!(message, ModelMessage::User(_)));
        assert_eq!(history.shortened, questions.count() < turns.len(), "{room}");
    }
}

/// Each call has its results right behind it, in order, and nothing else has.
fn assert_valid(messages: &[ModelMessage]) {
    let mut waiting: Vec<String> = Vec::new();
    for message in messages {
        match message {
            ModelMessage::ToolResult { call_id, .. } => {
                assert!(!waiting.is_empty() && waiting.remove(0) == *call_id, "{messages:?}");
            }
            _ => assert!(waiting.is_empty(), "{messages:?}"),
        }
        if let ModelMessage::Assistant { calls, .. } = message {
            waiting = calls.iter().map(|call| call.id.clone()).collect();
        }
    }
    assert!(waiting.is_empty(), "{messages:?}");
}

#[test]
fn a_running_turn_that_is_too_long_has_its_oldest_results_shortened_first() {
    let source = |number: u32| crate::fence::source(number, "Keys", "", &"ä key ".repeat(2_000));
    let result = |number| crate::fence::tool_result(&source(number), Some("Cite."));
    let round = |id, number| PastRound { text: String::new(), calls: vec![call(id, Some(&result(number)))] };
    let turns = [turn("before", Vec::new()), turn("last", vec![round("a", 1), round("b", 2)])];
    let history = build("system", &turns, 7_000);
    assert!(history.shortened, "earlier turns go first");
    let [(_, first), (_, second)] = results(&history)[..] else { panic!("{history:?}") };
    assert!(first.contains("[shortened: ") && first.len() < result(1).len(), "{first}");
    assert!(first.starts_with("<output>\n<source marker=\"【1】\""), "{first}");
    let (shown, rest) = first.split_once("\n[shortened").unwrap();
    assert!(shown.ends_with("\n</source>") && rest.ends_with("</instructions>"), "{first}");
    assert_eq!(second, result(2), "no more than is needed");
    assert!(tokens_of_all(&history.messages) <= 7_000);
    let history = build("system", &turns, 1_000);
    assert!(tokens_of_all(&history.messages) <= 1_000, "both, then");
}

#[test]
fn a_result_that_was_true_of_its_own_turn_only_is_asked_for_again() {
    let round = |name: &str, output: Option<&str>| PastRound {
        text: String::new(),
        calls: vec![PastCall { name: name.into(), ..call("a", output) }],
    };
    let asked = || {
        let gone = round("progress", Some(NO_LONGER_AVAILABLE));
        turn("q", vec![round("progress", Some("3 points")), round("search", Some("found")), gone])
    };
    let mut turns = [asked(), asked()];
    expire(&mut turns, |name| name != "progress");
    let outputs = |turn: &PastTurn| -> Vec<String> {
        turn.rounds.iter().filter_map(|round| round.calls[0].output.clone()).collect()
    };
    assert_eq!(outputs(&turns[0]), [CALL_AGAIN, "found", NO_LONGER_AVAILABLE]);
    assert_eq!(
        outputs(&turns[1]),
        ["3 points", "found", NO_LONGER_AVAILABLE],
        "the running turn is as it is"
    );
}
