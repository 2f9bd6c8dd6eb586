//! A collector of our own takes what is sent.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc;

use tracing_subscriber::layer::SubscriberExt;

use super::*;

/// Takes requests until it is dropped; gives the address, and each request as it came.
fn collector() -> (String, mpsc::Receiver<Vec<u8>>) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let (sender, received) = mpsc::channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            if sender.send(take(stream.unwrap())).is_err() {
                return;
            }
        }
    });
    (address, received)
}

fn take(mut stream: TcpStream) -> Vec<u8> {
    let (mut request, mut piece) = (Vec::new(), [0; 4096]);
    loop {
        let read = stream.read(&mut piece).unwrap();
        request.extend_from_slice(&piece[..read]);
        let text = String::from_utf8_lossy(&request).to_lowercase();
        let length = text.split("content-length: ").nth(1).and_then(|rest| rest.lines().next()?.parse().ok());
        let body = request.windows(4).position(|four| four == b"\r\n\r\n").map(|end| request.len() - end - 4);
        if read == 0 || body.is_some() && body >= length {
            break;
        }
    }
    stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n").unwrap();
    request
}

fn environment(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

#[test]
fn spans_arrive_where_the_environment_says() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let (address, received) = collector();
    let named = [("OTEL_EXPORTER_OTLP_ENDPOINT", address.as_str()), ("OTEL_SERVICE_NAME", "my-lms")];
    let traces = Traces::from_environment(&environment(&named)).unwrap().unwrap();
    let subscriber = tracing_subscriber::registry().with(traces.layer());
    tracing::subscriber::with_default(subscriber, || {
        tracing::info_span!(target: "chatbot_engine", "turn", turn = 7).in_scope(|| {
            let call = tracing::info_span!(target: "chatbot_engine", "tool_call", tool = "page_lookup");
            call.in_scope(|| tracing::info!(target: "chatbot_engine", "a tool ran"));
        });
        drop(tracing::info_span!(target: "another_crate", "secret_span"));
    });
    traces.finish();
    let request = received.recv_timeout(std::time::Duration::from_secs(10)).unwrap();
    let holds = |text: &str| request.windows(text.len()).any(|window| window == text.as_bytes());
    for text in
        ["POST /v1/traces ", "application/x-protobuf", "my-lms", "tool_call", "page_lookup", "a tool ran"]
    {
        assert!(holds(text), "{text} is not in {}", String::from_utf8_lossy(&request));
    }
    assert!(!holds("secret_span"), "spans of others stay here");
}

#[test]
fn nothing_is_sent_unless_a_collector_is_named() {
    for pairs in [
        &[][..],
        &[("OTEL_SERVICE_NAME", "my-lms")],
        &[("OTEL_EXPORTER_OTLP_ENDPOINT", " ")],
        &[("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1"), ("OTEL_SDK_DISABLED", "true")],
    ] {
        assert!(Traces::from_environment(&environment(pairs)).unwrap().is_none(), "{pairs:?}");
    }
}
