//! What teachers see of their courses: numbers of five students or more, and conversations without names.

use chatbot_core::ChatbotConfig;
use chatbot_core::price::ModelPrice;
use chatbot_engine::insights::gather::gather;
use chatbot_protocol::UserId;
use chatbot_protocol::api::CitationPolicy;
use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::model::Step::{Call, Text};
use chatbot_tests::world::{
    ASSISTANT, CHATBOT, COURSE, KEYS_PAGE, OTHER_COURSE, OTHER_TEACHER, STATS_VIEWER, STRANGER, STUDENT,
    TEACHER, config,
};
use chrono::{Duration, TimeZone, Utc};
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

const SEARCH: &str = r#"{"query":"primary key identifies"}"#;
const NOTHING: &str = r#"{"query":"quantum chromodynamics"}"#;

/// A course with many students.
struct Course {
    app: TestApp,
}

impl Course {
    async fn start(pool: PgPool) -> Self {
        Self::start_with(pool, config()).await
    }

    async fn start_with(pool: PgPool, config: ChatbotConfig) -> Self {
        Self::set_up(pool, Setup { config: Some(config), ..Setup::default() }).await
    }

    async fn set_up(pool: PgPool, setup: Setup) -> Self {
        let app = TestApp::start_with(pool, setup).await;
        let people = "insert into lms.users (id, name, email)
             select ('00000000-0000-0000-0000-0000000010' || to_char(n, 'FM00'))::uuid, 'Person Nr' || n, n || '@example.org'
             from generate_series(1, 20) n;
             insert into lms.enrollments
             select ('00000000-0000-0000-0000-0000000010' || to_char(n, 'FM00'))::uuid,
                    '00000000-0000-0000-0000-0000000000c1', '2026-01-01' from generate_series(1, 20) n";
        sqlx::raw_sql(people).execute(&app.pool).await.unwrap();
        Self { app }
    }

    /// The same course, served by an instance with other prices.
    fn under(&self, setup: Setup) -> Self {
        Self { app: self.app.second_instance(setup) }
    }

    /// Somebody asks and is answered by a citation.
    async fn ask(&self, who: UserId, question: &str) -> String {
        self.app.model.will([
            vec![Call("course_material_search", SEARCH)],
            vec![Text("A primary key identifies every row of a table.【1】")],
        ]);
        self.begin_with(who, question).await
    }

    /// Each of so many people asks.
    async fn ask_all(&self, people: u128) {
        for number in 1..=people {
            self.ask(person(number), "What is a key?").await;
        }
    }

    /// Somebody asks what the material does not say.
    async fn ask_in_vain(&self, who: UserId, question: &str) -> String {
        self.app.model.will([
            vec![Call("course_material_search", NOTHING)],
            vec![Text("The course material does not mention this.")],
        ]);
        self.begin_with(who, question).await
    }

    async fn begin_with(&self, who: UserId, question: &str) -> String {
        let conversation = self.app.begin(who).await;
        self.app.ask(who, &conversation, "q1", question).await;
        conversation
    }

    async fn get(&self, who: UserId, path: &str) -> (u16, Value) {
        let sent = self.app.get(who, &format!("/manage/courses/{COURSE}{path}")).send().await.unwrap();
        (sent.status().as_u16(), sent.json().await.unwrap())
    }

    async fn insights(&self, query: &str) -> Value {
        gather(&self.app.engine).await.unwrap();
        let (status, told) = self.get(TEACHER, &format!("/insights?{query}")).await;
        assert_eq!(status, 200, "{told}");
        told
    }
}

/// What a request of 10 tokens and a reply of 5 cost by these prices is `10 * input + 5 * output` millionths.
fn prices(input: u64, output: u64, currency: &'static str) -> Setup {
    let price = ModelPrice { input_micros: input * 1_000_000, output_micros: output * 1_000_000 };
    Setup { price: Some((price, currency)), ..Setup::default() }
}

/// What each day cost.
fn costs(insights: &Value) -> Vec<Value> {
    insights["days"].as_array().unwrap().iter().map(|day| day["costMicros"].clone()).collect()
}

fn person(number: u128) -> UserId {
    UserId(Uuid::from_u128(0x1000 + number / 10 * 16 + number % 10))
}

/// The days on which something is told.
fn told(insights: &Value) -> Vec<(String, u64, Value)> {
    let days = insights["days"].as_array().unwrap().iter();
    let told = days.filter(|day| day["questions"] != 0 || day["students"].is_null());
    told.map(|day| {
        (
            day["day"].as_str().unwrap()[5..].to_owned(),
            day["questions"].as_u64().unwrap(),
            day["students"].clone(),
        )
    })
    .collect()
}

#[sqlx::test(migrations = false)]
async fn a_course_is_told_of_by_numbers_pages_and_what_was_not_answered(pool: PgPool) {
    let course = Course::start(pool).await;
    for number in 1..=5 {
        course.ask(person(number), "What is a primary key?").await;
    }
    course.ask_in_vain(person(1), "What is quantum chromodynamics?").await;
    course.ask_in_vain(person(2), "quantum chromodynamics of Saara Student").await;
    course.ask_in_vain(person(6), "Who won the match?").await;
    // Staff are left out, and with them all that they try.
    for who in [TEACHER, ASSISTANT] {
        course.ask_in_vain(who, "Staff only?").await;
    }
    let told = course.insights("from=2026-08-20&to=2026-09-01").await;
    assert_eq!((&told["questions"], &told["activeStudents"]), (&json!(8), &json!(6)));
    assert_eq!((&told["timeZone"], told["days"].as_array().unwrap().len()), (&json!("Europe/Helsinki"), 13));
    let answers = json!({"supported": 5, "partly": 0, "unsupported": 0, "uncited": 3, "unfinished": 0});
    assert_eq!(told["answers"], answers);
    assert_eq!(told["verdicts"], json!([{"verdict": "supported", "count": 5}]));
    let unanswered: Vec<(&str, u64)> = told["unanswered"]
        .as_array()
        .unwrap()
        .iter()
        .map(|group| (group["question"].as_str().unwrap(), group["count"].as_u64().unwrap()))
        .collect();
    assert_eq!(unanswered.len(), 2, "{unanswered:?}");
    assert_eq!(unanswered[1], ("Who won the match?", 1));
    assert!(unanswered[0].0.contains("uantum chromodynamics") && unanswered[0].1 == 2, "{unanswered:?}");
    assert_eq!((&told["pages"][0]["pageId"], &told["pages"][0]["cited"]), (&json!(KEYS_PAGE), &json!(5)));
    assert!(told["pages"].as_array().unwrap().iter().any(|page| page["cited"] == 0));
    assert!(!told.to_string().contains("Saara") && !told.to_string().contains("Staff only"), "{told}");
    assert_eq!(told["chatbots"][0]["id"], json!(CHATBOT));
    // Counted once, however often it is looked.
    assert_eq!(gather(&course.app.engine).await.unwrap(), 0);
    assert_eq!(course.insights("from=2026-08-20&to=2026-09-01").await, told);
}

#[sqlx::test(migrations = false)]
async fn fewer_than_five_students_are_not_told_of_whatever_days_are_compared(pool: PgPool) {
    let course = Course::start(pool).await;
    for (day, people) in [(1, 1..=3_u128), (2, 2..=6), (3, 7..=9)] {
        for number in people {
            course.ask(person(number), &format!("Question of day {day}")).await;
        }
        course.app.clock.advance(Duration::days(1));
    }
    let all = course.insights("from=2026-09-01&to=2026-09-03").await;
    assert_eq!(
        told(&all),
        [("09-01".into(), 0, Value::Null), ("09-02".into(), 8, json!(5)), ("09-03".into(), 0, Value::Null)]
    );
    assert_eq!((&all["questions"], &all["activeStudents"]), (&json!(8), &json!(6)));
    // Days of few are told with the next ones; a period that begins between them says nothing of them.
    let later = course.insights("from=2026-09-02&to=2026-09-03").await;
    assert_eq!(
        (&later["questions"], &later["activeStudents"], &later["pages"]),
        (&json!(0), &Value::Null, &json!([]))
    );
    let first = course.insights("from=2026-09-01&to=2026-09-01").await;
    assert_eq!((&first["questions"], &first["verdicts"]), (&json!(0), &json!([])));
    assert_eq!(first["unanswered"], json!([]));
}

#[sqlx::test(migrations = false)]
async fn what_tokens_cost_is_told_by_the_prices_of_when_they_were_used(pool: PgPool) {
    // A question takes two requests.
    let course = Course::set_up(pool, prices(2, 10, "EUR")).await;
    course.ask_all(4).await;
    let cheaper = course.under(prices(1, 1, "EUR"));
    cheaper.ask(person(5), "What is a key?").await;
    // Whoever asks has to be paid for; staff are counted in nothing else.
    cheaper.ask(TEACHER, "Only tried").await;
    let today = "from=2026-09-01&to=2026-09-01";
    let told = cheaper.insights(today).await;
    assert_eq!(told["currency"], "EUR");
    assert_eq!(costs(&told), [4 * 2 * 70 + 2 * 15]);
    assert_eq!((&told["month"]["usedCostMicros"], &told["month"]["usedTokens"]), (&json!(620), &json!(180)));
    assert_eq!(course.insights(today).await, told, "no price changes what was");
    // What was paid in euros cannot be told in crowns.
    let in_crowns = course.under(prices(20, 100, "SEK")).insights(today).await;
    assert_eq!((&in_crowns["currency"], costs(&in_crowns)), (&json!("SEK"), vec![Value::Null]));
    assert_eq!(in_crowns["month"]["usedCostMicros"], Value::Null);
    assert_eq!(in_crowns["month"]["usedTokens"], 180);
    // It is among what is stored about a student, and stays a number when they are gone.
    let export: Value = course.app.get(person(4), "/me/export").send().await.unwrap().json().await.unwrap();
    let turn = &export["conversations"][0]["turns"][0];
    assert_eq!((&turn["costMicros"], &turn["costCurrency"]), (&json!(140), &json!("EUR")), "{export}");
    course.ask(person(6), "What is a key?").await;
    course.app.request(person(4), Method::DELETE, "/me/data").send().await.unwrap();
    let erased = course.insights(today).await;
    assert_eq!(costs(&erased), [5 * 2 * 70 + 2 * 15]);
    assert_eq!(erased["month"]["usedCostMicros"], 620 + 140, "an erasure changes no month");
}

#[sqlx::test(migrations = false)]
async fn what_erased_answers_cost_stays_in_their_month_whatever_is_left_of_them(pool: PgPool) {
    let course = Course::set_up(pool, prices(2, 10, "EUR")).await;
    course.ask(person(1), "What is a key?").await;
    // Small talk leaves no evidence: its turn goes whole.
    course.app.model.will([vec![Text("Hello.")]]);
    course.begin_with(person(2), "Hi!").await;
    let before = course.insights("").await["month"].clone();
    assert_eq!((&before["usedTokens"], &before["usedCostMicros"]), (&json!(45), &json!(210)));
    for number in [1, 2] {
        course.app.request(person(number), Method::DELETE, "/me/data").send().await.unwrap();
        assert_eq!(course.insights("").await["month"], before);
    }
    let left = course.app.value::<i64>("select count(*) from chatbot.turns").await;
    assert_eq!(left, 1, "one of them is gone");
    let in_crowns = course.under(prices(20, 100, "SEK")).insights("").await;
    assert_eq!(in_crowns["month"]["usedCostMicros"], Value::Null);
    assert_eq!(in_crowns["month"]["usedTokens"], 45);
    course.app.clock.advance(Duration::days(31));
    let next = course.insights("").await["month"].clone();
    assert_eq!((&next["usedTokens"], &next["usedCostMicros"]), (&json!(0), &json!(0)));
}

#[sqlx::test(migrations = false)]
async fn a_list_of_chatbots_tells_of_few_students_no_more_than_insights_do(pool: PgPool) {
    let course = Course::start(pool).await;
    let today = async || {
        let (_, listed) = course.get(TEACHER, "/chatbots").await;
        let one = course.app.get(TEACHER, &format!("/manage/chatbots/{CHATBOT}")).send().await.unwrap();
        assert_eq!(one.json::<Value>().await.unwrap()["today"], listed[0]["today"]);
        listed[0]["today"].clone()
    };
    let nobody = today().await;
    assert_eq!(
        (&nobody["students"], &nobody["messages"], &nobody["mostStudentTokens"]),
        (&json!(0), &json!(0), &json!(0))
    );
    course.ask_all(4).await;
    let few = today().await;
    assert_eq!(
        (&few["students"], &few["messages"], &few["mostStudentTokens"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    course.ask(person(5), "What is a key?").await;
    let enough = today().await;
    assert_eq!(
        (&enough["students"], &enough["messages"], &enough["mostStudentTokens"]),
        (&json!(5), &json!(5), &json!(30))
    );
}

#[sqlx::test(migrations = false)]
async fn no_cost_is_told_where_some_of_it_has_no_price_or_few_asked(pool: PgPool) {
    let course = Course::start(pool).await;
    course.ask_all(4).await;
    let priced = course.under(prices(2, 10, "EUR"));
    priced.ask_all(5).await;
    let days = "from=2026-09-01&to=2026-09-04";
    let without = course.insights(days).await;
    assert_eq!((&without["currency"], &without["month"]["usedCostMicros"]), (&Value::Null, &Value::Null));
    assert_eq!((costs(&without), &without["days"][0]["inputTokens"]), (vec![Value::Null; 4], &json!(180)));
    for people in [5, 3] {
        priced.app.clock.advance(Duration::days(1));
        priced.ask_all(people).await;
    }
    let told = priced.insights(days).await;
    assert_eq!(costs(&told), [Value::Null, json!(5 * 2 * 70), Value::Null, json!(0)]);
    assert_eq!((&told["currency"], &told["month"]["usedCostMicros"]), (&json!("EUR"), &Value::Null));
}

#[sqlx::test(migrations = false)]
async fn days_are_those_of_the_courses_zone_when_its_clocks_change(pool: PgPool) {
    let course = Course::start(pool).await;
    // Helsinki leaves summer time on 2026-10-25 at 04:00: that day has 25 hours, and ends at 22:00 UTC.
    let now = Utc.with_ymd_and_hms(2026, 9, 1, 9, 0, 0).unwrap();
    for (number, at) in [(1, (24, 20, 59)), (2, (24, 21, 0)), (3, (25, 21, 59)), (4, (25, 22, 0))] {
        let wanted = Utc.with_ymd_and_hms(2026, 10, at.0, at.1, at.2, 0).unwrap();
        let since = wanted - chatbot_core::clock::Clock::now(&*course.app.clock);
        course.app.clock.advance(since);
        for student in 1..=5 {
            course.ask(person(student), &format!("Question {number}")).await;
        }
    }
    assert!(now < Utc.with_ymd_and_hms(2026, 10, 1, 0, 0, 0).unwrap());
    let insights = course.insights("from=2026-10-23&to=2026-10-27").await;
    let five = json!(5);
    assert_eq!(
        told(&insights),
        [("10-24".into(), 5, five.clone()), ("10-25".into(), 10, five.clone()), ("10-26".into(), 5, five)]
    );
}

#[sqlx::test(migrations = false)]
async fn what_students_think_is_told_without_their_names(pool: PgPool) {
    let course = Course::start(pool).await;
    for number in 1..=5 {
        let conversation = course.ask(person(number), "What is a key? asks Person Nr3").await;
        let read = course.app.read(person(number), &conversation).await;
        let path = format!("/messages/{}/feedback", read["messages"][1]["id"].as_str().unwrap());
        let said = match number {
            1 => {
                json!({"rating": "down", "reason": "incomplete", "comment": "Mail me: saara@example.org, +358 40 1234567. Saara"})
            }
            _ => json!({"rating": "up"}),
        };
        course.app.request(person(number), Method::PUT, &path).json(&said).send().await.unwrap();
    }
    let insights = course.insights("from=2026-09-01&to=2026-09-01").await;
    let feedback = &insights["feedback"];
    assert_eq!((&feedback["up"], &feedback["down"]), (&json!(4), &json!(1)));
    let comment = feedback["comments"][0]["comment"].as_str().unwrap();
    assert_eq!(comment, "Mail me: […], […]. […]");
    assert_eq!(feedback["comments"].as_array().unwrap().len(), 1);
    // What a student found incomplete counts as not answered.
    assert_eq!(insights["unanswered"][0]["count"], 1);
}

#[sqlx::test(migrations = false)]
async fn an_answer_that_was_not_confirmed_is_one_that_the_material_did_not_give(pool: PgPool) {
    let course =
        Course::start_with(pool, ChatbotConfig { citation_policy: CitationPolicy::Enforce, ..config() })
            .await;
    for number in 1..=5 {
        course.app.model.will([
            vec![Call("course_material_search", SEARCH)],
            vec![Text("Elephants fly over 42 mountains.【1】")],
            vec![Text("Elephants fly over 42 mountains.【1】")],
            vec![Text("Elephants fly over 42 mountains.【1】")],
            vec![Text("Elephants fly over 42 mountains.【1】")],
            vec![Text("Elephants fly over 42 mountains.【1】")],
            vec![Text("Elephants fly over 42 mountains.【1】")],
            vec![Text("Elephants fly over 42 mountains.【1】")],
            vec![Text("Elephants fly over 42 mountains.【1】")],
        ]);
        course.begin_with(person(number), "Do elephants fly?").await;
        course.app.model.forget_replies();
    }
    let insights = course.insights("from=2026-09-01&to=2026-09-01").await;
    assert_eq!(
        (&insights["unanswered"][0]["question"], &insights["unanswered"][0]["count"]),
        (&json!("Do elephants fly?"), &json!(5))
    );
}

#[sqlx::test(migrations = false)]
async fn each_role_sees_what_is_its_own(pool: PgPool) {
    let course = Course::start(pool).await;
    for (who, insights, conversations) in [
        (TEACHER, 200, 200),
        (STATS_VIEWER, 200, 403),
        (ASSISTANT, 403, 403),
        (STUDENT, 403, 403),
        (STRANGER, 403, 403),
        (OTHER_TEACHER, 403, 403),
    ] {
        assert_eq!(course.get(who, "/insights").await.0, insights, "{who}");
        assert_eq!(course.get(who, "/conversations").await.0, conversations, "{who}");
        let one = format!("/conversations/{}", Uuid::nil());
        let expected = if conversations == 200 { 404 } else { conversations };
        assert_eq!(course.get(who, &one).await.0, expected, "{who}");
    }
    let other = format!("/manage/courses/{OTHER_COURSE}/insights");
    assert_eq!(course.app.get(TEACHER, &other).send().await.unwrap().status(), 403);
    let nowhere = format!("/manage/courses/{}/insights", Uuid::nil());
    assert_eq!(course.app.get(TEACHER, &nowhere).send().await.unwrap().status(), 404);
}

#[sqlx::test(migrations = false)]
async fn what_cannot_be_asked_is_refused_with_a_code(pool: PgPool) {
    let course = Course::start(pool).await;
    for query in [
        "from=yesterday",
        "from=2026-02-30",
        "from=2026-09-02&to=2026-09-01",
        "from=2020-01-01&to=2026-01-01",
        "from=-99999-01-01&to=-99999-01-02",
        "from=%2B262000-01-01&to=%2B262000-01-01",
        "to=-262143-01-01",
        "chatbotId=x",
    ] {
        let (status, told) = course.get(TEACHER, &format!("/insights?{query}")).await;
        assert_eq!((status, &told["code"]), (400, &json!("invalid_request")), "{query}");
    }
    let foreign = format!("/insights?chatbotId={}", chatbot_tests::world::OTHER_CHATBOT);
    assert_eq!(course.get(TEACHER, &foreign).await.0, 404);
    for query in ["cursor=x", "limit=-1", "limit=x", "chatbotId=%00", "cursor=%00"] {
        let (status, _) = course.get(TEACHER, &format!("/conversations?{query}")).await;
        assert_eq!(status, 400, "{query}");
    }
    assert_eq!(course.get(TEACHER, "/conversations/x").await.0, 404);
}

#[sqlx::test(migrations = false)]
async fn teachers_read_conversations_without_names_and_each_look_is_written_down(pool: PgPool) {
    let course = Course::start(pool).await;
    let mut own = Vec::new();
    for number in 1..=4 {
        own.push(course.ask(person(number), "I am Person and want a key").await);
    }
    let (_, few) = course.get(TEACHER, "/conversations").await;
    assert_eq!(few["items"], json!([]), "too few to be nobody");
    own.push(course.ask(STUDENT, "Saaran kysymys: call 040 123 4567, Otto Other").await);
    course.ask(TEACHER, "Only tried").await;
    let (status, listed) = course.get(TEACHER, "/conversations?limit=3").await;
    assert_eq!(status, 200);
    let items = listed["items"].as_array().unwrap();
    assert_eq!((items.len(), &items[0]["opening"]), (3, &json!("[…] kysymys: call […], […]")));
    assert_eq!((&items[0]["day"], &items[0]["questions"]), (&json!("2026-09-01"), &json!(1)));
    let path = format!("/conversations?limit=3&cursor={}", listed["nextCursor"].as_str().unwrap());
    let (_, rest) = course.get(TEACHER, &path).await;
    assert_eq!((rest["items"].as_array().unwrap().len(), &rest["nextCursor"]), (2, &Value::Null));
    let all = format!("{listed}{rest}");
    assert!(own.iter().all(|id| !all.contains(id)), "an id of their own");
    assert!(!all.contains("Only tried"));

    let (status, read) =
        course.get(TEACHER, &format!("/conversations/{}", items[0]["id"].as_str().unwrap())).await;
    assert_eq!(status, 200);
    let messages = read["messages"].as_array().unwrap();
    assert_eq!(messages.len(), 2);
    assert!(messages.iter().all(|message| message["metadata"].is_null()), "{messages:#?}");
    let text = read.to_string();
    for hidden in ["Saara", "Otto", "040", own[4].as_str(), "2026"] {
        assert!(!text.contains(hidden), "{hidden}: {text}");
    }
    assert!(text.contains("A primary key identifies every row"));
    let looks = "select jsonb_agg(action order by created_at, id) from chatbot.audit_log
         where actor_id = '00000000-0000-0000-0000-0000000000a3'";
    let expected =
        json!(["list_conversations", "list_conversations", "list_conversations", "read_conversation"]);
    assert_eq!(course.app.value::<Value>(looks).await, expected);
    // Erased, it is nowhere to be read, and who looked is still known.
    course.app.request(STUDENT, Method::DELETE, "/me/data").send().await.unwrap();
    let gone = course.get(TEACHER, &format!("/conversations/{}", items[0]["id"].as_str().unwrap())).await;
    assert_eq!(gone.0, 404);
}

#[sqlx::test(migrations = false)]
async fn numbers_stay_when_conversations_go_as_long_as_five_are_left(pool: PgPool) {
    let course = Course::start(pool).await;
    for number in 1..=6 {
        course.ask(person(number), "What is a key?").await;
    }
    let before = course.insights("from=2026-09-01&to=2026-09-01").await;
    course.app.request(person(1), Method::DELETE, "/me/data").send().await.unwrap();
    let after = course.insights("from=2026-09-01&to=2026-09-01").await;
    assert_eq!(
        (&before["questions"], &after["questions"], &after["activeStudents"]),
        (&json!(6), &json!(6), &json!(5))
    );
    course.app.request(person(2), Method::DELETE, "/me/data").send().await.unwrap();
    let few = course.insights("from=2026-09-01&to=2026-09-01").await;
    assert_eq!((&few["questions"], &few["activeStudents"]), (&json!(0), &Value::Null));
}
