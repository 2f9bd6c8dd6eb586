use std::time::Duration;

use chatbot_core::embedder::{EmbeddedText, Embedder as _, EmbedderFault};
use chatbot_provider::{EmbedderSettings, OpenAiEmbedder, ProviderError};

use crate::server::{Script, Server, Step};

const TWO: &str = r#"{"data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[0,1]}]}"#;
const ONE: &str = r#"{"data":[{"index":0,"embedding":[1,0]}]}"#;

fn json(body: &str) -> Script {
    Script::plain("200 OK", "content-type: application/json\r\n", body)
}

fn embedder(server: &Server, model: &str) -> OpenAiEmbedder {
    let mut settings = EmbedderSettings::new(&server.base_url, model);
    settings.api_key = Some("sk-test".into());
    OpenAiEmbedder::new(settings).unwrap()
}

#[tokio::test]
async fn texts_are_sent_and_their_vectors_read() {
    let server = Server::start(json(TWO));
    let vectors =
        embedder(&server, "m").embed(EmbeddedText::Passage, vec!["one".into(), "two".into()]).await.unwrap();
    assert_eq!(vectors, [[1.0, 0.0], [0.0, 1.0]]);
    let (head, body) = server.requests().remove(0);
    assert!(head.starts_with("POST /v1/embeddings "), "{head}");
    assert!(head.contains("authorization: Bearer sk-test"), "{head}");
    assert_eq!(body, r#"{"model":"m","input":["one","two"],"encoding_format":"float"}"#);
}

#[tokio::test]
async fn e5_is_told_what_a_text_is() {
    let server = Server::start(json(ONE));
    let e5 = embedder(&server, "multilingual-e5-small");
    e5.embed(EmbeddedText::Question, vec!["why".into()]).await.unwrap();
    e5.embed(EmbeddedText::Passage, vec!["so".into()]).await.unwrap();
    let bodies: Vec<String> = server.requests().into_iter().map(|(_, body)| body).collect();
    assert!(
        bodies[0].contains(r#"["query: why"]"#) && bodies[1].contains(r#"["passage: so"]"#),
        "{bodies:?}"
    );
}

#[tokio::test]
async fn a_slow_server_is_left_alone_for_a_while() {
    let server = Server::start(Script::stream(vec![Step::Pause(Duration::from_millis(900))]));
    let embedder = embedder(&server, "m");
    let ask = || embedder.embed(EmbeddedText::Question, vec!["why".into()]);
    assert_eq!(ask().await, Err(EmbedderFault::Slow));
    assert!(matches!(ask().await, Err(EmbedderFault::Unreachable(_))), "nothing is sent");
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn what_the_server_says_instead_is_a_fault() {
    let server = Server::start(Script::plain("429 Too Many", "", "slow down"));
    let embedder = embedder(&server, "m");
    let ask = || embedder.embed(EmbeddedText::Passage, vec!["a".into()]);
    assert_eq!(ask().await, Err(EmbedderFault::Refused { status: 429, body: "slow down".into() }));
    server.now(json("<html>"));
    assert!(matches!(ask().await, Err(EmbedderFault::Unusable(_))));
}

#[test]
fn settings_that_cannot_work_are_refused() {
    let new = |base_url: &str, model: &str, key: &str| {
        let mut settings = EmbedderSettings::new(base_url, model);
        settings.api_key = Some(key.into());
        assert!(!format!("{settings:?}").contains("sk-"));
        OpenAiEmbedder::new(settings).err()
    };
    assert!(matches!(new("localhost:1", "m", ""), Some(ProviderError::BaseUrl(_))));
    assert!(matches!(new("http://localhost:1/v1", " ", ""), Some(ProviderError::NoModelNamed)));
    assert!(matches!(new("http://localhost:1/v1", "m", "sk-\n"), Some(ProviderError::KeyNotSendable)));
    assert!(new("http://localhost:1/v1/", "m", "sk-1").is_none());
}
