//! Two servers on one database that are killed and started again, and students who send, leave, come back and stop
//! meanwhile: no accepted message is lost, none is answered twice, and what the model is sent is always valid.

mod dice;
mod servers;
mod student;
mod verdict;

use std::sync::Arc;
use std::time::Duration;

use chatbot_load::model_server::ModelServer;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::home::Home;
use dice::Dice;
use servers::Servers;
use student::Student;

const STUDENTS: u32 = 50;
const SAMPLE_SECONDS: u64 = 15;
/// How long turns may be open after the last server came back.
const CALM_WITHIN: Duration = Duration::from_secs(30);

/// `STORM_SECONDS` and `STORM_SEED` make it another one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_that_come_and_go_lose_nothing_and_double_nothing() {
    let number = |name: &str| std::env::var(name).ok().map(|value| value.parse::<u64>().unwrap());
    let seconds = number("STORM_SECONDS").unwrap_or(SAMPLE_SECONDS);
    let seed = number("STORM_SEED").unwrap_or(7);
    let home = Arc::new(Home::new(STUDENTS).await);
    let database = Arc::new(home.database("storm").await);
    let model = ModelServer::start().await;
    let servers = Arc::new(Servers::start(&home, &database, &model.base_url()).await);
    let chatbot = database.chatbot().await;
    let over = Instant::now() + Duration::from_secs(seconds);
    let mut students = JoinSet::new();
    for number in 1..=STUDENTS {
        let student =
            Student::new(number, &chatbot, Arc::clone(&servers), Dice::new(seed * 1_000 + u64::from(number)));
        students.spawn(student.live_until(over));
    }
    let losses = servers.come_and_go(Dice::new(seed), over).await;
    let diaries = students.join_all().await;
    let open = "select not exists (select from chatbot.turns where ended_at is null)";
    assert!(database.within(CALM_WITHIN, open).await, "turns are open for ever\n{}", servers.log_tails());
    let verdict = verdict::of(&database, &model, &servers, &diaries).await;
    println!("seed {seed}, {seconds} s, {losses}\n{verdict}");
    assert_eq!(verdict.faults, Vec::<String>::new());
    Arc::into_inner(servers).unwrap().stop().await;
}
