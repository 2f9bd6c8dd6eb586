//! Many at once: answers when the server is asked to end, pages that go away, pages that only look.

use std::time::Duration;

use chatbot_load::model_server::ModelServer;
use tokio::time::Instant;

use crate::checks;
use crate::home::{Database, Home, PATIENCE};
use crate::page::{Page, Reading, Seen};
use crate::relay::Relay;
use crate::server::Server;

const STUDENTS: u32 = 50;
const ALL_ENDED: &str = "select not exists (select from chatbot.turns where ended_at is null)";

struct Crowd {
    home: Home,
    database: Database,
    model: ModelServer,
    server: Server,
    chatbot: String,
}

impl Crowd {
    async fn gather() -> Self {
        let home = Home::new(STUDENTS).await;
        let database = home.database("crowd").await;
        let model = ModelServer::start().await;
        let server = Server::start(&home, &database, &model.base_url(), "one").await;
        let chatbot = database.chatbot().await;
        Self { home, database, model, server, chatbot }
    }

    async fn another(&self) -> Server {
        Server::start(&self.home, &self.database, &self.model.base_url(), "two").await
    }

    /// A student asks in a new conversation.
    async fn ask(&self, student: u32, plan: &str) -> (String, Reading) {
        let page = Page::of(student, &self.server);
        let conversation = page.begin(&self.chatbot).await;
        let reading = page.send(&conversation, "q1", &format!("What is a key? #model {plan}"));
        (conversation, reading)
    }
}

/// How many turns ended in which way.
async fn states(database: &Database) -> Vec<(String, i64)> {
    let count = "select state::text, count(*) from chatbot.turns group by state order by state";
    sqlx::query_as(count).fetch_all(&database.pool).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_asked_to_end_amid_fifty_answers_ends_what_it_can_and_hands_over_the_rest() {
    let crowd = Crowd::gather().await;
    let mut readings = Vec::new();
    for student in 1..=STUDENTS {
        let plan = match student % 10 {
            // These do not end while the server would wait for them.
            0 => r#"{"tokens": 20, "hold": [{"gate": "said", "after": 5}]}"#,
            5 => r#"{"tokens": 20, "hold": [{"gate": "silent", "after": 0}]}"#,
            _ => r#"{"tokens": 40, "rate": 20}"#,
        };
        readings.push(crowd.ask(student, plan).await.1);
    }
    for reading in &mut readings {
        reading.until(Seen::accepted).await;
    }
    crowd.model.wait_until_held("said", 5).await;
    crowd.model.wait_until_held("silent", 5).await;
    let other = crowd.another().await;
    crowd.server.terminate().await;
    assert!(crowd.server.ended(Duration::from_secs(40)).await.success());
    (0..5).for_each(|_| crowd.model.open_gate("silent"));
    for reading in readings {
        assert_eq!(reading.rest().await.fault(), None, "each page is told in good form");
    }
    crowd.database.until(ALL_ENDED).await;
    let states = states(&crowd.database).await;
    assert_eq!(states, [("finished".to_owned(), 45), ("interrupted".to_owned(), 5)]);
    assert_eq!(crowd.model.invalid(), Vec::<String>::new());
    checks::rules(&crowd.database, "after a server went down").await;
    other.stop().await;
}

/// `CROWD=500` has as many pages go away.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_that_go_away_while_the_model_is_silent_leave_nothing_behind() {
    let crowd = Crowd::gather().await;
    crowd.database.execute(SHORT_TURNS).await;
    let pages: u32 = std::env::var("CROWD").map_or(100, |crowd| crowd.parse().unwrap());
    crowd.ask(1, "{}").await.1.rest().await;
    let before = crowd.server.open_files();
    for number in 0..pages {
        let silent = r#"{"tokens": 20, "fault": {"silent": {"after": 3}}}"#;
        let (_, mut reading) = crowd.ask(number % STUDENTS + 1, silent).await;
        reading.until(|seen| !seen.text().is_empty()).await;
        reading.leave().await;
    }
    crowd.database.until(ALL_ENDED).await;
    crowd.model.wait_until(|counts| counts.open_streams == 0).await;
    let states = states(&crowd.database).await;
    let deadline = Instant::now() + PATIENCE;
    // What is kept for the next request: connections to the database, and idle ones to the model.
    while crowd.server.open_files() > before + 40 {
        assert!(Instant::now() < deadline, "{before} files, and now {}", crowd.server.open_files());
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    println!("{pages} pages went away: {states:?}; open files {before}, then {}", crowd.server.open_files());
    checks::rules(&crowd.database, "after pages went away").await;
    crowd.server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_whose_network_is_gone_keep_their_students_from_nothing_and_leave_nothing_behind() {
    const PAGES: u32 = STUDENTS - 1;
    let crowd = Crowd::gather().await;
    let relay = Relay::to(&crowd.server.url).await;
    let held = r#"Keys? #model {"tokens": 20, "hold": [{"gate": "held", "after": 5}]}"#;
    let (mut conversations, mut lost) = (Vec::new(), Vec::new());
    for student in 1..=PAGES {
        let page = Page::at(student, &relay.url);
        let conversation = page.begin(&crowd.chatbot).await;
        let mut reading = page.send(&conversation, "q1", held);
        reading.until(|seen| !seen.text().is_empty()).await;
        conversations.push(conversation);
        lost.push(reading);
    }
    assert!(crowd.server.connections() >= PAGES as usize);
    relay.go_silent();
    let next = r#"And now? #model {"text": "Now."}"#;
    // By another way they see what is being written, can stop it, and go on.
    let (here, conversation) = (Page::of(1, &crowd.server), &conversations[0]);
    let told = here.send(conversation, "q2", next).rest().await;
    assert_eq!((told.status, told.code.as_deref()), (Some(409), Some("turn_in_progress")));
    let mut shown = here.resume(conversation);
    shown.until(|seen| !seen.text().is_empty()).await;
    assert_eq!(here.stop(conversation).await, 202);
    assert_eq!(shown.rest().await.end(), Some("abort"));
    assert_eq!(here.send(conversation, "q2", next).rest().await.end(), Some("finish"));
    // Or they wait for its end.
    (0..PAGES).for_each(|_| crowd.model.open_gate("held"));
    crowd.database.until(ALL_ENDED).await;
    let (here, conversation) = (Page::of(2, &crowd.server), &conversations[1]);
    assert_eq!(here.send(conversation, "q2", next).rest().await.end(), Some("finish"));
    // The other end tells the server nothing, and it lets go of them all the same.
    let deadline = Instant::now() + PATIENCE;
    while crowd.server.connections() > 0 {
        assert!(Instant::now() < deadline, "{} connections are left", crowd.server.connections());
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    drop(lost);
    checks::rules(&crowd.database, "after networks were gone").await;
    crowd.server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_that_only_look_cost_the_database_no_more_than_one() {
    let crowd = Crowd::gather().await;
    let other = crowd.another().await;
    let plan = r#"{"tokens": 20, "hold": [{"gate": "never", "after": 5}]}"#;
    let mut conversations = Vec::new();
    for student in 1..=10 {
        let (conversation, mut reading) = crowd.ask(student, plan).await;
        reading.until(|seen| !seen.text().is_empty()).await;
        conversations.push((student, conversation, reading));
    }
    let mut looking = look(&other, &conversations, 1).await;
    let of_ten = transactions_a_second(&crowd.database).await;
    looking.extend(look(&other, &conversations, 29).await);
    let deadline = Instant::now() + PATIENCE;
    loop {
        let of_all = transactions_a_second(&crowd.database).await;
        println!(
            "10 answers of another server, transactions a second: 10 pages {of_ten}, 300 pages {of_all}"
        );
        if of_all < of_ten + 20 {
            break;
        }
        // A session that fell idle tells of the opening of the pages up to ten seconds later.
        assert!(Instant::now() < deadline, "10 pages {of_ten}, 300 pages {of_all}");
    }
    (0..10).for_each(|_| crowd.model.open_gate("never"));
    for reading in looking {
        assert_eq!(reading.rest().await.fault(), None);
    }
    crowd.server.stop().await;
    other.stop().await;
}

/// So many pages open each conversation at this server, and have seen its text.
async fn look(server: &Server, conversations: &[(u32, String, Reading)], pages: usize) -> Vec<Reading> {
    let mut looking = Vec::new();
    for (student, conversation, _) in conversations {
        looking.extend((0..pages).map(|_| Page::of(*student, server).resume(conversation)));
    }
    for reading in &mut looking {
        reading.until(|seen| !seen.text().is_empty()).await;
    }
    looking
}

/// Measured over a while.
async fn transactions_a_second(database: &Database) -> i64 {
    const SECONDS: u64 = 4;
    let before = database.value::<i64>(TRANSACTIONS).await;
    tokio::time::sleep(Duration::from_secs(SECONDS)).await;
    (database.value::<i64>(TRANSACTIONS).await - before) / i64::try_from(SECONDS).unwrap()
}

/// All that servers have committed.
const TRANSACTIONS: &str =
    "select xact_commit + xact_rollback from pg_stat_database where datname = current_database()";
const SHORT_TURNS: &str =
    "update chatbot.chatbots set config = jsonb_set(config, '{limits,turn_seconds}', '5')";
