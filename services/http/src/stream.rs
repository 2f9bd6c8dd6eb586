//! The answer as a stream: what happened, mapped to the AI SDK's chunks as it is read from the log.

use std::time::Duration;

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use actix_web::web::Bytes;
use async_stream::stream;
use chatbot_engine::{LogItem, LogReader};
use chatbot_protocol::TurnEvent;
use chatbot_protocol::turn_event::joined;
use tokio::time::Instant;

const OPEN: Bytes = Bytes::from_static(b": stream-open\n\n");
const KEEP_ALIVE: Bytes = Bytes::from_static(b": keep-alive\n\n");
const DONE: Bytes = Bytes::from_static(b"data: [DONE]\n\n");

/// The response that follows a log to its end.
pub fn respond(mut reader: LogReader, keep_alive: Duration) -> HttpResponse {
    let body = stream! {
        yield Ok::<Bytes, std::convert::Infallible>(OPEN);
        // One timer for the whole stream: there are many items a second.
        let mut silence = std::pin::pin!(tokio::time::sleep(keep_alive));
        loop {
            let item = tokio::select! {
                biased;
                item = reader.next() => item,
                () = &mut silence => Some(LogItem::Probe),
            };
            silence.as_mut().reset(Instant::now() + keep_alive);
            match item {
                Some(LogItem::Events(events)) => yield Ok(encode(events)),
                Some(LogItem::Probe) => yield Ok(KEEP_ALIVE),
                None => break,
            }
        }
        yield Ok(DONE);
    };
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/event-stream"))
        // A proxy that compresses would hold pieces back until it has enough of them.
        .insert_header((CACHE_CONTROL, "no-cache, no-transform"))
        .insert_header(("x-vercel-ai-ui-message-stream", "v1"))
        .insert_header(("x-accel-buffering", "no"))
        .streaming(Box::pin(body))
}

fn encode(events: Vec<TurnEvent>) -> Bytes {
    let mut out = Vec::new();
    for chunk in joined(events).iter().flat_map(TurnEvent::to_chunks) {
        out.extend_from_slice(b"data: ");
        if serde_json::to_writer(&mut out, &chunk).is_err() {
            // Chunks are plain data; writing them into memory cannot fail.
            tracing::error!("a chunk could not be written");
        }
        out.extend_from_slice(b"\n\n");
    }
    out.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_pieces_of_one_text_are_sent_as_one() {
        let added = |id: &str, delta: &str| TurnEvent::TextAdded { id: id.into(), delta: delta.into() };
        let body = encode(vec![added("t1", "a"), added("t1", "\n"), added("t2", "c")]);
        let body = std::str::from_utf8(&body).unwrap();
        assert_eq!(
            body,
            "data: {\"type\":\"text-delta\",\"id\":\"t1\",\"delta\":\"a\\n\"}\n\n\
             data: {\"type\":\"text-delta\",\"id\":\"t2\",\"delta\":\"c\"}\n\n"
        );
    }
}
