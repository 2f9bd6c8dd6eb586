//! Questions that only make sense after what was said before.

use chatbot_core::model::{ModelMessage, ModelRequest};

use crate::asking::{found, request, say, user, with_results};

const LIST: (u32, &str, &str) =
    (1, "Lists", "A list is a sequence that can be changed. Lists are written in square brackets.");
const TUPLE: (u32, &str, &str) = (
    2,
    "Tuples",
    "A tuple is a sequence that cannot be changed. Tuples are used because they can be keys of a dictionary.",
);

/// Asks, lets every search find both pages, and keeps the answer; gives the searches and the answer.
async fn ask(asked: &mut ModelRequest, question: &str) -> (Vec<String>, String) {
    asked.messages.push(user(question));
    let (_, calls, _) = say(asked.clone()).await;
    let queries = calls.iter().map(|call| {
        let arguments: serde_json::Value = serde_json::from_str(&call.arguments).unwrap();
        arguments["query"].as_str().unwrap().to_owned()
    });
    let queries = queries.collect();
    let outputs = vec![found(&[LIST, TUPLE]); calls.len()];
    *asked = with_results(asked.clone(), &outputs).await;
    let (text, _, _) = say(asked.clone()).await;
    asked.messages.push(ModelMessage::Assistant { text: text.clone(), calls: Vec::new() });
    (queries, text)
}

#[tokio::test]
async fn a_conversation_goes_on_with_short_questions() {
    let mut asked = request(Vec::new());
    ask(&mut asked, "What is the difference between a list and a tuple?").await;
    for (question, query, says) in [
        ("and in the second case?", "tuple", "A tuple is a sequence that cannot be changed.【2】"),
        ("And the other one?", "list", "A list is a sequence that can be changed.【1】"),
        ("And the second one?", "tuple", "A tuple is a sequence that cannot be changed.【2】"),
    ] {
        let (queries, text) = ask(&mut asked, question).await;
        assert_eq!(queries, [query], "{question}");
        assert!(text.starts_with(says), "{question}: {text}");
    }
}

#[tokio::test]
async fn a_conversation_in_finnish_does_too() {
    let mut asked = ModelRequest { language: "fi".into(), ..request(Vec::new()) };
    ask(&mut asked, "Mitä eroa on listalla ja monikolla?").await;
    let (queries, _) = ask(&mut asked, "ja toisessa tapauksessa?").await;
    assert_eq!(queries, ["monikolla"]);
    let (queries, _) = ask(&mut asked, "miksi?").await;
    assert!(queries[0].contains("monikolla"), "{queries:?}");
}

#[tokio::test]
async fn why_asks_for_the_reason_of_what_was_asked_last() {
    let mut asked = request(Vec::new());
    ask(&mut asked, "What are tuples used for?").await;
    let (queries, text) = ask(&mut asked, "why?").await;
    assert_eq!(queries, ["tuples"]);
    assert!(text.contains("because they can be keys"), "{text}");
}
