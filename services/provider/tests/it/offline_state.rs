//! What the offline model says of the states of a course.

use chatbot_core::fence;
use chatbot_core::model::{ModelRequest, ToolSpec};
use serde_json::json;

use crate::asking::{found, request, say, user, with_results};

fn with_states(question: &str) -> ModelRequest {
    let mut request = request(vec![user(question)]);
    request.tools.push(ToolSpec {
        name: "lookup_state".into(),
        description: "".into(),
        parameters: json!({
            "type": "object",
            "properties": {"name": {"type": "string"}, "scope": {"type": ["string", "null"]}},
            "required": ["name"],
        })
        .into(),
        strict: false,
    });
    request
}

fn two_states() -> String {
    let source = fence::source(
        7,
        "Passing",
        "Certificate",
        "The certificate is issued when exercise 5 has been handed in. Exercise 5 counts towards the points.",
    );
    let items = "chapter 3 unlocked [unlock] declared in Passing\nwriters:\n- exercise Join tables (when handed in)\n\
                 readers:\n- chapter Joins (opens)\n---\n\
                 points [points] declared in Databases\nwriters:\n- exercise Join tables (adds points)\n\
                 readers: none detected";
    let output = format!("{items}\n\nWhat the pages say that declare this:\n\n{source}");
    fence::tool_result(&output, Some("Say it."))
}

#[tokio::test]
async fn a_question_about_a_state_is_looked_up_and_searched() {
    for (question, arguments) in [
        ("What unlocks chapter 3?", r#"{"name":"chapter 3"}"#),
        ("What does exercise 5 count towards?", r#"{"name":"exercise 5"}"#),
        ("What do I need for the certificate?", r#"{"name":"certificate"}"#),
        ("Mikä avaa luvun 3?", r#"{"name":"luku 3"}"#),
        ("Mihin tehtävä 5 vaikuttaa?", r#"{"name":"tehtävä 5"}"#),
        ("Mitä tarvitsen todistukseen?", r#"{"name":"todistus"}"#),
    ] {
        let (_, calls, _) = say(with_states(question)).await;
        let called: Vec<_> = calls.iter().map(|call| call.name.as_str()).collect();
        assert_eq!(called, ["lookup_state", "course_material_search"], "{question}");
        assert_eq!(calls[0].arguments, arguments);
        let (_, calls, _) = say(request(vec![user(question)])).await;
        assert_eq!(calls[0].name, "course_material_search", "without the tool it searches");
    }
}

#[tokio::test]
async fn states_are_told_and_then_what_the_pages_say() {
    let results = [two_states(), fence::tool_result("Nothing found.", None)];
    let asked = with_results(with_states("What does exercise 5 count towards?"), &results).await;
    let (text, calls, _) = say(asked).await;
    assert!(calls.is_empty());
    assert!(
        text.starts_with(
            "**chapter 3 unlocked**\n\nSet by:\n- exercise Join tables (when handed in)\n\n\
             Needed by:\n- chapter Joins (opens)\n\n**points**\n\nSet by:\n- exercise Join tables (adds points)\n\n"
        ),
        "{text}"
    );
    assert!(text.contains("Exercise 5 counts towards the points.【7】"), "{text}");
    let asked = with_results(with_states("Mihin tehtävä 5 vaikuttaa?"), &results).await;
    let (text, _, _) = say(asked).await;
    assert!(text.contains("Siihen vaikuttaa:\n- tehtävä Join tables"), "{text}");
}

#[tokio::test]
async fn where_no_state_is_known_the_pages_answer() {
    let missing =
        fence::tool_result("There is no state called “chapter 3” that the student can know of.", None);
    let page = found(&[(101, "Unlocking", "Exercise 2 unlocks chapter 3.")]);
    let asked = with_results(with_states("What unlocks chapter 3?"), &[missing.clone(), page]).await;
    let (text, _, _) = say(asked).await;
    assert_eq!(text, "Exercise 2 unlocks chapter 3.【101】");
    let error = fence::tool_result("Error: the arguments were not accepted: `name`", None);
    for output in [missing, error] {
        let nothing = fence::tool_result("Nothing found.", None);
        let asked = with_results(with_states("What unlocks chapter 3?"), &[output, nothing]).await;
        let (_, calls, _) = say(asked).await;
        assert_eq!(calls.len(), 1, "it searches once more");
    }
}
