//! A wire to the database that loses an answer when a story says so: what was asked for is done, and whoever asked is
//! never told.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// The wire; it is there until the story ends.
pub struct LossyWire {
    address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    database: SocketAddr,
    /// In what the answer is lost to.
    unlucky: Mutex<Option<Vec<u8>>>,
    state: watch::Sender<State>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    Whole,
    /// Somebody waits for an answer that came and is kept back.
    Lost,
    /// They are told that the connection is gone.
    Cut,
}

impl LossyWire {
    /// A wire to the database of a pool.
    pub async fn to(pool: &PgPool) -> Self {
        let options = pool.connect_options();
        let database =
            tokio::net::lookup_host((options.get_host(), options.get_port())).await.unwrap().next();
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared {
            database: database.expect("the database is somewhere"),
            unlucky: Mutex::new(None),
            state: watch::Sender::new(State::Whole),
        });
        let accepting = Arc::clone(&shared);
        #[allow(clippy::disallowed_methods, reason = "the wire of a story")]
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(accepting.database).await.unwrap();
                tokio::spawn(Arc::clone(&accepting).carry(client, server));
            }
        });
        Self { address, shared }
    }

    /// A pool whose connections go through it.
    pub async fn pool(&self, pool: &PgPool) -> PgPool {
        let options = (*pool.connect_options()).clone();
        let options = options.host(&self.address.ip().to_string()).port(self.address.port());
        PgPoolOptions::new().max_connections(10).connect_with(options).await.unwrap()
    }

    /// Loses the answer to the next statement with these words in it.
    pub fn lose_answer_to(&self, words: &str) {
        *self.shared.unlucky.lock().unwrap() = Some(words.as_bytes().to_vec());
    }

    /// Waits until the statement is done and its answer is kept back.
    pub async fn lost(&self) {
        let mut state = self.shared.state.subscribe();
        state.wait_for(|state| *state >= State::Lost).await.unwrap();
    }

    /// Whoever waits for the answer is told that the connection is gone.
    pub fn cut(&self) {
        self.shared.state.send_replace(State::Cut);
    }
}

impl Shared {
    async fn carry(self: Arc<Self>, client: TcpStream, server: TcpStream) {
        let (from_client, to_client) = client.into_split();
        let (from_server, to_server) = server.into_split();
        let (is_unlucky, unlucky) = watch::channel(false);
        let mut state = self.state.subscribe();
        tokio::select! {
            () = self.carry_questions(from_client, to_server, is_unlucky) => {}
            () = self.carry_answers(from_server, to_client, unlucky.clone()) => {}
            () = async {
                let _ = unlucky.clone().wait_for(|unlucky| *unlucky).await;
                let _ = state.wait_for(|state| *state == State::Cut).await;
            } => {}
        }
    }

    async fn carry_questions(
        &self,
        mut from: OwnedReadHalf,
        mut to: OwnedWriteHalf,
        is_unlucky: watch::Sender<bool>,
    ) {
        let mut question = Vec::new();
        let mut piece = [0; 16 << 10];
        while let Ok(length @ 1..) = from.read(&mut piece).await {
            question.extend_from_slice(&piece[..length]);
            if self.is_unlucky(&question) {
                is_unlucky.send_replace(true);
            }
            // What is looked for may lie on the border of two pieces.
            question.drain(..question.len().saturating_sub(1 << 10));
            if to.write_all(&piece[..length]).await.is_err() {
                return;
            }
        }
    }

    /// Whether the words are in it whose answer is to be lost; only one is.
    fn is_unlucky(&self, question: &[u8]) -> bool {
        let mut words = self.unlucky.lock().unwrap();
        let found = words
            .as_ref()
            .is_some_and(|words| question.windows(words.len()).any(|window| window == words.as_slice()));
        if found {
            *words = None;
        }
        found
    }

    async fn carry_answers(
        &self,
        mut from: OwnedReadHalf,
        mut to: OwnedWriteHalf,
        unlucky: watch::Receiver<bool>,
    ) {
        /// How the database says that it is done and that no transaction is open.
        const READY: [u8; 6] = [b'Z', 0, 0, 0, 5, b'I'];
        let mut piece = [0; 16 << 10];
        while let Ok(length @ 1..) = from.read(&mut piece).await {
            if !*unlucky.borrow() {
                if to.write_all(&piece[..length]).await.is_err() {
                    return;
                }
            } else if piece[..length].ends_with(&READY) {
                self.state.send_replace(State::Lost);
            }
        }
    }
}
