//! An instance that dies without a word: Postgres lets go of its lock, and others need not wait for its leases.

use std::time::{Duration, Instant};

use chatbot_engine::keep_turns;
use chatbot_engine::take_over::take_over;
use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::model::Step::{Call, Silence, Text};
use chatbot_tests::wire::{Sse, text_of};
use chatbot_tests::world::STUDENT;
use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;
use tokio::runtime::Runtime;

const ALIVE: &str = "select exists (select from chatbot.instances where not chatbot.instance_is_gone(id))";
const GONE: &str = "select bool_and(chatbot.instance_is_gone(id)) from chatbot.instances";

/// An instance in a process of its own, as far as the database can tell: with its runtime all of its sockets close.
struct Doomed {
    runtime: Runtime,
    conversation: String,
}

impl Doomed {
    /// It has begun to answer.
    async fn answering(pool: &PgPool) -> Self {
        let options = (*pool.connect_options()).clone();
        let runtime = Runtime::new().unwrap();
        let began = runtime.spawn(async move {
            let pool = PgPoolOptions::new().max_connections(4).connect_with(options).await.unwrap();
            let app = TestApp::start(pool).await;
            keep_turns::start(&app.engine);
            app.until(ALIVE).await;
            app.model.will([vec![Text("Half"), Silence]]);
            let conversation = app.begin(STUDENT).await;
            let mut stream = Sse::new(app.send(STUDENT, &conversation, "q1", "Keys?").await);
            stream.until("text-delta").await;
            app.until("select exists (select from chatbot.turn_events where events::text like '%Half%')")
                .await;
            conversation
        });
        let conversation = began.await.unwrap();
        Self { runtime, conversation }
    }

    fn dies(self) -> String {
        self.runtime.shutdown_background();
        self.conversation
    }
}

#[sqlx::test(migrations = false)]
async fn a_new_message_need_not_wait_for_the_leases_of_an_instance_that_died(pool: PgPool) {
    let doomed = Doomed::answering(&pool).await;
    let next = TestApp::start_again(pool);
    let conversation = doomed.dies();
    let died_at = Instant::now();
    next.model.will([vec![Text("Next.")]]);
    let chunks = next.ask(STUDENT, &conversation, "q2", "And now?").await;
    assert_eq!(text_of(&chunks), "Next.");
    let took = died_at.elapsed();
    assert!(took < Duration::from_secs(5), "accepted after {took:?}, not when the lease of 10 s ran out");
    assert!(next.value::<bool>(GONE).await);
    let stored = next.read(STUDENT, &conversation).await;
    assert_eq!(stored["messages"][1]["metadata"]["state"], "interrupted");
    assert!(stored["messages"][1]["parts"].to_string().contains("Half"), "{stored}");
}

#[sqlx::test(migrations = false)]
async fn turns_of_an_instance_that_died_are_taken_over_before_their_leases_run_out(pool: PgPool) {
    let doomed = Doomed::answering(&pool).await;
    let next = TestApp::start_again(pool);
    keep_turns::start(&next.engine);
    doomed.dies();
    let died_at = Instant::now();
    next.until("select bool_and(state = 'interrupted') from chatbot.turns").await;
    assert!(died_at.elapsed() < Duration::from_secs(8), "{:?}", died_at.elapsed());
}

#[sqlx::test(migrations = false)]
async fn an_instance_whose_session_is_lost_takes_its_lock_again_and_keeps_its_turns(pool: PgPool) {
    let app = TestApp::start(pool).await;
    keep_turns::start(&app.engine);
    app.until(ALIVE).await;
    let other = app.second_instance(Setup::default());
    app.model.will([vec![Text("Half"), Silence]]);
    let conversation = app.begin(STUDENT).await;
    let mut stream = Sse::new(app.send(STUDENT, &conversation, "q1", "Keys?").await);
    stream.until("text-delta").await;
    let ended = app
        .value::<i64>(
            "select count(pg_terminate_backend(pid)) from pg_locks l
             where locktype = 'advisory'
               and database = (select oid from pg_database where datname = current_database())",
        )
        .await;
    assert_eq!(ended, 1);
    assert_eq!(other.send(STUDENT, &conversation, "q2", "Two").await.status(), 409, "it lives");
    app.until(ALIVE).await;
    assert!(app.value::<bool>("select epoch = 1 and ended_at is null from chatbot.turns").await);
    drop(stream);
}

#[sqlx::test(migrations = false)]
async fn of_two_instances_that_take_turns_over_at_once_one_goes_on_with_each(pool: PgPool) {
    const SEARCH: &str = r#"{"query":"primary key"}"#;
    const ANSWER: &str = "A primary key identifies every row of a table.【1】";
    let dead = TestApp::start(pool).await;
    let mut conversations = Vec::new();
    for _ in 0..3 {
        dead.model.will([vec![Call("course_material_search", SEARCH)], vec![Silence]]);
        let conversation = dead.begin(STUDENT).await;
        let mut stream = Sse::new(dead.send(STUDENT, &conversation, "q1", "Keys?").await);
        stream.until("finish-step").await;
        stream.until("start-step").await;
        conversations.push(conversation);
    }
    dead.until(
        "select count(*) = 3 from chatbot.turns t where exists (select from chatbot.turn_events e
             where e.turn_id = t.id and e.events @> '[{\"event\": \"step_ended\"}]')",
    )
    .await;
    let (one, other) = (dead.second_instance(Setup::default()), dead.second_instance(Setup::default()));
    for instance in [&one, &other] {
        instance.model.will([vec![Text(ANSWER)], vec![Text(ANSWER)], vec![Text(ANSWER)]]);
    }
    let expire = "update chatbot.turns set lease_expires_at = clock_timestamp() - interval '1 second'";
    sqlx::query(expire).execute(&dead.pool).await.unwrap();
    let (taken, by_other) = tokio::join!(take_over(&one.engine), take_over(&other.engine));
    assert_eq!(taken.unwrap() + by_other.unwrap(), 3);
    dead.until("select bool_and(state = 'finished') from chatbot.turns").await;
    assert!(dead.value::<bool>("select bool_and(epoch = 2 and requests = 3) from chatbot.turns").await);
    assert_eq!(one.model.requests().len() + other.model.requests().len(), 3, "each was asked for once");
    assert!(
        dead.value::<bool>("select count(*) = 3 and bool_and(status = 'done') from chatbot.tool_calls").await
    );
    for conversation in &conversations {
        let read = one.read(STUDENT, conversation).await;
        assert_eq!(read["messages"].as_array().unwrap().len(), 2);
        let parts = read["messages"][1]["parts"].as_array().unwrap();
        let said: String = parts.iter().filter_map(|part| part["text"].as_str()).collect();
        assert_eq!(said, "A primary key identifies every row of a table.", "{read}");
    }
}
