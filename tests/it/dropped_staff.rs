//! The same of what teachers and admins ask for, of what students say of answers and have erased, and of answers that are
//! sent piece by piece.

use std::sync::Arc;

use chatbot_engine::{Audit, Conversations, Engine, EngineError, Manage, OwnData};
use chatbot_protocol::audit::NewReview;
use chatbot_protocol::insights::{Feedback, Rating};
use chatbot_protocol::manage::{ChatbotSettings, NewPreview, ViewAs};
use chatbot_protocol::{ConversationId, ErrorCode, MessageId};
use chatbot_tests::app::TestApp;
use chatbot_tests::model::Step::{Call, Text};
use chatbot_tests::wire::text_of;
use chatbot_tests::world::{ADMIN, CHATBOT, STUDENT, TEACHER};
use futures_util::StreamExt;
use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;
use uuid::Uuid;

use crate::dropped::{Done, Story, quietly};

const ANSWERED: &str = "A primary key identifies every row of a table.【1】";

/// An answer that cites something; gives its message.
async fn answered(app: &TestApp) -> MessageId {
    app.model.will([
        vec![Call("course_material_search", r#"{"query":"identifies every row"}"#)],
        vec![Text(ANSWERED)],
    ]);
    let conversation = app.begin(STUDENT).await;
    let chunks = app.ask(STUDENT, &conversation, "q1", "Keys?").await;
    MessageId(chunks[0]["messageId"].as_str().unwrap().parse().unwrap())
}

#[sqlx::test(migrations = false)]
async fn what_is_said_of_answers_and_tried_by_staff_can_be_dropped_anywhere(pool: PgPool) {
    let story = Story::start(pool).await;
    let mut conn = story.app.pool.acquire().await.unwrap();
    sqlx::query("update chatbot.chatbots set config = jsonb_set(config, '{allowed_tools}', '[\"course_material_search\"]')")
        .execute(&mut *conn)
        .await
        .unwrap();
    drop(conn);
    let answer = answered(&story.app).await;
    let cited: Uuid = story
        .app
        .value("select s.id from chatbot.cited_sentences s join chatbot.citations c on c.id = s.citation_id where c.cited")
        .await;
    let settings = story.app.engine.read_chatbot(TEACHER, CHATBOT).await.unwrap().settings;
    let nothing = async |_: &Story| {};

    let rate = |engine: Arc<Engine>, (): &()| {
        let up = Feedback { rating: Rating::Up, reason: None, comment: Some("Thanks.".into()) };
        quietly(async move { engine.rate(STUDENT, answer, up).await })
    };
    story.dropped_anywhere(nothing, rate, async |_, (): &()| true).await;

    let review = |engine: Arc<Engine>, (): &()| {
        let new = NewReview { reviewed: true, note: "Seen.".into() };
        quietly(async move { engine.review(ADMIN, cited, new).await })
    };
    let on_record = "select exists (select from chatbot.cited_sentences where reviewed_at is not null)
         = exists (select from chatbot.audit_log where action = 'citation_reviewed')";
    story
        .dropped_anywhere(nothing, review, async |story, (): &()| story.app.value::<bool>(on_record).await)
        .await;

    let preview = |engine: Arc<Engine>, (): &()| {
        let new = NewPreview { settings: settings.clone(), view_as: ViewAs::Student };
        quietly(async move { engine.begin_preview(TEACHER, CHATBOT, new).await })
    };
    let each_has_its_settings = "select not exists (select from chatbot.conversations c
         where c.is_preview <> exists (select from chatbot.previews p where p.conversation_id = c.id))";
    story
        .dropped_anywhere(nothing, preview, async |story, (): &()| {
            story.app.value::<bool>(each_has_its_settings).await
        })
        .await;
}

#[sqlx::test(migrations = false)]
async fn settings_whose_saving_is_dropped_are_saved_as_a_whole_or_not_at_all(pool: PgPool) {
    let story = Story::start(pool).await;
    let in_force = async |story: &Story| {
        let now = story.app.engine.read_chatbot(TEACHER, CHATBOT).await.unwrap();
        (now.version, ChatbotSettings { prompt: format!("After {}.", now.version), ..now.settings })
    };
    let save = |engine: Arc<Engine>, (version, settings): &(u32, ChatbotSettings)| -> Done {
        let (version, settings) = (*version, settings.clone());
        quietly(async move {
            match engine.save(TEACHER, CHATBOT, version, settings).await {
                // What was dropped had been saved already.
                Err(EngineError::Refused { code: ErrorCode::VersionChanged, .. }) => Ok(()),
                saved => saved.map(|_| ()),
            }
        })
    };
    let whole =
        "select b.version = (select max(version) from chatbot.chatbot_versions v where v.chatbot_id = b.id)
             and b.version = 1 + (select count(*) from chatbot.audit_log where action = 'chatbot_changed')
         from chatbot.chatbots b where b.id = '00000000-0000-0000-0000-0000000000b1'";
    story.dropped_anywhere(in_force, save, async |story, _| story.app.value::<bool>(whole).await).await;
}

#[sqlx::test(migrations = false)]
async fn an_erasure_that_is_dropped_comes_about_as_a_whole(pool: PgPool) {
    let story = Story::start(pool).await;
    let answering = async |story: &Story| story.answering().await;
    let erase = |engine: Arc<Engine>, _: &ConversationId| quietly(async move { engine.erase(STUDENT).await });
    let untouched_or_gone =
        "select not exists (select from chatbot.conversations where deleted_at is not null)
         and (select count(*) from chatbot.conversations) in (0, (select count(*) from chatbot.turns
              where ended_at is null))";
    story
        .dropped_anywhere(answering, erase, async |story, _| {
            story.app.until(untouched_or_gone).await;
            true
        })
        .await;
}

/// Longer than what lies between us and a page that does not read.
const LONG: &str =
    "insert into chatbot.cited_sentences (id, turn_id, course_id, chatbot_id, model, tool, page_id,
         page_title, citation_id, marker_number, sentence, verdict, created_at)
     select gen_random_uuid(), turn_id, course_id, chatbot_id, model, tool, page_id, page_title, citation_id,
            marker_number, repeat('So it is. ', 250), verdict, created_at - make_interval(secs => n)
     from chatbot.cited_sentences s, generate_series(1, 3000) n;
     update chatbot.messages set parts = jsonb_build_array(
         jsonb_build_object('type', 'text', 'state', 'done', 'text', repeat('So it is. ', 500000)))
     where role = 'assistant'";

#[sqlx::test(migrations = false)]
async fn documents_that_nobody_reads_to_their_end_hold_no_connection(pool: PgPool) {
    let options = (*pool.connect_options()).clone();
    let two = PgPoolOptions::new().max_connections(2).connect_with(options).await.unwrap();
    let app = TestApp::start(two).await;
    answered(&app).await;
    sqlx::raw_sql(LONG).execute(&app.pool).await.unwrap();
    let mut open = Vec::new();
    for (who, path) in [(ADMIN, "/audit/citations.csv"), (STUDENT, "/me/export")].repeat(4) {
        let mut document = app.get(who, path).send().await.unwrap().bytes_stream().boxed();
        let first = document.next().await.unwrap().unwrap();
        assert!(!first.is_empty());
        open.push(document);
    }
    // While they stand open, and when they are gone.
    for _ in 0..2 {
        app.model.will([vec![Text("Still there.")]]);
        let conversation = app.begin(STUDENT).await;
        assert_eq!(text_of(&app.ask(STUDENT, &conversation, "q1", "And now?").await), "Still there.");
        open.clear();
    }
    let deadline = tokio::time::Instant::now() + std::time::Duration::from_secs(10);
    while app.pool.num_idle() < app.pool.size() as usize {
        assert!(tokio::time::Instant::now() < deadline, "a connection is lost");
        tokio::task::yield_now().await;
    }
}
