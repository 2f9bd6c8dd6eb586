//! What pages are shown can not be stored for a while: the model is read no further than a little, and when it lasts too
//! long the turn ends honestly.

use std::time::Duration;

use chatbot_core::clock::Clock as _;
use chatbot_protocol::{ErrorCode, TurnEvent};
use chatbot_store::turn_events::{self, EventBatch};
use chatbot_store::turns::Hold;
use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::model::Step::{self, Gate, Text};
use chatbot_tests::wire::{Sse, text_of};
use chatbot_tests::world::STUDENT;
use futures_util::future::join;
use serde_json::Value;
use sqlx::{PgPool, Postgres, Transaction};
use uuid::Uuid;

/// How many pieces of five characters the model has to say.
const PIECES: usize = 5_000;
/// More than may be shown and not stored, and far from all.
const FEW: usize = 300;
const BLOCKED: &str = "select exists (select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock')";

/// An answer that is being written, of which the first words are stored.
struct Story {
    app: TestApp,
    conversation: String,
    /// What its page was shown before.
    first: String,
    stream: Sse,
}

impl Story {
    async fn answering(pool: &PgPool, setup: Setup) -> Self {
        let app = TestApp::start_with(pool.clone(), setup).await;
        let much = (0..PIECES).map(|_| Text("word "));
        app.model.will([[Text("First. "), Gate].into_iter().chain(much).collect::<Vec<Step>>()]);
        let conversation = app.begin(STUDENT).await;
        let mut stream = Sse::new(app.send(STUDENT, &conversation, "q1", "Keys?").await);
        let first = stream.until("text-delta").await["delta"].as_str().unwrap().to_owned();
        app.until("select exists (select from chatbot.turn_events where events::text like '%First%')").await;
        Self { app, conversation, first, stream }
    }

    /// From now on nothing of what pages are shown can be stored, and the model goes on.
    async fn goes_on_without_storage(&self, pool: &PgPool) -> Transaction<'static, Postgres> {
        let mut holding = pool.begin().await.unwrap();
        sqlx::query("lock table chatbot.turn_events in share mode").execute(&mut *holding).await.unwrap();
        self.app.model.open_gate();
        self.app.until(BLOCKED).await;
        holding
    }

    /// Waits until so many pieces were read of the model.
    async fn until_read(&self, pieces: usize) {
        let deadline = tokio::time::Instant::now() + Duration::from_secs(20);
        while self.app.model.pieces_read() < pieces {
            assert!(tokio::time::Instant::now() < deadline, "{} pieces", self.app.model.pieces_read());
            tokio::task::yield_now().await;
        }
    }

    async fn answer(&self) -> Value {
        self.app.read(STUDENT, &self.conversation).await["messages"][1].clone()
    }
}

/// What the log says of the answer, for other instances.
const LOGGED: &str = "select coalesce(string_agg(event ->> 'delta', '' order by first_seq, place), '')
    from chatbot.turn_events, jsonb_array_elements(events) with ordinality as e (event, place)
    where turn_id = (select turn_id from chatbot.turn_events where events::text like '%First%' limit 1)";

fn text_in(message: &Value) -> String {
    let parts = message["parts"].as_array().unwrap().iter();
    parts.filter_map(|part| part["text"].as_str()).collect()
}

#[sqlx::test(migrations = false)]
async fn the_model_is_read_no_further_than_can_be_stored_and_goes_on_afterwards(pool: PgPool) {
    // However long it takes: what counts here is how much it is.
    let patient = Setup { most_unsaved: Some(Duration::from_hours(1)), ..Setup::default() };
    let story = Story::answering(&pool, patient).await;
    let holding = story.goes_on_without_storage(&pool).await;
    story.until_read(200).await;
    // A whole other answer meanwhile: of it nothing is told to other instances before its end, that is all.
    story.app.model.will([vec![Text("Short.")]]);
    let other = story.app.begin(STUDENT).await;
    let chunks = story.app.ask(STUDENT, &other, "q1", "And now?").await;
    assert_eq!((text_of(&chunks).as_str(), &chunks.last().unwrap()["type"]), ("Short.", &"finish".into()));
    let read = story.app.model.pieces_read();
    assert!(read < FEW, "{read} pieces were read, of which nothing can be stored");
    story.app.read(STUDENT, &story.conversation).await;
    assert_eq!(story.app.model.pieces_read(), read, "it waits");
    holding.rollback().await.unwrap();
    let Story { app, conversation, stream, .. } = story;
    let chunks = stream.rest().await;
    assert_eq!(chunks.last().unwrap()["type"], "finish");
    assert_eq!(text_of(&chunks).matches("word").count(), PIECES, "all of it comes");
    let stored = app.read(STUDENT, &conversation).await["messages"][1].clone();
    assert_eq!(text_in(&stored).matches("word").count(), PIECES);
    assert_eq!(app.value::<String>(LOGGED).await, text_in(&stored), "once, and whole");
}

#[sqlx::test(migrations = false)]
async fn however_little_it_is_the_model_waits_when_it_is_not_stored_in_time(pool: PgPool) {
    let at_once = Setup { most_unsaved: Some(Duration::ZERO), ..Setup::default() };
    let story = Story::answering(&pool, at_once).await;
    let holding = story.goes_on_without_storage(&pool).await;
    for _ in 0..10 {
        story.answer().await;
    }
    let read = story.app.model.pieces_read();
    assert!(read < 10, "{read} pieces were read");
    holding.rollback().await.unwrap();
    story.until_read(20).await;
}

#[sqlx::test(migrations = false)]
async fn a_turn_whose_words_can_not_be_stored_for_too_long_ends_with_what_was_shown(pool: PgPool) {
    let hasty = Setup {
        most_unsaved: Some(Duration::from_hours(1)),
        storage_patience: Some(Duration::from_millis(200)),
        ..Setup::default()
    };
    let story = Story::answering(&pool, hasty).await;
    let holding = story.goes_on_without_storage(&pool).await;
    let Story { app, conversation, first, stream } = story;
    let chunks = stream.rest().await;
    let shown = first + &text_of(&chunks);
    assert_eq!(chunks.last().unwrap()["errorText"], ErrorCode::StorageUnavailable.sentence());
    let words = shown.matches("word").count();
    assert!((150..FEW).contains(&words), "{words} words");
    assert_eq!(app.model.open_streams(), 0, "the model is no longer listened to");
    let stored = app.read(STUDENT, &conversation).await["messages"][1].clone();
    assert_eq!(stored["metadata"]["state"], "failed");
    assert_eq!(stored["metadata"]["errorCode"], "storage_unavailable");
    assert!(!stored.to_string().contains("streaming"), "{stored}");
    assert_eq!(text_in(&stored), shown, "what was shown is kept");
    assert!(app.value::<bool>("select bool_and(state = 'partial') from chatbot.rounds").await);
    holding.rollback().await.unwrap();
    app.until("select exists (select from chatbot.turn_events where events::text like '%\"ended\"%')").await;
    assert_eq!(app.value::<String>(LOGGED).await, text_in(&stored), "the log has it once, and no more");
    app.model.will([vec![Text("Fine.")]]);
    assert_eq!(text_of(&app.ask(STUDENT, &conversation, "q2", "And now?").await), "Fine.");
    assert!(format!("{:?}", app.model.last_request().messages).contains("First. word"));
}

/// A database that does not take what came of a reply, with the code that stands in `refusing`, as long as one does.
const REFUSING: &str = "
    create table public.refusing (state text);
    create sequence public.refused;
    create function public.refuse() returns trigger language plpgsql as $$
    declare
        state text := (select r.state from public.refusing r);
    begin
        if state is null then
            return new;
        end if;
        perform nextval('public.refused');
        raise exception 'not now' using errcode = state;
    end $$;
    create trigger refuse before update of reply_text on chatbot.rounds
        for each row execute function public.refuse()";

#[sqlx::test(migrations = false)]
async fn where_what_came_of_a_reply_can_not_be_stored_at_the_moment_the_turn_goes_on(pool: PgPool) {
    let app = TestApp::start(pool).await;
    sqlx::raw_sql(REFUSING).execute(&app.pool).await.unwrap();
    for state in ["40P01", "55P03", "57014"] {
        let refuse = "insert into public.refusing values ($1)";
        sqlx::query(refuse).bind(state).execute(&app.pool).await.unwrap();
        app.model.will([vec![Text("First. "), Gate, Text("Last.")]]);
        let conversation = app.begin(STUDENT).await;
        let response = app.send(STUDENT, &conversation, "q1", "Keys?").await;
        app.until("select is_called from public.refused").await;
        sqlx::raw_sql("delete from public.refusing; select setval('public.refused', 1, false)")
            .execute(&app.pool)
            .await
            .unwrap();
        app.model.open_gate();
        let chunks = Sse::new(response).rest().await;
        assert_eq!(
            (text_of(&chunks).as_str(), &chunks.last().unwrap()["type"]),
            ("First. Last.", &"finish".into())
        );
    }
    let stored = "select bool_and(state = 'committed' and reply_text = 'First. Last.') from chatbot.rounds";
    assert!(app.value::<bool>(stored).await, "the next time all of it was stored");
}

#[sqlx::test(migrations = false)]
async fn events_of_a_turn_that_is_deleted_meanwhile_are_left_out_and_those_of_others_stored(pool: PgPool) {
    let app = TestApp::start(pool).await;
    for answer in ["One.", "Two."] {
        app.model.will([vec![Text(answer)]]);
        let conversation = app.begin(STUDENT).await;
        app.ask(STUDENT, &conversation, "q1", "Keys?").await;
    }
    let turns = "select id, epoch from chatbot.turns order by created_at, id";
    let turns: Vec<(Uuid, i32)> = sqlx::query_as(turns).fetch_all(&app.pool).await.unwrap();
    let batches: Vec<EventBatch> = turns
        .iter()
        .map(|&(turn, epoch)| EventBatch {
            hold: Hold { turn: turn.into(), epoch },
            first: 1_000,
            events: vec![TurnEvent::StepStarted],
            last: 1_000,
        })
        .collect();
    let mut deleting = app.pool.begin().await.unwrap();
    for statement in [
        "delete from chatbot.usage_ledger where turn_id = $1",
        "delete from chatbot.turn_events where turn_id = $1",
        "delete from chatbot.rounds where turn_id = $1",
        "delete from chatbot.turns where id = $1",
    ] {
        sqlx::query(statement).bind(turns[0].0).execute(&mut *deleting).await.expect(statement);
    }
    let mut conn = app.pool.acquire().await.unwrap();
    let storing = turn_events::append(&mut conn, &batches, app.clock.now());
    let deleted = async {
        app.until(BLOCKED).await;
        deleting.commit().await.unwrap();
    };
    let (stored, ()) = join(storing, deleted).await;
    stored.expect("what is gone is no fault");
    let of: Vec<Uuid> = sqlx::query_scalar("select turn_id from chatbot.turn_events where first_seq = 1000")
        .fetch_all(&app.pool)
        .await
        .unwrap();
    assert_eq!(of, [turns[1].0]);
}
