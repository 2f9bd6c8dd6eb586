//! The demo courses, asked of the offline model with the real tools: what they suggest to ask, what stands in them
//! and what does not.

use std::time::Duration as Pace;

use actix_web::http::Method;
use chatbot_provider::{Catalogue, CatalogueSettings};
use serde_json::json;

use super::*;
use crate::default_chatbot;
use crate::serve::Chatbot;
use crate::serve::chatbot::{self, PREFIX};
use crate::system::SystemIds;

const STUDENT: &str = "student@example.org";

/// The demo with its chatbots, and a model that does not pause between words.
pub(super) struct Asking {
    pub(super) lms: TestLms,
    pub(super) chatbot: Data<Chatbot>,
}

impl Asking {
    pub(super) async fn start(pool: PgPool) -> Self {
        Self::around(TestLms::start(pool).await).await
    }

    pub(super) async fn around(lms: TestLms) -> Self {
        let quick = CatalogueSettings { offline_pace: Some(Pace::ZERO), ..CatalogueSettings::default() };
        Self::with(lms, Catalogue::new(&quick).unwrap()).await
    }

    pub(super) async fn with(lms: TestLms, models: Catalogue) -> Self {
        let mut db = lms.pool.acquire().await.unwrap();
        default_chatbot::make_ready(&mut db, &SystemClock, &SystemIds, &mut |_| {}).await.unwrap();
        drop(db);
        let (clock, ids) = (Arc::new(SystemClock), Arc::new(SystemIds));
        let chatbot =
            Chatbot::build_with(Arc::new(models), &lms.settings, &lms.pool, clock, ids).await.unwrap();
        Self { lms, chatbot: Data::new(chatbot) }
    }

    pub(super) async fn request(&self, method: Method, path: &str, body: Option<Value>) -> Answer {
        let mounted = self.chatbot.clone();
        let configured = with_mounted(self.lms.state.clone(), move |config| chatbot::mount(config, &mounted));
        let app = init_service(App::new().configure(configured)).await;
        let user = UserId(demo::person_id(STUDENT));
        let token = self.lms.state.tokens.issue(user, self.lms.clock.now()).unwrap().unwrap();
        let request = TestRequest::with_uri(&format!("{PREFIX}{path}"))
            .method(method)
            .insert_header(("authorization", format!("Bearer {token}")));
        let request = match body {
            Some(body) => request.set_json(body),
            None => request,
        };
        let response = call_service(&app, request.to_request()).await;
        let (status, headers) = (response.status(), response.headers().clone());
        let body = String::from_utf8(read_body(response).await.to_vec()).unwrap();
        Answer { status, headers, body }
    }

    /// The course's chatbot: its id, and what it suggests to ask.
    pub(super) async fn suggested(&self, slug: &str) -> (String, Vec<String>) {
        let path = format!("/courses/{}/chatbots", demo::course_id(slug));
        let chatbots = self.request(Method::GET, &path, None).await.json();
        let messages = chatbots[0]["suggestedMessages"].as_array().unwrap_or_else(|| panic!("{chatbots}"));
        let messages = messages.iter().map(|message| message.as_str().unwrap().to_owned()).collect();
        (chatbots[0]["id"].as_str().unwrap().to_owned(), messages)
    }

    pub(super) async fn begin(&self, chatbot: &str) -> String {
        let path = format!("/chatbots/{chatbot}/conversations");
        let begun = self.request(Method::POST, &path, Some(json!({}))).await.json();
        begun["id"].as_str().unwrap().to_owned()
    }

    /// The words of the answer to a question.
    pub(super) async fn ask(&self, conversation: &str, question: &str) -> String {
        let message =
            json!({"id": SystemIds.new_id(), "role": "user", "parts": [{"type": "text", "text": question}]});
        let body = json!({"id": conversation, "trigger": "submit-message", "messages": [message]});
        let answer = self.request(Method::POST, "/chat", Some(body)).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let chunks = answer.body.lines().filter_map(|line| line.strip_prefix("data: {"));
        let chunks = chunks.map(|chunk| serde_json::from_str::<Value>(&format!("{{{chunk}")).unwrap());
        let deltas = chunks.filter(|chunk| chunk["type"] == "text-delta");
        deltas.map(|chunk| chunk["delta"].as_str().unwrap().to_owned()).collect()
    }
}

/// What the offline model says when the pages do not hold it, in both languages.
const NOTHING_FOUND: [&str; 2] = ["I did not find an answer", "En löytänyt tähän vastausta"];

fn found(answer: &str) -> bool {
    !answer.is_empty() && NOTHING_FOUND.iter().all(|nothing| !answer.contains(nothing))
}

#[sqlx::test(migrations = false)]
async fn every_suggested_question_of_every_demo_course_is_answered_first_and_later_alike(pool: PgPool) {
    let asking = Asking::start(pool).await;
    for (slug, before, words) in [
        (
            demo::DATABASES,
            "What is a primary key?",
            [
                "Introduction to Databases",
                "SQL",
                "keep data after it has stopped",
                "Relational algebra",
                "not open yet",
            ],
        ),
        (
            demo::CRITICAL_THINKING,
            "What is an argument?",
            [
                "Critical Thinking",
                "recognise an argument",
                "an argument is a quarrel",
                "Judging arguments",
                "chapters",
            ],
        ),
        (
            demo::TIETOKANNAT,
            "Mikä on pääavain?",
            [
                "Tietokantojen perusteet",
                "SQL-kielellä",
                "säilytettävä tietoa",
                "Relaatiomalli",
                "Kurssin luvut",
            ],
        ),
    ] {
        let (chatbot, questions) = asking.suggested(slug).await;
        assert!(!questions.is_empty(), "{slug}");
        let later = asking.begin(&chatbot).await;
        let first = asking.ask(&later, before).await;
        assert!(found(&first), "{first}");
        for question in &questions {
            let alone = asking.begin(&chatbot).await;
            let answer = asking.ask(&alone, question).await;
            assert!(found(&answer), "{question}: {answer}");
            assert_eq!(asking.ask(&later, question).await, answer, "{question}");
        }
        let about = asking.ask(&later, &questions[0]).await;
        assert!(words.iter().all(|words| about.contains(words)), "{about}");
        let progress = asking.ask(&later, &questions[1]).await;
        let expected = ["\n\n**", "\n- ", "Europe/Helsinki", " 22:59"];
        assert!(
            expected.iter().all(|part| progress.contains(part)) && !progress.contains("UTC"),
            "{progress}"
        );
    }
}

/// Of a course: what it tells of, with a word of the answer, and what it does not.
type Questions = (&'static str, [(&'static str, &'static str); 6], [&'static str; 9]);

const IN_AND_NOT_IN: [Questions; 2] = [
    (
        demo::DATABASES,
        [
            ("What is a primary key?", "candidate key"),
            ("What is a hash join?", "hash function"),
            ("What are deadlocks?", "wait for each other"),
            ("What does ACID mean?", "atomicity"),
            ("What is the normalisation of a table?", "splitting tables"),
            ("What is a lost update?", "lost update"),
        ],
        [
            "What is a quantum key?",
            "What is a skeleton key?",
            "What is a recursive database transaction?",
            "What is a transistor?",
            "What is a blockchain?",
            "What is a bloom filter?",
            "What is a stored procedure?",
            "What is an indent?",
            "Explain photosynthesis",
        ],
    ),
    (
        demo::TIETOKANNAT,
        [
            ("Mikä on pääavain?", "avainehdokas"),
            ("Mikä on avain?", "sääntö"),
            ("Mitä tarkoittaa toisteisuus?", "useaan paikkaan"),
            ("Mikä on menetetty päivitys?", "tallennus pyyhkii"),
            ("Mikä on viiteavain?", "viittaavat"),
            ("Mikä on transaktio?", "yhtenä kokonaisuutena"),
        ],
        [
            "Mikä on perusavain?",
            "Mikä on perustaulu?",
            "Mikä on kvanttiavain?",
            "Mikä on näkymä?",
            "Mikä on tietosuoja?",
            "Mikä on tietorakenne?",
            "Mikä on transistori?",
            "Mikä on lohkoketju?",
            "Mitä on fotosynteesi?",
        ],
    ),
];

#[sqlx::test(migrations = false)]
async fn what_is_not_in_the_course_is_not_answered_with_words_that_look_alike(pool: PgPool) {
    let asking = Asking::start(pool).await;
    for (slug, there, not_there) in IN_AND_NOT_IN {
        let (chatbot, _) = asking.suggested(slug).await;
        let mut wrong: Vec<String> = Vec::new();
        for (question, words) in there {
            let answer = asking.ask(&asking.begin(&chatbot).await, question).await;
            if !answer.contains(words) {
                wrong.push(format!("{question}\n  {answer}"));
            }
        }
        for question in not_there {
            let answer = asking.ask(&asking.begin(&chatbot).await, question).await;
            if found(&answer) {
                wrong.push(format!("{question}\n  {answer}"));
            }
        }
        assert!(wrong.is_empty(), "{slug}:\n{}", wrong.join("\n"));
    }
}
