//! Somebody who signs tokens and publishes the keys, and does so badly when a test says so.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

/// A key pair, made for these tests: it opens nothing.
pub struct Signer {
    id: &'static str,
    algorithm: Algorithm,
    key: EncodingKey,
}

impl Signer {
    pub fn rsa() -> Self {
        Self::new("rsa", Algorithm::RS256, EncodingKey::from_rsa_der(include_bytes!("keys/rsa.der")))
    }

    /// Of 1024 bits.
    pub fn weak_rsa() -> Self {
        Self::new("weak", Algorithm::RS256, EncodingKey::from_rsa_der(include_bytes!("keys/rsa-weak.der")))
    }

    pub fn ec() -> Self {
        Self::new("ec", Algorithm::ES256, EncodingKey::from_ec_der(include_bytes!("keys/ec.der")))
    }

    pub fn ed() -> Self {
        Self::new("ed", Algorithm::EdDSA, EncodingKey::from_ed_der(include_bytes!("keys/ed.der")))
    }

    pub fn next_ed() -> Self {
        Self::new("ed-next", Algorithm::EdDSA, EncodingKey::from_ed_der(include_bytes!("keys/ed-next.der")))
    }

    fn new(id: &'static str, algorithm: Algorithm, key: EncodingKey) -> Self {
        Self { id, algorithm, key }
    }

    /// The public half as it is published.
    pub fn published(&self) -> Value {
        let mut key =
            serde_json::to_value(Jwk::from_encoding_key(&self.key, self.algorithm).unwrap()).unwrap();
        key["kid"] = json!(self.id);
        key["use"] = json!("sig");
        key
    }

    pub fn sign(&self, claims: &Value) -> String {
        self.sign_as(Some(self.id), self.algorithm, claims)
    }

    pub fn sign_with(&self, header: &Header, claims: &Value) -> String {
        encode(header, claims, &self.key).unwrap()
    }

    /// The same under another name, or by another algorithm of the key's.
    pub fn sign_as(&self, id: Option<&str>, algorithm: Algorithm, claims: &Value) -> String {
        let header = Header { kid: id.map(Into::into), ..Header::new(algorithm) };
        self.sign_with(&header, claims)
    }
}

/// What is published: a set of these keys.
pub fn key_set(signers: &[&Signer]) -> String {
    json!({"keys": signers.iter().map(|signer| signer.published()).collect::<Vec<_>>()}).to_string()
}

/// How it answers.
#[derive(Clone)]
pub enum Manner {
    Says(String),
    Status(&'static str),
    /// Not before it is told to.
    Waits(String),
    HangsUp,
    SendsElsewhere(String),
    NeverEnds,
}

/// Where keys are published, on this machine.
pub struct KeyServer {
    pub address: SocketAddr,
    shared: Arc<Shared>,
    task: Option<tokio::task::JoinHandle<()>>,
}

struct Shared {
    manner: Mutex<Manner>,
    asked: AtomicUsize,
    go_on: Notify,
}

impl KeyServer {
    pub async fn start(manner: Manner) -> Self {
        let shared = Shared { manner: Mutex::new(manner), asked: AtomicUsize::new(0), go_on: Notify::new() };
        let mut server = Self { address: ([127, 0, 0, 1], 0).into(), shared: Arc::new(shared), task: None };
        server.come_up().await;
        server
    }

    pub async fn come_up(&mut self) {
        let listener = TcpListener::bind(self.address).await.unwrap();
        self.address = listener.local_addr().unwrap();
        let shared = Arc::clone(&self.shared);
        #[expect(clippy::disallowed_methods, reason = "a server of a test")]
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(Arc::clone(&shared).answer(stream));
            }
        });
        self.task = Some(task);
    }

    /// Nobody listens any more.
    pub async fn go_down(&mut self) {
        if let Some(task) = self.task.take() {
            task.abort();
            assert!(task.await.unwrap_err().is_cancelled());
        }
    }

    pub fn url(&self) -> String {
        format!("http://{}/keys", self.address)
    }

    pub fn will(&self, manner: Manner) {
        *self.shared.manner.lock().unwrap() = manner;
    }

    /// Those that wait are answered.
    pub fn go_on(&self) {
        self.shared.go_on.notify_waiters();
    }

    pub fn asked(&self) -> usize {
        self.shared.asked.load(Ordering::SeqCst)
    }
}

impl Shared {
    async fn answer(self: Arc<Self>, mut stream: TcpStream) {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let Ok(byte) = stream.read_u8().await else { return };
            head.push(byte);
        }
        let go_on = self.go_on.notified();
        self.asked.fetch_add(1, Ordering::SeqCst);
        let manner = self.manner.lock().unwrap().clone();
        let (status, more, body) = match manner {
            Manner::Says(body) => ("200 OK", String::new(), body),
            Manner::Status(status) => (status, String::new(), String::new()),
            Manner::Waits(body) => {
                go_on.await;
                ("200 OK", String::new(), body)
            }
            Manner::HangsUp => return,
            Manner::SendsElsewhere(url) => ("302 Found", format!("location: {url}\r\n"), String::new()),
            Manner::NeverEnds => {
                let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{\"keys\":[").await;
                while stream.write_all(&[b' '; 4096]).await.is_ok() {}
                return;
            }
        };
        let length = body.len();
        let answer =
            format!("HTTP/1.1 {status}\r\n{more}content-length: {length}\r\nconnection: close\r\n\r\n{body}");
        let _ = stream.write_all(answer.as_bytes()).await;
    }
}
