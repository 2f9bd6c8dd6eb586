//! Searches with an embedder: one that works, one that is slow, one that fails.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use chatbot_core::embedder::{EmbeddedText, Embedder, EmbedderFault};
use chatbot_engine::index_courses;
use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::model::Step::{Call, Text};
use chatbot_tests::world::STUDENT;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::PgPool;

/// What the embedder does with a question.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mood {
    Willing,
    Silent,
    Failing,
}

/// Knows that whoever points is a foreign key.
struct Pointing {
    mood: Mood,
    passages: AtomicUsize,
}

impl Pointing {
    fn new(mood: Mood) -> Arc<Self> {
        Arc::new(Self { mood, passages: AtomicUsize::new(0) })
    }
}

impl Embedder for Pointing {
    fn model(&self) -> &'static str {
        "pointing"
    }

    fn embed(
        &self,
        kind: EmbeddedText,
        texts: Vec<String>,
    ) -> BoxFuture<'_, Result<Vec<Vec<f32>>, EmbedderFault>> {
        let vector = |text: &String| {
            let points = text.contains("points at") || text.contains("index finger");
            if points { vec![1.0, 0.0] } else { vec![0.0, 1.0] }
        };
        match (kind, self.mood) {
            (EmbeddedText::Question, Mood::Silent) => std::future::pending().boxed(),
            (EmbeddedText::Question, Mood::Failing) => {
                std::future::ready(Err(EmbedderFault::Unreachable("gone".into()))).boxed()
            }
            _ => {
                if kind == EmbeddedText::Passage {
                    self.passages.fetch_add(texts.len(), Ordering::Relaxed);
                }
                std::future::ready(Ok(texts.iter().map(vector).collect())).boxed()
            }
        }
    }
}

async fn app(pool: PgPool, embedder: &Arc<Pointing>) -> TestApp {
    let embedder = Arc::clone(embedder) as Arc<dyn Embedder>;
    let app = TestApp::start_with(pool, Setup { embedder: Some(embedder), ..Setup::default() }).await;
    index_courses::fill_vectors(&app.engine).await.unwrap();
    app
}

async fn search(app: &TestApp, arguments: &'static str) -> String {
    app.model.will([vec![Call("course_material_search", arguments)], vec![Text("There.")]]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "What is it?").await;
    app.model.last_results().remove(0)
}

#[sqlx::test(migrations = false)]
async fn what_a_question_means_finds_what_its_words_do_not(pool: PgPool) {
    let embedder = Pointing::new(Mood::Willing);
    let app = app(pool, &embedder).await;
    let found = search(&app, r#"{"query": "index finger"}"#).await;
    assert!(found.contains("A foreign key points at"), "{found}");
    for hidden in ["quillfeather", "ombrellino", "marlinspike"] {
        assert!(!found.contains(hidden), "{found}");
    }
    let made = embedder.passages.load(Ordering::Relaxed);
    assert!(made > 0);
    index_courses::fill_vectors(&app.engine).await.unwrap();
    assert_eq!(embedder.passages.load(Ordering::Relaxed), made, "nothing is made twice");
}

#[sqlx::test(migrations = false)]
async fn a_silent_or_failing_embedder_leaves_the_search_by_words(pool: PgPool) {
    for mood in [Mood::Silent, Mood::Failing] {
        sqlx::raw_sql("drop schema if exists lms cascade; drop schema if exists chatbot cascade; drop table if exists _chatbot_migrations")
            .execute(&pool)
            .await
            .unwrap();
        let app = app(pool.clone(), &Pointing::new(mood)).await;
        let found = search(&app, r#"{"query": "foreign key"}"#).await;
        assert!(found.contains("A foreign key points at"), "{found}");
        let nothing = search(&app, r#"{"query": "index finger"}"#).await;
        assert!(nothing.contains("Nothing found"), "{nothing}");
    }
}

#[sqlx::test(migrations = false)]
async fn a_model_cannot_bring_a_vector_of_its_own(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let refused = search(&app, r#"{"query": "key", "vector": {"model": "m", "vector": [1.0]}}"#).await;
    assert!(refused.contains("vector") && !refused.contains("primary key"), "{refused}");
}
