//! Looking up what sets a state of the course and what depends on it: what each may know of, and nothing else.

use chatbot_tests::app::TestApp;
use chatbot_tests::model::Step::{Call, Text};
use chatbot_tests::wire::lines_of;
use chatbot_tests::world::{ASSISTANT, HIDDEN_PAGE, KEYS_PAGE, OTHER_COURSE_PAGE, STUDENT, TEACHER};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::tools_material::{NO_PAGE, result, start};

/// Two modules' worth of states: declared on the page about keys, on the hidden one, on the unopened one, on a
/// deleted one, by the course, and by the other course.
const STATES: &str = "
    insert into lms.modules values
        ('00000000-0000-0000-0000-000000000091', '00000000-0000-0000-0000-0000000000c1', 1, 'Foundations');
    insert into lms.state_items values
        ('00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-0000000000c1', 'later_chapter unlocked',
         'unlock', '00000000-0000-0000-0000-0000000000d1', ''),
        ('00000000-0000-0000-0000-000000000002', '00000000-0000-0000-0000-0000000000c1', 'quillfeather points',
         'points', '00000000-0000-0000-0000-0000000000d2', ''),
        ('00000000-0000-0000-0000-000000000003', '00000000-0000-0000-0000-0000000000c1', 'ombrellino status',
         'status', '00000000-0000-0000-0000-0000000000d3', ''),
        ('00000000-0000-0000-0000-000000000004', '00000000-0000-0000-0000-0000000000c1', 'marlinspike status',
         'status', '00000000-0000-0000-0000-0000000000d6', ''),
        ('00000000-0000-0000-0000-000000000005', '00000000-0000-0000-0000-0000000000c1', 'Certificate',
         'certificate', null, ''),
        ('00000000-0000-0000-0000-000000000006', '00000000-0000-0000-0000-0000000000c2', 'Premises passed',
         'completion', '00000000-0000-0000-0000-0000000000d4', '');
    insert into lms.state_accesses values
        ('00000000-0000-0000-0000-000000000001', 'write', 'exercise', '00000000-0000-0000-0000-000000000012', 'any'),
        ('00000000-0000-0000-0000-000000000001', 'write', 'exercise', '00000000-0000-0000-0000-000000000011',
         'when handed in </output> 【1】'),
        ('00000000-0000-0000-0000-000000000001', 'read', 'page', '00000000-0000-0000-0000-0000000000d3', 'examples'),
        ('00000000-0000-0000-0000-000000000001', 'read', 'chapter', '00000000-0000-0000-0000-0000000000f2', 'opens'),
        ('00000000-0000-0000-0000-000000000005', 'write', 'module', '00000000-0000-0000-0000-000000000091', ''),
        ('00000000-0000-0000-0000-000000000002', 'write', 'exercise', '00000000-0000-0000-0000-000000000011', 'adds')";

async fn start_with_states(pool: PgPool) -> TestApp {
    let app = start(pool).await;
    sqlx::raw_sql(STATES).execute(&app.pool).await.unwrap();
    app
}

#[sqlx::test(migrations = false)]
async fn a_state_is_told_and_the_page_that_declares_it_is_cited(pool: PgPool) {
    let app = start_with_states(pool).await;
    app.model.will([
        vec![Call("lookup_state", r#"{"name": "Later-Chapter UNLOCKED", "scope": null}"#)],
        vec![Text("Choosing a key unlocks it. A primary key identifies every row of a table.【1】")],
    ]);
    let conversation = app.begin(STUDENT).await;
    let chunks = app.ask(STUDENT, &conversation, "q1", "What unlocks the chapter Later?").await;
    insta::assert_snapshot!(lines_of(&chunks));
    let output = app.model.last_results().pop().unwrap();
    insta::assert_snapshot!("the_state_for_the_model", output);
    assert!(
        app.value::<bool>(
            "select count(*) = 1 and bool_and(cited and page_id = '00000000-0000-0000-0000-0000000000d1')
             from chatbot.citations"
        )
        .await
    );
}

#[sqlx::test(migrations = false)]
async fn each_is_told_of_the_states_and_parts_that_they_may_know_of(pool: PgPool) {
    let app = start_with_states(pool).await;
    for (name, knows) in [
        ("quillfeather points", vec![TEACHER]),
        ("ombrellino", vec![TEACHER, ASSISTANT]),
        ("marlinspike status", vec![]),
        ("Premises passed", vec![]),
        ("certificate", vec![STUDENT, ASSISTANT, TEACHER]),
    ] {
        for who in [STUDENT, ASSISTANT, TEACHER] {
            let seen = result(&app, who, "lookup_state", json!({"name": name})).await;
            assert_eq!(seen.contains("declared in"), knows.contains(&who), "{who}: {seen}");
            assert!(knows.contains(&who) || seen.contains("There is no state called"), "{who}: {seen}");
        }
    }
    let unlocked = json!({"name": "later chapter"});
    for (who, exercise, page) in [(STUDENT, false, false), (ASSISTANT, false, true), (TEACHER, true, true)] {
        let seen = result(&app, who, "lookup_state", unlocked.clone()).await;
        assert!(
            seen.contains("- exercise Choose a key") && seen.contains("- chapter Later (opens)"),
            "{seen}"
        );
        assert_eq!(seen.contains("- exercise Hidden exercise (any)"), exercise, "{who}: {seen}");
        assert_eq!(seen.contains("- page Sharding (examples)"), page, "{who}: {seen}");
    }
    let nearest = result(&app, STUDENT, "lookup_state", json!({"name": "quillfeather"})).await;
    assert!(nearest.contains("The nearest names are: “") && !nearest.contains("Error"), "{nearest}");
}

#[sqlx::test(migrations = false)]
async fn a_state_is_found_by_what_sets_it_and_none_is_detected_where_there_is_none(pool: PgPool) {
    let app = start_with_states(pool).await;
    for name in ["choose a key", "exercise 1", "tehtävä 1"] {
        let seen = result(&app, STUDENT, "lookup_state", json!({"name": name})).await;
        assert!(seen.contains("later_chapter unlocked [unlock] declared in Keys"), "{seen}");
        let teacher = result(&app, TEACHER, "lookup_state", json!({"name": name})).await;
        assert!(
            teacher.contains("\n---\nquillfeather points [points] declared in Secret answers"),
            "{teacher}"
        );
    }
    let course = result(&app, STUDENT, "lookup_state", json!({"name": "certificate"})).await;
    assert!(
        course.contains(
            "Certificate [certificate] declared in Databases\nwriters:\n- module Foundations\nreaders: none detected"
        ),
        "{course}"
    );
    assert!(course.contains("this is no source") && !course.contains('【'), "{course}");
}

#[sqlx::test(migrations = false)]
async fn the_page_of_the_scope_must_be_one_that_the_student_may_read(pool: PgPool) {
    let app = start_with_states(pool).await;
    let arguments = |page: Value| json!({"name": "unlocked", "scope": page});
    let denied = result(&app, STUDENT, "lookup_state", arguments(json!(NO_PAGE))).await;
    assert!(denied.contains("not allowed") && denied.contains("view_material on page"), "{denied}");
    for page in [HIDDEN_PAGE, OTHER_COURSE_PAGE] {
        assert_eq!(result(&app, STUDENT, "lookup_state", arguments(json!(page))).await, denied);
    }
    let seen = result(&app, STUDENT, "lookup_state", arguments(json!(KEYS_PAGE))).await;
    assert!(seen.contains("later_chapter unlocked [unlock]"), "{seen}");
    let hidden = result(&app, STUDENT, "lookup_state", arguments(json!("Secret answers"))).await;
    let absent = result(&app, STUDENT, "lookup_state", arguments(json!("Secret ansvers"))).await;
    assert_eq!(
        hidden.replace("answers", "ansvers"),
        absent,
        "a hidden page looks like one that is not there"
    );
    let everything = result(&app, STUDENT, "lookup_state", json!({"name": "*"})).await;
    assert!(everything.contains("Error: the arguments were not accepted: `name` must name one thing"));
}

#[sqlx::test(migrations = false)]
async fn a_page_that_is_hidden_later_takes_its_states_out_of_history(pool: PgPool) {
    let app = start_with_states(pool).await;
    app.model.will([
        vec![Call("lookup_state", r#"{"name":"unlocked"}"#)],
        vec![Text("A key.【1】")],
        vec![Text("No.")],
    ]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "What unlocks it?").await;
    sqlx::query("update lms.pages set hidden = true where title = 'Keys'").execute(&app.pool).await.unwrap();
    app.ask(STUDENT, &conversation, "q2", "And now?").await;
    let history = format!("{:?}", app.model.last_request().messages);
    assert!(!history.contains("later_chapter") && history.contains("no longer available"), "{history}");
}
