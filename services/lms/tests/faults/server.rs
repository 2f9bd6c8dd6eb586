//! The real program as a process.

use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::home::{Database, Home, PATIENCE, SECRET};

/// `lms serve` on a free port.
pub struct Server {
    child: Child,
    pub url: String,
    log: PathBuf,
}

impl Server {
    /// Starts it and waits for its address. The name is that of its log.
    pub async fn start(home: &Home, database: &Database, model: &str, name: &str) -> Self {
        let log = home.log_of(&format!("{}-{name}", database.name));
        let pages = home.directory().join("pages");
        std::fs::create_dir_all(&pages).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_lms"))
            .arg("serve")
            // Not where a `chatbot.toml` may lie.
            .current_dir(home.directory())
            .env_clear()
            .envs([
                ("HOST", "127.0.0.1"),
                ("PORT", "0"),
                ("JWT_SECRET", SECRET),
                ("RUST_LOG", "info,sqlx=warn"),
            ])
            .envs([("DATABASE_URL", database.url.as_str()), ("OPENAI_BASE_URL", model)])
            .envs([("OPENAI_API_KEY", "none"), ("CHATBOT_MODEL", "model")])
            .env("DATA_DIR", home.directory().join("data"))
            .env("UI_DIR", pages)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(std::fs::File::create(&log).unwrap())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let announced = async {
            while let Some(line) = lines.next_line().await.unwrap() {
                if let Some(url) = line.strip_prefix("Course Chatbot: ") {
                    return Some(url.trim_end_matches('/').to_owned());
                }
            }
            None
        };
        let url = tokio::time::timeout(PATIENCE, announced).await.ok().flatten();
        let url = url.unwrap_or_else(|| panic!("no address: {}", std::fs::read_to_string(&log).unwrap()));
        Self { child, url, log }
    }

    /// `kill -9`.
    pub async fn kill(mut self) {
        self.child.kill().await.unwrap();
    }

    /// SIGTERM; returns when it has heard.
    pub async fn terminate(&self) {
        self.send(Signal::TERM);
        self.until_logged("stopping").await;
    }

    /// SIGSTOP; returns when none of its threads runs any more. Its sockets stay open.
    pub async fn freeze(&self) {
        self.send(Signal::STOP);
        let stopped = async {
            while !self.is_stopped() {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        tokio::time::timeout(PATIENCE, stopped).await.expect("it stops");
    }

    fn is_stopped(&self) -> bool {
        let threads = std::fs::read_dir(format!("/proc/{}/task", self.child.id().unwrap())).unwrap();
        threads.flatten().all(|thread| {
            let stat = std::fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
            // The state stands behind the name, which may hold anything.
            stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('T'))
        })
    }

    /// SIGCONT: it goes on as if nothing had been.
    pub fn thaw(&self) {
        self.send(Signal::CONT);
    }

    fn send(&self, signal: Signal) {
        let pid = self.child.id().and_then(|id| Pid::from_raw(i32::try_from(id).unwrap()));
        kill_process(pid.unwrap(), signal).unwrap();
    }

    /// Waits for its end.
    pub async fn ended(mut self, within: Duration) -> ExitStatus {
        let ended = tokio::time::timeout(within, self.child.wait()).await;
        let status = ended.unwrap_or_else(|_| panic!("did not end:\n{}", self.log_tail())).unwrap();
        assert!(!self.log().contains("panicked at"), "{}", self.log());
        status
    }

    /// SIGTERM and a good end.
    pub async fn stop(self) {
        self.terminate().await;
        let log = self.log.clone();
        let status = self.ended(PATIENCE).await;
        assert!(status.success(), "{status}: {}", std::fs::read_to_string(log).unwrap());
    }

    async fn until_logged(&self, words: &str) {
        let logged = async {
            while !self.log().contains(words) {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(PATIENCE, logged)
            .await
            .unwrap_or_else(|_| panic!("{words:?}: {}", self.log_tail()));
    }

    pub fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap()
    }

    /// How many files and sockets it has open.
    pub fn open_files(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/fd", self.child.id().unwrap())).unwrap().count()
    }

    /// How many connections it has with pages.
    pub fn connections(&self) -> usize {
        const ESTABLISHED: &str = "01";
        let port: u16 = self.url.rsplit(':').next().unwrap().parse().unwrap();
        let at_port = format!(":{port:04X}");
        let sockets = std::fs::read_to_string("/proc/net/tcp").unwrap();
        let fields = sockets.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        fields.filter(|fields| fields[1].ends_with(&at_port) && fields[3] == ESTABLISHED).count()
    }

    /// The end of its log, for a failure.
    pub fn log_tail(&self) -> String {
        let log = self.log();
        let lines: Vec<&str> = log.lines().collect();
        lines[lines.len().saturating_sub(40)..].join("\n")
    }
}
