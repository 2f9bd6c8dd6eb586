//! Silence, cuts, splits, slow readers and readers that leave.

use std::time::{Duration, Instant};

use chatbot_core::ModelClient as _;
use chatbot_core::model::{Finish, ModelEvent, ModelFault};
use chatbot_provider::OpenAiClient;
use futures_util::StreamExt as _;

use crate::server::{Script, Seen, Server, Step, hear, listen, question, text};

const HELLO: &str = "data: {\"choices\":[{\"delta\":{\"content\":\"hello\"}}]}\n\n";
const STOP: &str = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";

fn send(text: &str) -> Step {
    Step::Send(text.as_bytes().to_vec())
}

async fn hear_impatiently(steps: Vec<Step>) -> (Vec<ModelEvent>, Option<ModelFault>) {
    let server = Server::start(Script::stream(steps));
    let mut settings = server.settings();
    settings.first_byte = Duration::from_millis(300);
    settings.idle = Duration::from_millis(100);
    listen(&OpenAiClient::new(settings).unwrap()).await
}

#[tokio::test]
async fn silence_before_and_inside_a_reply_is_told_apart() {
    let (events, fault) = hear_impatiently(vec![Step::UntilClosed]).await;
    assert_eq!((events.len(), fault), (0, Some(ModelFault::Silent(Duration::from_millis(300)))));
    let (events, fault) = hear_impatiently(vec![send(HELLO), Step::UntilClosed]).await;
    assert_eq!(text(&events), "hello");
    assert_eq!(fault, Some(ModelFault::Silent(Duration::from_millis(100))));
}

#[tokio::test]
async fn a_server_that_does_not_even_answer_is_silent() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let mut settings = chatbot_provider::OpenAiSettings::new(url, "m");
    settings.first_byte = Duration::from_millis(100);
    let (_, fault) = listen(&OpenAiClient::new(settings).unwrap()).await;
    assert_eq!(fault, Some(ModelFault::Silent(Duration::from_millis(100))));
}

#[tokio::test]
async fn comments_keep_a_waiting_reply_alive() {
    let mut steps = vec![];
    for _ in 0..5 {
        steps.extend([send(": still there\n\n"), Step::Pause(Duration::from_millis(60))]);
    }
    steps.extend([send(HELLO), send(STOP)]);
    let (events, fault) = hear_impatiently(steps).await;
    assert_eq!((text(&events).as_str(), fault), ("hello", None));
}

#[tokio::test]
async fn a_complete_reply_does_not_wait_for_its_bill() {
    let done = ModelEvent::Completed { finish: Finish::Done, usage: None };
    for end in [Step::UntilClosed, Step::Cut] {
        let (events, fault) = hear_impatiently(vec![send(HELLO), send(STOP), end]).await;
        assert_eq!((events.last(), fault), (Some(&done), None));
    }
}

#[tokio::test]
async fn a_cut_connection_breaks_the_reply_off() {
    for steps in
        [vec![Step::Cut], vec![send(HELLO), Step::Cut], vec![send(HELLO), send("data: {\"ch"), Step::Cut]]
    {
        let (_, fault) = hear(Script::stream(steps)).await;
        assert!(matches!(fault, Some(ModelFault::BrokeOff(_))), "{fault:?}");
    }
}

#[tokio::test]
async fn characters_split_between_packets_come_out_whole() {
    let body = format!("data: {{\"choices\":[{{\"delta\":{{\"content\":\"ä日🦀\"}}}}]}}\r\n\r\n{STOP}");
    let bytes = body.as_bytes();
    for size in [1, 2, 3, 7] {
        let mut steps = Vec::new();
        for piece in bytes.chunks(size) {
            steps.push(Step::Send(piece.to_vec()));
            if !piece.is_ascii() {
                steps.push(Step::Pause(Duration::from_millis(3)));
            }
        }
        let (events, fault) = hear(Script::stream(steps)).await;
        assert_eq!((text(&events).as_str(), fault), ("ä日🦀", None), "in pieces of {size}");
    }
}

#[tokio::test]
async fn dropping_the_stream_closes_the_connection() {
    let server = Server::start(Script::stream(vec![send(HELLO), Step::UntilClosed]));
    let client = server.client();
    let mut stream = client.ask(question()).await.unwrap();
    assert_eq!(stream.next().await.unwrap().unwrap(), ModelEvent::Text("hello".into()));
    let dropped = Instant::now();
    drop(stream);
    tokio::task::yield_now().await;
    let closed = tokio::task::spawn_blocking(move || {
        assert!(matches!(server.seen.recv().unwrap(), Seen::Request(..)));
        server.seen.recv_timeout(Duration::from_secs(2)).unwrap()
    });
    assert!(matches!(closed.await.unwrap(), Seen::Closed));
    assert!(dropped.elapsed() < Duration::from_secs(1));
}

#[tokio::test]
async fn a_slow_reader_holds_the_server_back() {
    // 64 MB that the reader does not take: the server must get stuck long before they are sent.
    let mut piece = HELLO.repeat(20_000).into_bytes();
    piece.truncate(piece.len() - piece.len() % HELLO.len());
    let steps = vec![Step::Send(piece); 64];
    let server = Server::start(Script::stream([steps, vec![Step::UntilClosed]].concat()));
    let client = server.client();
    let mut stream = client.ask(question()).await.unwrap();
    stream.next().await.unwrap().unwrap();
    // It has sent what fits on the way, and no more.
    let mut sent = server.sent();
    loop {
        tokio::time::sleep(Duration::from_millis(200)).await;
        if std::mem::replace(&mut sent, server.sent()) == server.sent() {
            break;
        }
    }
    assert!(sent < 32_000_000, "{sent} bytes were sent");
    // And the rest is still there.
    let mut rest = 0;
    while rest < 1000 * "hello".len() {
        let ModelEvent::Text(text) = stream.next().await.unwrap().unwrap() else {
            panic!("more text was sent")
        };
        assert!(text.starts_with("hello"), "{text}");
        rest += text.len();
    }
}

#[tokio::test]
async fn words_that_come_close_together_are_told_together_and_none_is_lost_before_a_cut() {
    let word = |n: usize| send(&HELLO.replace("hello", &format!("{n} ")));
    let steps = |end: Step| {
        let words = (0..50).flat_map(|n| [word(n), Step::Pause(Duration::from_millis(4))]);
        words.chain([end]).collect::<Vec<_>>()
    };
    let whole = (0..50).map(|n| format!("{n} ")).collect::<Vec<_>>().concat();
    for end in [send(STOP), Step::Cut] {
        let (events, _) = hear(Script::stream(steps(end))).await;
        assert_eq!(text(&events), whole);
        assert!(events.len() < 40, "{} pieces", events.len());
    }
}
