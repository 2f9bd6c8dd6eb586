//! Vectors from an embedding server. Plain HTTP by hand: a client would take minutes to build, and what the
//! product sends is tested in its own room.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Instant;

use chatbot_search::Vectors;
use chatbot_search::vectors::PackedVector;
use serde_json::{Value, json};

use crate::quality::QuestionSet;
use crate::setting;

/// So many texts in a request.
const BATCH: usize = 32;

pub struct Meaning {
    /// Host and port.
    server: String,
    path: String,
    model: String,
}

impl Meaning {
    /// The server that the environment names; says so when there is none.
    pub fn from_settings() -> Option<Self> {
        let (Some(base_url), Some(model)) = (setting("EMBEDDINGS_BASE_URL"), setting("EMBEDDINGS_MODEL"))
        else {
            println!("Without vectors: set EMBEDDINGS_BASE_URL and EMBEDDINGS_MODEL to measure with them.\n");
            return None;
        };
        let address = base_url.trim_end_matches('/').strip_prefix("http://");
        let Some((server, path)) = address.and_then(|address| address.split_once('/')) else {
            println!("Without vectors: {base_url} is no URL such as http://127.0.0.1:8000/v1.\n");
            return None;
        };
        Some(Self { server: server.to_owned(), path: format!("/{path}/embeddings"), model })
    }

    fn embed(&self, kind: &str, texts: &[String]) -> Vec<Vec<f32>> {
        let is_e5 = self.model.to_ascii_lowercase().contains("e5-");
        let input: Vec<String> =
            texts.iter().map(|text| if is_e5 { format!("{kind}: {text}") } else { text.clone() }).collect();
        let body = json!({"model": self.model, "input": input, "encoding_format": "float"}).to_string();
        let mut stream = TcpStream::connect(&self.server).expect("the embedding server is there");
        write!(
            stream,
            "POST {} HTTP/1.0\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
            self.path,
            self.server,
            body.len(),
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (_, body) = answer.split_once("\r\n\r\n").expect("an HTTP answer");
        let answer: Value = serde_json::from_str(body).expect("an answer in JSON");
        let vector = |row: &Value| serde_json::from_value(row["embedding"].clone()).unwrap();
        answer["data"].as_array().expect("vectors").iter().map(vector).collect()
    }

    /// How near the passages of a set are to each of its questions.
    pub fn nearness(&self, set: &QuestionSet, texts: &[String]) -> Vec<Vec<f32>> {
        let mut vectors: Option<Vectors> = None;
        for (batch, texts_of_batch) in texts.chunks(BATCH).enumerate() {
            for (place, vector) in self.embed("passage", texts_of_batch).iter().enumerate() {
                let all = vectors.get_or_insert_with(|| Vectors::new(texts.len(), vector.len()));
                all.set(batch * BATCH + place, PackedVector::pack(vector).unwrap().as_bytes());
            }
        }
        let vectors = vectors.unwrap();
        let start = Instant::now();
        let questions: Vec<String> = set.questions.iter().map(|(question, _)| question.clone()).collect();
        let nearness = questions
            .chunks(BATCH)
            .flat_map(|batch| self.embed("query", batch))
            .map(|vector| vectors.nearness(&vector).unwrap())
            .collect();
        let each = start.elapsed().as_secs_f64() * 1e3 / questions.len() as f64;
        eprintln!("xquad {}: {each:.1} ms for a question's vector, in batches of {BATCH}", set.language);
        nearness
    }
}
