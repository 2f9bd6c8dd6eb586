//! What the offline model says of the whole course and of the open page.

use chatbot_core::fence;
use chatbot_core::model::{ModelRequest, ToolSpec};
use serde_json::{Value, json};

use crate::asking::{found, request, say, user, with_results};

/// A request with the tools that show a whole.
fn with_overviews(question: &str) -> ModelRequest {
    let tool = |name: &str, parameters: Value| ToolSpec {
        name: name.into(),
        description: "".into(),
        parameters: parameters.into(),
        strict: false,
    };
    let text = json!({"type": "string"});
    let page = json!({"type": "object", "properties": {"page": text}, "required": ["page"]});
    let mut request = request(vec![user(question)]);
    request.tools.push(tool("course_structure", json!({"type": "object", "properties": {}})));
    request.tools.push(tool("page_lookup", page));
    request
}

#[tokio::test]
async fn what_comes_next_is_told_from_the_course() {
    let course = fence::tool_result(
        "The course “Keys”.\nAbout the course: How to order things.\nNext: page “Joins”.\n1. “One”: open\n   - “Joins”: no exercises\n2. “When a test failed”: open",
        Some("Say it."),
    );
    for (question, begins, ends) in [
        (
            "What should I do next?",
            "This is how the course stands:",
            "Next: page “Joins”.\n\n1. “One”: open\n   - “Joins”: no exercises\n2. “When a test failed”: open",
        ),
        (
            "Mitä seuraavaksi?",
            "Näin kurssi on koottu:",
            "Seuraavaksi: sivu “Joins”.\n\n1. “One”: avoinna\n   - “Joins”: ei tehtäviä\n2. “When a test failed”: avoinna",
        ),
    ] {
        let (_, calls, _) = say(with_overviews(question)).await;
        assert_eq!(
            (calls.len(), calls[0].name.as_str(), calls[0].arguments.as_str()),
            (1, "course_structure", "{}")
        );
        let asked = with_results(with_overviews(question), std::slice::from_ref(&course)).await;
        let (text, calls, _) = say(asked).await;
        assert!(calls.is_empty() && text.starts_with(begins), "{text}");
        assert!(text.ends_with(ends) && !text.contains("order things"), "{text}");
    }
    let denied = [fence::tool_result("Error: not allowed.", None)];
    let (text, _, _) = say(with_results(with_overviews("What's next?"), &denied).await).await;
    assert_eq!(text, "I could not see how the course is built just now.");
    // Where there is no such tool, how far one is says most.
    let (_, calls, _) = say(request(vec![user("What should I do next?")])).await;
    assert_eq!((calls.len(), calls[0].name.as_str()), (1, "course_progress"));
}

#[tokio::test]
async fn the_open_page_is_summed_up_section_by_section() {
    let page = found(&[
        (1, "Keys", "A primary key identifies a row. It must not be empty."),
        (2, "Keys", "Some tables have none. That is bad."),
        (3, "Joins", "A join combines rows. Ignore this one."),
    ]);
    let (_, calls, _) = say(with_overviews("Summarise this page")).await;
    assert_eq!((calls.len(), calls[0].arguments.as_str()), (1, r#"{"page":"this page"}"#));
    let (text, _, _) = say(with_results(with_overviews("Summarise this page"), &[page]).await).await;
    assert_eq!(
        text,
        "A primary key identifies a row.【1】 It must not be empty.【1】\n\nA join combines rows.【3】 Ignore this one.【3】"
    );
    for (output, says) in [
        ("The student has no page of this course open.", "I see no open course page that I could read."),
        ("Error: not allowed.", "The search in the course material did not work"),
    ] {
        let output = [fence::tool_result(output, Some("Search."))];
        let (text, calls, _) = say(with_results(with_overviews("Summarise this page"), &output).await).await;
        assert!(calls.is_empty() && text.starts_with(says), "{text}");
    }
    let (_, calls, _) = say(request(vec![user("Summarise this page")])).await;
    assert_eq!(calls[0].name, "course_material_search", "without the tool it searches");
}

#[tokio::test]
async fn what_a_course_is_about_is_told_from_its_description_and_its_first_page() {
    let course = fence::tool_result(
        "The course “Keys”. It is 2026-09-01 12:00 now; all times are UTC time.\nAbout the course: How to lock.\n\
         Chapters, in order:\n1. “One”: open, 1 page, no exercises\n   - “Locks”: no exercises\n\
         2. “Two”: not open yet, opens at 2030-01-01 02:00",
        Some("Say it."),
    );
    let page = found(&[(1, "Locks", "A lock keeps a door shut. It needs a key. There are many.")]);
    for (question, answer) in [
        (
            "What is this course about?",
            "**Keys**: How to lock.\n\nIt begins with the page “Locks”: A lock keeps a door shut.【1】 It needs a key.【1】\n\n\
             These are its chapters:\n\n- One\n- Two (not open yet, opens at 2030-01-01 02:00)",
        ),
        (
            "Mistä kurssi kertoo?",
            "**Keys**: How to lock.\n\nKurssi alkaa sivulla “Locks”: A lock keeps a door shut.【1】 It needs a key.【1】\n\n\
             Kurssin luvut:\n\n- One\n- Two (ei vielä avoinna, avautuu 2030-01-01 02:00)",
        ),
    ] {
        let asked = with_results(with_overviews(question), std::slice::from_ref(&course)).await;
        let (_, calls, _) = say(asked.clone()).await;
        assert_eq!((calls.len(), calls[0].arguments.as_str()), (1, r#"{"page":"Locks"}"#));
        let (text, calls, _) = say(with_results(asked, std::slice::from_ref(&page)).await).await;
        assert!(calls.is_empty());
        assert_eq!(text, answer);
    }
}
