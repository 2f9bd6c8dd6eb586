//! Which sentences the offline model chooses, and what it does with a selected text.

use chatbot_core::fence;
use chatbot_core::model::ModelMessage;

use crate::asking::{found, request, say, user, with_results};
use crate::offline::{answer, queries};

#[tokio::test]
async fn what_may_not_be_done_is_answered_by_what_forbids_it() {
    let hooks = found(&[
        (
            1,
            "State",
            "The second time the function is called it calls the useState function and returns the value.",
        ),
        (
            2,
            "Rules",
            "The useState function (like others that are introduced later in this course) must not be called in a loop.",
        ),
    ]);
    let text = answer("Where may I not call useState?", &[hooks]).await;
    assert!(text.starts_with("The useState function (like"), "{text}");
}

#[tokio::test]
async fn the_best_passage_answers_when_its_heading_is_what_was_asked_for() {
    let passage = "This is done with the ternary operator. There are many other ways.";
    let under = |heading| [found(&[(4, heading, passage)])];
    let question = "How can I show something only if a condition is true?";
    let text = answer(question, &under("Conditional rendering")).await;
    assert!(text.contains("【4】"), "{text}");
    let (text, calls, _) = say(with_results(request(vec![user(question)]), &under("Rendering")).await).await;
    assert!(!text.contains("【4】") && calls.len() == 1, "{text}");
}

#[tokio::test]
async fn a_word_is_found_at_the_end_of_a_compound_where_the_language_has_them() {
    let passage =
        found(&[(1, "Kurssitodistus", "Voit ladata kurssitodistuksen sovelluksesta. Muuta ei tarvita.")]);
    let mut asked = request(vec![user("Missä todistus on?")]);
    asked.language = "fi".into();
    let (text, _, _) = say(with_results(asked, &[passage]).await).await;
    assert!(text.starts_with("Voit ladata kurssitodistuksen sovelluksesta.【1】"), "{text}");
}

#[tokio::test]
async fn a_table_stays_a_table_and_keeps_its_head() {
    let scale = "The course is graded on this scale:\n\nPoints | Grade\n90 % | Excellent\n80 % | Very good\n\nMore follows.";
    let text = answer("How is the course graded?", &[found(&[(3, "Scale", scale)])]).await;
    let table =
        "| Points | Grade【3】 |\n| --- | --- |\n| 90 % | Excellent【3】 |\n| 80 % | Very good【3】 |";
    assert_eq!(text, format!("The course is graded on this scale:【3】\n\n{table}"));
    let text = answer("What is excellent?", &[found(&[(3, "Scale", scale)])]).await;
    assert!(text.starts_with("| Points | Grade【3】 |\n| --- | --- |\n| 90 % | Excellent【3】 |"), "{text}");
}

#[tokio::test]
async fn what_the_student_has_selected_is_looked_up_and_explained_not_repeated() {
    let selected = "Every row needs a superkey.";
    let system = format!("You answer.\n\nThe page “Keys” is open. {}", fence::selection(selected));
    let keys = "Tables have rows. Every row needs a superkey. \
        A superkey is a set of columns that tells rows apart. Names are no good choice.";
    for (question, begins) in [
        ("What does this mean?", "A superkey is a set of columns that tells rows apart.【1】"),
        ("Mitä tämä tarkoittaa?", "A superkey is a set of columns that tells rows apart.【1】"),
    ] {
        let asked = request(vec![ModelMessage::System(system.clone()), user(question)]);
        let (_, calls, _) = say(asked.clone()).await;
        let searched = [("course_material_search".to_owned(), "row superkey".to_owned())];
        assert_eq!(queries(&calls), searched, "{question}");
        let (text, _, _) = say(with_results(asked, &[found(&[(1, "Keys", keys)])]).await).await;
        assert!(text.starts_with(begins), "{question}: {text}");
        assert!(!text.contains(selected), "{question}: {text}");
    }
    let only = found(&[(1, "Keys", selected)]);
    let asked = request(vec![ModelMessage::System(system), user("What does this mean?")]);
    let (text, _, _) = say(with_results(asked, &[only]).await).await;
    assert_eq!(
        text,
        format!("{selected}【1】"),
        "where nothing else says anything, the sentence itself does"
    );
}
