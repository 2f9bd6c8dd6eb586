//! What the guide for operators says fits the tables.

use chatbot_tests::app::TestApp;
use chatbot_tests::model::Step::{Call, Text};
use chatbot_tests::world::STUDENT;
use sqlx::{AssertSqlSafe, PgPool};

const GUIDE: &str = include_str!("../../docs/operations.md");

#[sqlx::test(migrations = false)]
async fn every_question_of_the_guide_is_one_that_the_database_answers(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([
        vec![Call("course_material_search", r#"{"query":"primary key"}"#)],
        vec![Call("nothing_like_this", "{}")],
        vec![Text("A key.")],
    ]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "Keys?").await;
    let questions: Vec<&str> =
        GUIDE.split("```sql\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(questions.len() >= 8, "{}", questions.len());
    for question in questions {
        let asked = sqlx::query(AssertSqlSafe(question.to_owned())).fetch_all(&app.pool).await;
        assert!(asked.is_ok(), "{question}\n{}", asked.unwrap_err());
        let planned = sqlx::query(AssertSqlSafe(format!("explain {question}"))).fetch_all(&app.pool).await;
        assert!(!planned.unwrap().is_empty(), "{question}");
    }
}

#[test]
fn the_guide_names_every_measure_and_no_other() {
    let measures = include_str!("../../services/engine/src/measures.rs");
    let names: Vec<&str> = measures.split('"').filter(|text| text.starts_with("chatbot_")).collect();
    assert!(names.len() > 15, "{names:?}");
    for name in &names {
        assert!(GUIDE.contains(&format!("`{name}`")), "{name}");
    }
    for told in GUIDE.split('`').filter(|text| text.starts_with("chatbot_") && !text.contains("::")) {
        let name = told.split([' ', '{']).next().unwrap();
        assert!(names.contains(&name), "{told}");
    }
}
