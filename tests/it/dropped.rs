//! Requests that are dropped half-way, at each point at which they wait: no connection and no lock is lost, and what
//! was asked for is done as a whole or not at all.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use chatbot_engine::{AnswerCalls, Conversations, Engine, EngineError, SubmitMessage};
use chatbot_protocol::api::{NewConversation, RenameConversation};
use chatbot_protocol::send_message::{Answer, CallAnswer, Trigger};
use chatbot_protocol::{ConversationId, ErrorCode};
use chatbot_store::Conn;
use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::asking::AskStudent;
use chatbot_tests::lossy_wire::LossyWire;
use chatbot_tests::model::Step::{Call, Silence, Text};
use chatbot_tests::world::{CHATBOT, STUDENT, config};
use chatbot_tools::toolset;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde_json::json;
use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;

/// More polls than any use case needs.
const MOST_POLLS: usize = 400;
/// How many times it has to come to its end.
const ENDS: usize = 3;

const AT_REST: &str = "select not exists (
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle')";
const NO_LOCKS: &str = "select not exists (
    select from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database()))";
/// A question has its turn, and a turn its question and its answer's message.
const WHOLE: &str = "select not exists (
        select from chatbot.messages m where m.role = 'user'
          and not exists (select from chatbot.turns t where t.user_message_id = m.id))
    and not exists (
        select from chatbot.turns t where t.erased_at is null
          and not exists (select from chatbot.messages m where m.id = t.assistant_message_id))";
const NOTHING_RUNS: &str = "select not exists (
    select from chatbot.turns where state in ('accepted', 'asking', 'deciding', 'dispatching'))";

/// Polls a future so often, then drops it; what it gave, if it came to its end.
async fn polled<T>(future: impl Future<Output = T>, times: usize) -> Option<T> {
    let mut future = Box::pin(future);
    let mut polls = 0;
    poll_fn(|context| {
        if polls == times {
            return Poll::Ready(None);
        }
        polls += 1;
        future.as_mut().poll(context).map(Some)
    })
    .await
}

fn message(conversation: ConversationId, id: &str) -> SubmitMessage {
    SubmitMessage {
        caller: STUDENT,
        conversation,
        client_id: Some(id.to_owned()),
        text: "What is a key?".to_owned(),
        trigger: Trigger::SubmitMessage,
        message_id: None,
        page_id: None,
        selection: None,
        tool_choice: None,
    }
}

pub(crate) struct Story {
    pub(crate) app: TestApp,
}

pub(crate) type Done = BoxFuture<'static, Result<(), EngineError>>;

impl Story {
    pub(crate) async fn start(pool: PgPool) -> Self {
        let mut asking = config();
        asking.allowed_tools = vec!["ask_student".into()];
        let more_tools: Vec<Arc<dyn chatbot_tools::ToolSet>> =
            vec![Arc::new(toolset![client AskStudent].unwrap())];
        let setup = Setup { config: Some(asking), more_tools, ..Setup::default() };
        Self { app: TestApp::start_with(pool, setup).await }
    }

    pub(crate) async fn begun(&self) -> ConversationId {
        self.app.begin(STUDENT).await.parse().map(ConversationId).unwrap()
    }

    /// A conversation whose answer is being written.
    pub(crate) async fn answering(&self) -> ConversationId {
        let conversation = self.begun().await;
        self.app.model.forget_replies();
        self.app.model.will([vec![Text("Half"), Silence]]);
        self.app.engine.submit(message(conversation, "q1")).await.unwrap();
        conversation
    }

    /// A conversation that waits for an answer of its student.
    async fn waiting(&self) -> AnswerCalls {
        let conversation = self.begun().await;
        self.app.model.forget_replies();
        self.app.model.will([
            vec![Call("ask_student", r#"{"question":"Which?","choices":["rows"]}"#)],
            vec![Text("Rows.")],
        ]);
        let mut log = self.app.engine.submit(message(conversation, "q1")).await.unwrap();
        while log.next().await.is_some() {}
        let newest =
            |what: &str| format!("select {what}::text from chatbot.tool_calls order by id desc limit 1");
        let call: String =
            sqlx::query_scalar(sqlx::AssertSqlSafe(newest("id"))).fetch_one(&self.app.pool).await.unwrap();
        let message = "(select t.assistant_message_id from chatbot.turns t where t.id = turn_id)";
        let message: String =
            sqlx::query_scalar(sqlx::AssertSqlSafe(newest(message))).fetch_one(&self.app.pool).await.unwrap();
        let answer = Answer::Output(json!({"choice": "rows"}));
        let answers = vec![CallAnswer { call_id: call, tool: "ask_student".into(), answer }];
        AnswerCalls { caller: STUDENT, conversation, message, answers }
    }

    /// A connection that was lost on the way would be idle in the database, and missing here.
    pub(crate) async fn all_connections_are_back(&self) {
        let pool = &self.app.pool;
        let deadline = tokio::time::Instant::now() + Duration::from_secs(10);
        while pool.num_idle() < pool.size() as usize {
            assert!(tokio::time::Instant::now() < deadline, "{} of {}", pool.num_idle(), pool.size());
            tokio::task::yield_now().await;
        }
    }

    /// Drops what is asked for after each number of polls, until it comes to its end; a few times over, because how
    /// often it waits depends on how fast the database answers.
    pub(crate) async fn dropped_anywhere<P>(
        &self,
        prepare: impl AsyncFn(&Self) -> P,
        ask: impl Fn(Arc<Engine>, &P) -> Done,
        is_whole: impl AsyncFn(&Self, &P) -> bool,
    ) {
        let (mut polls, mut ends) = (0, 0);
        while ends < ENDS {
            assert!(polls < MOST_POLLS, "it never ended");
            let prepared = prepare(self).await;
            let ended = polled(ask(Arc::clone(&self.app.engine), &prepared), polls).await;
            self.app.until(AT_REST).await;
            self.app.until(NO_LOCKS).await;
            self.all_connections_are_back().await;
            assert!(self.app.value::<bool>(WHOLE).await, "after {polls} polls");
            assert!(is_whole(self, &prepared).await, "after {polls} polls");
            if let Some(ended) = ended {
                ended.unwrap();
                (polls, ends) = (1, ends + 1);
                continue;
            }
            polls += 1;
            match ask(Arc::clone(&self.app.engine), &prepared).await {
                // It was done already.
                Ok(()) | Err(EngineError::Refused { code: ErrorCode::NotFound, .. }) => {}
                Err(error) => panic!("the next call fails after {polls} polls: {error}"),
            }
        }
    }
}

pub(crate) fn quietly<T: 'static>(
    future: impl Future<Output = Result<T, EngineError>> + Send + 'static,
) -> Done {
    future.map(|done| done.map(|_| ())).boxed()
}

#[sqlx::test(migrations = false)]
async fn what_only_reads_or_writes_one_row_can_be_dropped_anywhere(pool: PgPool) {
    let story = Story::start(pool).await;
    let conversation = story.begun().await;
    let nothing = async |_: &Story| {};
    let always = async |_: &Story, (): &()| true;
    let read =
        |engine: Arc<Engine>, (): &()| quietly(async move { engine.read(STUDENT, conversation, None).await });
    story.dropped_anywhere(nothing, read, always).await;
    let list = |engine: Arc<Engine>, (): &()| {
        quietly(async move { engine.list(STUDENT, None, None, None, 50).await })
    };
    story.dropped_anywhere(nothing, list, always).await;
    let rename = |engine: Arc<Engine>, (): &()| {
        let new = RenameConversation { title: "Keys".into() };
        quietly(async move { engine.rename(STUDENT, conversation, new).await })
    };
    story.dropped_anywhere(nothing, rename, always).await;
    let resume =
        |engine: Arc<Engine>, (): &()| quietly(async move { engine.resume(STUDENT, conversation).await });
    story.dropped_anywhere(nothing, resume, always).await;
    // The last: of conversations in which nothing was said only the newest are kept.
    let begin = |engine: Arc<Engine>, (): &()| {
        quietly(async move { engine.begin(STUDENT, CHATBOT, NewConversation::default()).await })
    };
    story.dropped_anywhere(nothing, begin, always).await;
}

#[sqlx::test(migrations = false)]
async fn a_message_that_is_dropped_while_it_is_taken_is_taken_as_a_whole(pool: PgPool) {
    let story = Story::start(pool).await;
    let begun = async |story: &Story| {
        story.app.model.will([vec![Text("Yes.")]]);
        story.begun().await
    };
    let submit = |engine: Arc<Engine>, conversation: &ConversationId| {
        let message = message(*conversation, "q1");
        quietly(async move {
            let mut log = engine.submit(message).await?;
            while log.next().await.is_some() {}
            Ok(())
        })
    };
    story
        .dropped_anywhere(begun, submit, async |story, _| {
            story.app.until(NOTHING_RUNS).await;
            story
                .app
                .value::<bool>("select bool_and(state = 'finished') is not false from chatbot.turns")
                .await
        })
        .await;
}

#[sqlx::test(migrations = false)]
async fn an_answer_that_is_dropped_while_it_is_taken_is_taken_as_a_whole(pool: PgPool) {
    let story = Story::start(pool).await;
    let answer = |engine: Arc<Engine>, answers: &AnswerCalls| {
        let answers = answers.clone();
        quietly(async move {
            let mut log = engine.answer(answers).await?;
            while log.next().await.is_some() {}
            Ok(())
        })
    };
    story
        .dropped_anywhere(
            async |story| story.waiting().await,
            answer,
            async |story, _| {
                story.app.until(NOTHING_RUNS).await;
                let half = "select not exists (
                select from chatbot.turns t join chatbot.tool_calls k on k.turn_id = t.id
                where (t.state = 'awaiting_student') <> (k.status = 'waiting'))";
                story.app.value::<bool>(half).await
            },
        )
        .await;
}

#[sqlx::test(migrations = false)]
async fn a_stop_and_a_deletion_that_are_dropped_come_about_as_a_whole(pool: PgPool) {
    let story = Story::start(pool).await;
    let answering = async |story: &Story| story.answering().await;
    let stop = |engine: Arc<Engine>, conversation: &ConversationId| {
        let conversation = *conversation;
        quietly(async move { engine.stop(STUDENT, conversation).await })
    };
    let settled = async |story: &Story, _: &ConversationId| {
        let known = "select bool_and(state in ('accepted', 'asking', 'stopped')) from chatbot.turns";
        story.app.value::<bool>(known).await
    };
    story.dropped_anywhere(answering, stop, settled).await;
    let delete = |engine: Arc<Engine>, conversation: &ConversationId| {
        let conversation = *conversation;
        quietly(async move { engine.delete(STUDENT, conversation).await })
    };
    let whole = async |story: &Story, conversation: &ConversationId| {
        let of_this = "select coalesce(bool_and((t.ended_at is null) = (c.deleted_at is null)), true)
            from chatbot.turns t join chatbot.conversations c on c.id = t.conversation_id where c.id = $1";
        for _ in 0..10_000 {
            let whole: bool =
                sqlx::query_scalar(of_this).bind(conversation.0).fetch_one(&story.app.pool).await.unwrap();
            if whole {
                return true;
            }
        }
        false
    };
    story.dropped_anywhere(answering, delete, whole).await;
}

#[sqlx::test(migrations = false)]
async fn what_is_written_after_a_begin_that_was_dropped_is_written(pool: PgPool) {
    sqlx::query("create table marks (mark integer)").execute(&pool).await.unwrap();
    // What is sent through a wire of this very task is not answered before the task waits.
    let wire = LossyWire::to(&pool).await;
    let options = (*wire.pool(&pool).await.connect_options()).clone();
    let one = PgPoolOptions::new().max_connections(1).connect_with(options).await.unwrap();
    for mark in 1..=20 {
        let mut conn = Conn::acquire(&one).await.unwrap();
        assert!(futures_util::poll!(std::pin::pin!(conn.begin())).is_pending());
        drop(conn);
        let mut next = Conn::acquire(&one).await.unwrap();
        sqlx::query("insert into marks values ($1)").bind(mark).execute(&mut *next).await.unwrap();
        let seen: i64 = sqlx::query_scalar("select count(*) from marks").fetch_one(&pool).await.unwrap();
        assert_eq!(seen, i64::from(mark));
    }
}
