use chatbot_core::ChatbotTurnContext;
use chatbot_core::clock::Clock as _;
use chatbot_protocol::{ChatbotId, ConversationId, CourseId, TurnId, UserId};
use chatbot_store::course_index;
use chatbot_tools::structure::LookupState;
use chatbot_tools::{ApplicationConfiguration, ChatbotTool as _};
use serde_json::json;
use sqlx::PgPool;

use super::*;
use crate::database;
use crate::demo::{DATABASES, TIETOKANNAT, person_id, seed};
use crate::system::SystemClock;

const ALL: [&CourseStates; 2] = [&databases::STATES, &tietokannat::STATES];

async fn seeded(pool: &PgPool) {
    database::migrate(pool).await.unwrap();
    seed(pool, &SystemClock).await.unwrap();
}

/// Rows of a query about a course, as text.
async fn texts(pool: &PgPool, course: &str, query: &'static str) -> Vec<String> {
    sqlx::query_scalar(query).bind(course_id(course)).fetch_all(pool).await.unwrap()
}

/// The page that tells how the course is passed.
async fn page(pool: &PgPool, states: &CourseStates) -> String {
    let address = states.items[0].page.unwrap();
    assert!(states.items.iter().all(|item| item.page == Some(address)));
    sqlx::query_scalar("select body from lms.pages where url_path = $1")
        .bind(format!("/courses/{}/{address}", states.course))
        .fetch_one(pool)
        .await
        .unwrap()
}

#[sqlx::test(migrations = false)]
async fn the_courses_own_pages_name_every_state_module_and_exercise(pool: PgPool) {
    seeded(&pool).await;
    for states in ALL {
        let body = page(&pool, states).await;
        let plain = body.to_lowercase().replace('*', "");
        for name in states.items.iter().map(|item| item.name) {
            assert!(plain.contains(name), "{name}");
        }
        for (title, _) in states.modules {
            assert!(body.contains(title), "{title}");
        }
        let exercises = texts(
            &pool,
            states.course,
            "select '| ' || row_number() over (order by c.position, p.position, e.position) || ' | ' || e.title
                    || ' | ' || c.position || ' | ' || e.max_points || ' |'
             from lms.exercises e join lms.pages p on p.id = e.page_id join lms.chapters c on c.id = p.chapter_id
             where e.course_id = $1 and not p.hidden and p.deleted_at is null",
        );
        for line in exercises.await {
            assert!(body.contains(&line), "{line}");
        }
    }
}

#[sqlx::test(migrations = false)]
async fn the_points_of_modules_are_as_the_pages_count_them(pool: PgPool) {
    seeded(&pool).await;
    for states in ALL {
        let body = page(&pool, states).await;
        let sums = texts(
            &pool,
            states.course,
            "select sum(e.max_points)::text from lms.exercises e
             join lms.pages p on p.id = e.page_id join lms.chapters c on c.id = p.chapter_id
             where e.course_id = $1 and not p.hidden and p.deleted_at is null
             group by c.module_id order by (select m.position from lms.modules m where m.id = c.module_id)",
        );
        let sums = sums.await;
        assert_eq!(sums.len(), states.modules.len(), "every exercise is in a module");
        for sum in sums {
            let told =
                ["There are ", "Pisteitä on "].iter().any(|words| body.contains(&format!("{words}{sum}")));
            assert!(told, "{sum} of {}", states.course);
        }
    }
}

async fn looked_up(pool: &PgPool, course: &str, name: &str) -> LookupState {
    let context = ChatbotTurnContext {
        user_id: UserId(person_id("student@example.org")),
        course_id: CourseId(course_id(course)),
        chatbot_id: ChatbotId(Uuid::nil()),
        conversation_id: ConversationId(Uuid::nil()),
        turn_id: TurnId(Uuid::nil()),
        language: "en".into(),
        page_id: None,
        question: String::new(),
        earlier_questions: Vec::new(),
        last_answer: None,
        now: SystemClock.now(),
        first_source_number: 1,
    };
    let arguments = LookupState::parse_arguments(json!({"name": name}).to_string()).unwrap();
    let mut conn = pool.acquire().await.unwrap();
    let app_config = ApplicationConfiguration::default();
    LookupState::from_db_and_arguments(&mut conn, &app_config, arguments, &context).await.unwrap()
}

#[sqlx::test(migrations = false)]
async fn students_questions_about_states_have_answers(pool: PgPool) {
    seeded(&pool).await;
    let mut conn = pool.acquire().await.unwrap();
    for states in ALL {
        let course = CourseId(course_id(states.course));
        course_index::refresh(&mut conn, course, SystemClock.now(), |_| {}).await.unwrap();
    }
    drop(conn);
    for (course, name, items, line, cited) in [
        (DATABASES, "chapter 3", 1, "- exercise Evaluate conditions with null (handed in", "unlocked"),
        (DATABASES, "exercise 5", 3, "- module Designing and querying (at least 16 of 31", "count towards"),
        (
            DATABASES,
            "certificate",
            1,
            "- module Inside the database system (must be completed",
            "certificate",
        ),
        (DATABASES, "module 1", 2, "- certificate course certificate (required)", "module 1"),
        (
            DATABASES,
            "schema project",
            1,
            "- exercise Bring a table to third normal form (becomes",
            "schema project",
        ),
        (TIETOKANNAT, "luku 3", 1, "- exercise Valitse pääavain (palautettu", "avattu"),
        (
            TIETOKANNAT,
            "tehtävä 5",
            2,
            "- module SQL ja transaktiot käytännössä (suorittamiseen",
            "kurssipisteet",
        ),
        (TIETOKANNAT, "todistus", 1, "- module Relaatiomallin perusteet (on oltava", "Kurssitodistus"),
    ] {
        let found = looked_up(&pool, course, name).await;
        let output = found.output();
        assert_eq!(output.matches(" declared in ").count(), items, "{name}: {output}");
        assert!(output.contains(line), "{name}: {output}");
        let citations = found.citations();
        assert!(citations.iter().any(|citation| citation.snippet.contains(cited)), "{name}: {output}");
    }
}
