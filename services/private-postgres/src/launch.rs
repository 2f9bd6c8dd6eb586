//! From a data directory to a `postgres` that answers.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::Durability;
use crate::account::Runner;
use crate::binaries::{self, Installation};
use crate::cluster::{self, Cluster};
use crate::error::PrivatePostgresError;
use crate::leftover;
use crate::lock::DataDirLock;
use crate::ready::{self, Access, Answer};
use crate::server::Server;

/// How long to retry what passes by itself: a port that somebody else took
/// just then, backends that outlived a killed `postgres`.
const RETRY_FOR: Duration = Duration::from_secs(30);

/// What a failed attempt says in the log when another attempt may succeed.
const PASSING: [&str; 3] = ["could not bind", "could not create any TCP/IP sockets", "shared memory block"];

/// All that is needed to start `postgres`.
#[derive(Debug)]
pub(crate) struct Prepared {
    runner: Runner,
    installation: Installation,
    cluster: Cluster,
    /// Process id in the pid file that belongs to another program.
    stranger: Option<i32>,
    lock: Arc<DataDirLock>,
}

impl Prepared {
    pub(crate) fn access(&self, port: u16) -> Access {
        Access { port, password: self.cluster.password.clone() }
    }

    pub(crate) fn major(&self) -> u32 {
        self.installation.major
    }
}

/// Everything before the server. Blocks.
pub(crate) fn prepare(
    data_dir: &Path,
    durability: Durability,
    choose_runner: fn() -> Result<Runner, PrivatePostgresError>,
) -> Result<Prepared, PrivatePostgresError> {
    std::fs::create_dir_all(data_dir).map_err(PrivatePostgresError::file("make", data_dir))?;
    let data_dir = std::fs::canonicalize(data_dir).map_err(PrivatePostgresError::file("find", data_dir))?;
    let lock = Arc::new(DataDirLock::acquire(&data_dir)?);
    let installation = binaries::choose(&data_dir)?;
    let runner = choose_runner()?;
    let cluster = cluster::open_or_make(&data_dir, &installation, runner, durability)?;
    let stranger = leftover::settle(&cluster.directory)?;
    Ok(Prepared { runner, installation, cluster, stranger, lock })
}

/// Starts the server and waits until it answers.
pub(crate) async fn launch(
    prepared: &Prepared,
    durability: Durability,
) -> Result<(Server, u16), PrivatePostgresError> {
    let deadline = Instant::now() + RETRY_FOR;
    loop {
        let (said_from, port, server) = start(prepared, durability).await?;
        let access = prepared.access(port);
        match ready::wait(&access, &server, &prepared.cluster.log).await? {
            Answer::Ready => return Ok((server, port)),
            Answer::Exited => {
                let tail = tail(&prepared.cluster.log, said_from);
                let passes = PASSING.iter().any(|passing| tail.contains(passing));
                if !passes || Instant::now() > deadline {
                    return Err(PrivatePostgresError::EndedWhileStarting {
                        log: prepared.cluster.log.clone(),
                        tail,
                    });
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

/// Starts the server; also says where in the log its words begin.
async fn start(
    prepared: &Prepared,
    durability: Durability,
) -> Result<(u64, u16, Server), PrivatePostgresError> {
    let program = &prepared.installation.postgres;
    let cannot_start =
        |source| PrivatePostgresError::Program { program: program.display().to_string(), source };
    let log_path = &prepared.cluster.log;
    let log = prepared.cluster.open_log()?;
    let said_from = log.metadata().map_err(PrivatePostgresError::file("read", log_path))?.len();
    let for_stdout = log.try_clone().map_err(PrivatePostgresError::file("open", log_path))?;
    let port = free_port().map_err(cannot_start)?;
    let mut command = prepared.runner.command(program, "INT");
    command.arg("-D").arg(&prepared.cluster.directory);
    configure(&mut command, port, durability);
    cluster::in_english(&mut command);
    if let Some(stranger) = prepared.stranger {
        // PostgreSQL's own way to be told "this is not my predecessor".
        command.env("PG_GRANDPARENT_PID", stranger.to_string());
    }
    command.stdout(for_stdout).stderr(log);
    let server = Server::start(command, Arc::clone(&prepared.lock)).await.map_err(cannot_start)?;
    Ok((said_from, port, server))
}

fn configure(command: &mut Command, port: u16, durability: Durability) {
    let port = format!("port={port}");
    // Tests run many servers at once, each with a pool of its own.
    let connections = if durability == Durability::Throwaway { 600 } else { 200 };
    let connections = format!("max_connections={connections}");
    let mut settings = vec![
        port.as_str(),
        "listen_addresses=127.0.0.1",
        "unix_socket_directories=",
        connections.as_str(),
        "timezone=UTC",
        "log_timezone=UTC",
        "logging_collector=off",
        "log_destination=stderr",
        "log_line_prefix=%m [%p] ",
        // Row contents (students' words) stay out of the log.
        "log_error_verbosity=terse",
        "log_min_error_statement=panic",
    ];
    if durability == Durability::Throwaway {
        settings.extend(["fsync=off", "full_page_writes=off", "synchronous_commit=off"]);
    }
    for setting in settings {
        command.args(["-c", setting]);
    }
}

/// Free at this moment; who loses the race for it tries another.
fn free_port() -> std::io::Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    Ok(listener.local_addr()?.port())
}

/// The last lines that were written to the log since `from`.
fn tail(log: &Path, from: u64) -> String {
    let mut bytes = Vec::new();
    // A log that cannot be read must not hide the error that it was to explain.
    let _ = File::open(log).and_then(|mut file| {
        file.seek(SeekFrom::Start(from))?;
        file.take(64 * 1024).read_to_end(&mut bytes)
    });
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(12)..].join("\n")
}
