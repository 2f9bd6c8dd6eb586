//! One request, one answer.

use chatbot_core::embedder::EmbedderFault;
use chatbot_core::text::first_chars;
use reqwest::Client;
use serde::{Deserialize, Serialize};

/// How much of an error's body is kept.
const BODY_CHARS: usize = 500;
/// An answer beyond this is not read.
const MOST_BYTES: usize = 64 * 1024 * 1024;

#[derive(Serialize)]
struct Request<'r> {
    model: &'r str,
    input: Vec<String>,
    encoding_format: &'static str,
}

#[derive(Deserialize)]
struct Answer {
    data: Vec<Embedding>,
}

#[derive(Deserialize)]
struct Embedding {
    /// Left out by some.
    index: Option<usize>,
    embedding: Vec<f32>,
}

/// The vectors of the texts, in their order.
pub(super) async fn post(
    http: &Client,
    url: &str,
    key: Option<&str>,
    model: &str,
    texts: Vec<String>,
) -> Result<Vec<Vec<f32>>, EmbedderFault> {
    let wanted = texts.len();
    let mut request = http.post(url).json(&Request { model, input: texts, encoding_format: "float" });
    if let Some(key) = key {
        request = request.bearer_auth(key);
    }
    // The URL may hold what nobody should read in a log.
    let unreachable = |error: reqwest::Error| EmbedderFault::Unreachable(error.without_url().to_string());
    let mut response = request.send().await.map_err(unreachable)?;
    let status = response.status();
    let mut body = Vec::new();
    while let Some(bytes) = response.chunk().await.map_err(unreachable)? {
        body.extend_from_slice(&bytes);
        if body.len() > MOST_BYTES {
            return Err(EmbedderFault::Unusable("it is too long".to_owned()));
        }
    }
    if !status.is_success() {
        let text = String::from_utf8_lossy(&body);
        let body = first_chars(text.trim(), BODY_CHARS).0.to_owned();
        return Err(EmbedderFault::Refused { status: status.as_u16(), body });
    }
    read(&body, wanted)
}

fn read(body: &[u8], wanted: usize) -> Result<Vec<Vec<f32>>, EmbedderFault> {
    let answer: Answer =
        serde_json::from_slice(body).map_err(|error| EmbedderFault::Unusable(error.to_string()))?;
    let mut vectors: Vec<Option<Vec<f32>>> = vec![None; wanted];
    for (place, embedding) in answer.data.into_iter().enumerate() {
        if let Some(vector) = vectors.get_mut(embedding.index.unwrap_or(place)) {
            *vector = Some(embedding.embedding);
        }
    }
    let all: Option<Vec<Vec<f32>>> = vectors.into_iter().collect();
    let all = all.ok_or_else(|| EmbedderFault::Unusable("a vector is missing".to_owned()))?;
    let dimensions = all.first().map_or(0, Vec::len);
    if all.iter().any(|vector| vector.len() != dimensions || vector.is_empty()) {
        return Err(EmbedderFault::Unusable("the vectors are of different lengths".to_owned()));
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_come_in_the_order_of_the_texts() {
        let body = br#"{"data": [{"index": 1, "embedding": [2.0]}, {"index": 0, "embedding": [1.0]}]}"#;
        assert_eq!(read(body, 2), Ok(vec![vec![1.0], vec![2.0]]));
        assert_eq!(read(br#"{"data": [{"embedding": [1.5]}]}"#, 1), Ok(vec![vec![1.5]]));
    }

    #[test]
    fn an_answer_that_does_not_fit_is_a_fault() {
        for body in [
            "",
            "<html>",
            r#"{"data": []}"#,
            r#"{"data": [{"index": 7, "embedding": [1.0]}]}"#,
            r#"{"data": [{"index": 0, "embedding": []}]}"#,
            r#"{"data": [{"index": 0, "embedding": "AAAA"}]}"#,
        ] {
            assert!(matches!(read(body.as_bytes(), 1), Err(EmbedderFault::Unusable(_))), "{body}");
        }
        let uneven = br#"{"data": [{"embedding": [1.0]}, {"embedding": [1.0, 2.0]}]}"#;
        assert!(matches!(read(uneven, 2), Err(EmbedderFault::Unusable(_))));
    }
}
