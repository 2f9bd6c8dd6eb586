//! A reply's bytes: HTTP chunks that hold events that hold JSON. Usual words are written once for all.

use std::borrow::Cow;
use std::sync::LazyLock;

use serde_json::{Value, json};

use super::plan::Call;

/// Bytes that go out as they are.
pub type Piece = Cow<'static, [u8]>;

pub const HEAD: &[u8] =
    b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncache-control: no-cache\r\ntransfer-encoding: chunked\r\n\r\n";
pub const LAST_CHUNK: &[u8] = b"0\r\n\r\n";

const WORDS: &str = "A key names each row of a table once and for all. Other tables point to it, so that facts \
    are kept in one place. When a fact changes, it changes there and nowhere else. ";

static USUAL: LazyLock<Vec<Vec<u8>>> =
    LazyLock::new(|| WORDS.split_inclusive(' ').map(|word| delta(&json!({ "content": word }))).collect());

/// The usual answer's words, as often as wanted.
pub fn usual_words(count: usize) -> Vec<Piece> {
    USUAL.iter().cycle().take(count).map(|word| Cow::Borrowed(word.as_slice())).collect()
}

pub fn word(text: &str) -> Piece {
    Cow::Owned(delta(&json!({ "content": text })))
}

pub fn role() -> Vec<u8> {
    delta(&json!({ "role": "assistant", "content": "" }))
}

/// A call's chunks: its name, then its arguments in pieces.
pub fn call(index: usize, id: &str, call: &Call) -> Vec<u8> {
    let mut out = delta(&json!({ "tool_calls": [{ "index": index, "id": id, "type": "function",
        "function": { "name": call.name, "arguments": "" } }] }));
    let arguments: Vec<char> = call.arguments().chars().collect();
    for piece in arguments.chunks(8) {
        let piece: String = piece.iter().collect();
        out.extend(delta(&json!({ "tool_calls": [{ "index": index, "function": { "arguments": piece } }] })));
    }
    out
}

/// Why the reply ended, what it cost, and the end.
pub fn finish(reason: &str, asked: usize, told: usize) -> Vec<u8> {
    let mut out = event(&chunk(&json!([{ "index": 0, "delta": {}, "finish_reason": reason }])));
    let mut usage = chunk(&json!([]));
    usage["usage"] =
        json!({ "prompt_tokens": asked, "completion_tokens": told, "total_tokens": asked + told });
    out.extend(event(&usage));
    out.extend(framed(b"data: [DONE]\n\n"));
    out.extend(LAST_CHUNK);
    out
}

/// An error in the middle of a stream.
pub fn reported() -> Vec<u8> {
    event(&json!({ "error": { "message": "the model is overloaded", "type": "server_error" } }))
}

/// A whole answer that is no stream.
pub fn plain(status: u16, retry_after: Option<u64>, body: &Value) -> Vec<u8> {
    let body = body.to_string();
    let retry_after = retry_after.map(|seconds| format!("retry-after: {seconds}\r\n")).unwrap_or_default();
    format!(
        "HTTP/1.1 {status} Status\r\ncontent-type: application/json\r\n{retry_after}content-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

fn delta(delta: &Value) -> Vec<u8> {
    event(&chunk(&json!([{ "index": 0, "delta": delta, "finish_reason": null }])))
}

fn chunk(choices: &Value) -> Value {
    json!({ "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1_700_000_000, "model": "fake",
        "choices": choices })
}

fn event(value: &Value) -> Vec<u8> {
    framed(format!("data: {value}\n\n").as_bytes())
}

fn framed(bytes: &[u8]) -> Vec<u8> {
    let mut out = format!("{:x}\r\n", bytes.len()).into_bytes();
    out.extend_from_slice(bytes);
    out.extend_from_slice(b"\r\n");
    out
}
