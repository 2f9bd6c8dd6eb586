//! A turn in which something takes long, and a database that is away for a while: no other turn is kept waiting, and
//! nobody loses theirs.

use std::time::Duration;

use chatbot_engine::keep_turns;
use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::model::Step::{Call, Gate, Text};
use chatbot_tests::waiting::{RENAME, RENAMED, Waiting, setup};
use chatbot_tests::wire::{Sse, text_of};
use chatbot_tests::world::{OTHER_STUDENT, STUDENT};
use sqlx::PgPool;

/// Leases that run out within a story.
const LEASE: Option<(Duration, Duration)> = Some((Duration::from_secs(1), Duration::from_millis(200)));

fn brief() -> Setup {
    Setup { lease: LEASE, ..Setup::default() }
}

/// Two instances that look after turns.
async fn two(pool: PgPool, setup: impl Fn() -> Setup) -> (TestApp, TestApp) {
    let one = TestApp::start_with(pool, setup()).await;
    let other = one.second_instance(setup());
    for app in [&one, &other] {
        keep_turns::start(&app.engine);
    }
    (one, other)
}

/// Waits until all leases that there are now would be over for two seconds, had nobody renewed them.
async fn until_leases_would_be_over(app: &TestApp) {
    let now: chrono::DateTime<chrono::Utc> = app.value("select clock_timestamp()").await;
    let over = format!("select clock_timestamp() > '{now}'::timestamptz + interval '3 seconds'");
    app.until(Box::leak(over.into_boxed_str())).await;
}

#[sqlx::test(migrations = false)]
async fn while_something_is_done_in_one_turn_the_others_go_on_and_keep_their_instance(pool: PgPool) {
    let (one, _other) = two(pool.clone(), brief).await;
    one.model.will([vec![Text("Slow"), Gate, Text(".")], vec![Text("Half"), Gate, Text(" and half.")]]);
    let (slow, quick) = (one.begin(STUDENT).await, one.begin(OTHER_STUDENT).await);
    let mut streams = Vec::new();
    for (who, conversation) in [(STUDENT, &slow), (OTHER_STUDENT, &quick)] {
        let mut stream = Sse::new(one.send(who, conversation, "q1", "Keys?").await);
        stream.until("text-delta").await;
        streams.push(stream);
    }
    one.until("select count(*) = 2 from chatbot.rounds where reply_text <> ''").await;
    // As a transaction does that lands a call, or an action that somebody approved.
    let mut holding = pool.begin().await.unwrap();
    let hold = "select from chatbot.turns where conversation_id = $1::uuid for no key update";
    sqlx::query(hold).bind(&slow).execute(&mut *holding).await.unwrap();
    until_leases_would_be_over(&one).await;
    one.model.open_gate();
    one.model.open_gate();
    let rest = streams.pop().unwrap().rest().await;
    assert_eq!(text_of(&rest), " and half.");
    let kept = "select epoch = 1 and state = 'finished' from chatbot.turns t
        join chatbot.conversations c on c.id = t.conversation_id and c.student_id = $1";
    let kept: bool = sqlx::query_scalar(kept).bind(OTHER_STUDENT.0).fetch_one(&pool).await.unwrap();
    assert!(kept, "the other one was not taken from its instance");
    let stored = "select exists (select from chatbot.turn_events where events::text like '% and half.%')";
    one.until(stored).await;
    holding.rollback().await.unwrap();
    one.until("select bool_and(ended_at is not null) from chatbot.turns").await;
}

#[sqlx::test(migrations = false)]
async fn an_approved_action_that_takes_longer_than_a_lease_is_done_once_by_the_instance_that_began_it(
    pool: PgPool,
) {
    let slow = || Setup { lease: LEASE, tool: Some(Duration::from_secs(20)), ..setup() };
    let (one, other) = two(pool.clone(), slow).await;
    let asked = Waiting::after(one, vec![Call("rename_page", RENAME)]).await;
    let mut holding = pool.begin().await.unwrap();
    sqlx::query("select from lms.pages for update").execute(&mut *holding).await.unwrap();
    asked.app.model.will([vec![Text("Done.")]]);
    other.model.will([vec![Text("Done by another.")]]);
    let approval = [asked.approval(0, true)];
    let acting = asked.go_on(&approval);
    let releasing = async {
        other.until("select exists (select from pg_locks where not granted)").await;
        until_leases_would_be_over(&other).await;
        holding.rollback().await.unwrap();
    };
    let (chunks, ()) = tokio::join!(acting, releasing);
    assert_eq!(text_of(&chunks), "Done.");
    assert!(asked.app.value::<bool>(RENAMED).await);
    assert!(other.value::<bool>("select takeovers = 0 and state = 'finished' from chatbot.turns").await);
}

#[sqlx::test(migrations = false)]
async fn a_turn_outlives_a_database_that_is_away_for_longer_than_its_lease(pool: PgPool) {
    let (one, _other) = two(pool.clone(), brief).await;
    one.model.will([vec![Text("Half"), Gate, Text(" and half.")]]);
    let conversation = one.begin(STUDENT).await;
    let mut stream = Sse::new(one.send(STUDENT, &conversation, "q1", "Keys?").await);
    stream.until("text-delta").await;
    one.until("select exists (select from chatbot.turn_events where events::text like '%Half%')").await;
    one.until("select reply_text = 'Half' from chatbot.rounds").await;
    // Nothing can be asked of it, nor done to it.
    let rename = "alter table chatbot.turns rename to turns_away";
    sqlx::query(rename).execute(&pool).await.unwrap();
    until_leases_would_be_over(&one).await;
    sqlx::query("alter table chatbot.turns_away rename to turns").execute(&pool).await.unwrap();
    one.model.open_gate();
    assert_eq!(text_of(&stream.rest().await), " and half.");
    assert!(one.value::<bool>("select epoch = 1 and state = 'finished' from chatbot.turns").await);
}
