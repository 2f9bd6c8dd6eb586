//! A tiny HTTP server that sends what a test scripts, byte for byte and with pauses.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use chatbot_core::ModelClient as _;
use chatbot_core::model::{ModelEvent, ModelFault, ModelMessage, ModelRequest};
use chatbot_protocol::ToolChoice;
use chatbot_provider::{Api, OpenAiClient, OpenAiSettings};
use futures_util::StreamExt as _;

/// What the server does with the connection.
#[derive(Clone)]
pub enum Step {
    /// Sends a piece of the body.
    Send(Vec<u8>),
    /// Waits.
    Pause(Duration),
    /// Waits until the client closes the connection.
    UntilClosed,
    /// Closes without ending the body.
    Cut,
}

/// One answer.
#[derive(Clone)]
pub struct Script {
    pub status: &'static str,
    pub headers: String,
    pub steps: Vec<Step>,
}

impl Script {
    pub fn stream(steps: Vec<Step>) -> Self {
        Self { status: "200 OK", headers: "content-type: text/event-stream\r\n".into(), steps }
    }

    pub fn events(text: &str) -> Self {
        Self::stream(vec![Step::Send(text.as_bytes().to_vec())])
    }

    pub fn plain(status: &'static str, headers: &str, body: &str) -> Self {
        Self { status, headers: headers.into(), steps: vec![Step::Send(body.as_bytes().to_vec())] }
    }
}

/// What the server saw.
pub enum Seen {
    /// A request: its head and body.
    Request(String, String),
    /// The client closed the connection while the server waited for that.
    Closed,
}

pub struct Server {
    pub base_url: String,
    pub seen: Receiver<Seen>,
    sent: Arc<AtomicUsize>,
    script: Arc<Mutex<Script>>,
    _thread: JoinHandle<()>,
}

impl Server {
    /// Answers every request with the script.
    pub fn start(script: Script) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
        let (tell, seen) = channel();
        let sent = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&sent);
        let script = Arc::new(Mutex::new(script));
        let current = Arc::clone(&script);
        let thread = std::thread::spawn(move || {
            for connection in listener.incoming() {
                let script = current.lock().unwrap().clone();
                if answer(connection.unwrap(), &script, &tell, &count).is_none() {
                    return;
                }
            }
        });
        Self { base_url, seen, sent, script, _thread: thread }
    }

    /// Answers the next requests with another script.
    pub fn now(&self, script: Script) {
        *self.script.lock().unwrap() = script;
    }

    /// How many bytes of bodies the network took.
    pub fn sent(&self) -> usize {
        self.sent.load(Ordering::SeqCst)
    }

    pub fn settings(&self) -> OpenAiSettings {
        let mut settings = OpenAiSettings::new(&self.base_url, "test-model");
        settings.api_key = Some("sk-test".into());
        settings
    }

    pub fn client(&self) -> OpenAiClient {
        self.client_by(Api::Chat)
    }

    pub fn client_by(&self, api: Api) -> OpenAiClient {
        OpenAiClient::new(OpenAiSettings { api, ..self.settings() }).unwrap()
    }

    pub fn requests(&self) -> Vec<(String, String)> {
        self.seen
            .try_iter()
            .filter_map(|seen| match seen {
                Seen::Request(head, body) => Some((head, body)),
                Seen::Closed => None,
            })
            .collect()
    }
}

fn answer(connection: TcpStream, script: &Script, tell: &Sender<Seen>, sent: &AtomicUsize) -> Option<()> {
    connection.set_nodelay(true).unwrap();
    let mut reader = BufReader::new(connection.try_clone().unwrap());
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).ok()? == 0 {
            return Some(());
        }
    }
    let lower = head.to_ascii_lowercase();
    let length = lower.split("content-length: ").nth(1).map_or("0", |rest| rest.lines().next().unwrap());
    let mut body = vec![0; length.parse().unwrap()];
    reader.read_exact(&mut body).unwrap();
    tell.send(Seen::Request(head, String::from_utf8(body).unwrap())).ok()?;
    // A client that hangs up early is a case of its own, not a failure of the server.
    let _ = send(connection, &mut reader, script, (tell, sent));
    Some(())
}

fn send(
    mut out: TcpStream,
    reader: &mut BufReader<TcpStream>,
    script: &Script,
    (tell, sent): (&Sender<Seen>, &AtomicUsize),
) -> std::io::Result<()> {
    write!(
        out,
        "HTTP/1.1 {}\r\n{}transfer-encoding: chunked\r\nconnection: close\r\n\r\n",
        script.status, script.headers
    )?;
    for step in &script.steps {
        match step {
            Step::Send(bytes) if bytes.is_empty() => {}
            Step::Send(bytes) => {
                write!(out, "{:x}\r\n", bytes.len())?;
                out.write_all(bytes)?;
                out.write_all(b"\r\n")?;
                sent.fetch_add(bytes.len(), Ordering::SeqCst);
            }
            Step::Pause(time) => std::thread::sleep(*time),
            Step::UntilClosed => {
                while reader.read(&mut [0; 64]).is_ok_and(|n| n > 0) {}
                let _ = tell.send(Seen::Closed);
                return Ok(());
            }
            Step::Cut => return Ok(()),
        }
    }
    out.write_all(b"0\r\n\r\n")
}

pub fn question() -> ModelRequest {
    ModelRequest {
        messages: vec![ModelMessage::User("What is a key?".into())],
        tools: vec![],
        tool_choice: ToolChoice::Auto,
        max_output_tokens: None,
        temperature: None,
        language: "en".into(),
    }
}

/// Everything that a client says: the events, then the fault if there is one.
pub async fn listen(client: &OpenAiClient) -> (Vec<ModelEvent>, Option<ModelFault>) {
    let mut events = Vec::new();
    let mut stream = match client.ask(question()).await {
        Ok(stream) => stream,
        Err(fault) => return (events, Some(fault)),
    };
    while let Some(item) = stream.next().await {
        match item {
            Ok(event) => events.push(event),
            Err(fault) => {
                assert!(stream.next().await.is_none(), "nothing follows a fault");
                return (events, Some(fault));
            }
        }
    }
    (events, None)
}

pub async fn hear(script: Script) -> (Vec<ModelEvent>, Option<ModelFault>) {
    hear_by(Api::Chat, script).await
}

pub async fn hear_by(api: Api, script: Script) -> (Vec<ModelEvent>, Option<ModelFault>) {
    listen(&Server::start(script).client_by(api)).await
}

/// The text of some events.
pub fn text(events: &[ModelEvent]) -> String {
    events
        .iter()
        .filter_map(|event| match event {
            ModelEvent::Text(text) => Some(text.as_str()),
            _ => None,
        })
        .collect()
}
