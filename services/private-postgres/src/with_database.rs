//! A database around one command.

use std::io::{self, IsTerminal};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use private_postgres::{Durability, Options, PrivatePostgres, PrivatePostgresError};
use rustix::process::{Pid, Signal, kill_process};
use tokio::process::{Child, Command};
use tokio::signal::unix::{self, SignalKind};

use crate::WithDatabase;

/// Why the command was not run, or not to its end.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error(transparent)]
    Postgres(#[from] PrivatePostgresError),
    #[error("could not start `{command}`: {source}")]
    Command { command: String, source: io::Error },
    #[error("could not make a temporary directory: {0}")]
    TemporaryDirectory(io::Error),
    #[error("could not wait for signals or for the command: {0}")]
    Waiting(io::Error),
    #[error("ended by a signal while starting")]
    Signalled(i32),
}

impl Error {
    /// As a shell would: 127 for a command that cannot be run, 128 + signal.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Command { .. } => 127,
            Self::Signalled(signal) => code_of_signal(*signal),
            _ => 1,
        }
    }
}

/// The exit code of the command.
pub(crate) async fn run(arguments: WithDatabase) -> Result<u8, Error> {
    let mut signals = Signals::listen().map_err(Error::Waiting)?;
    if let Some(url) = arguments.database_url {
        return attend(&arguments.command, &url, &mut signals).await;
    }
    let temporary = match &arguments.data_dir {
        Some(_) => None,
        None => Some(temporary_directory().map_err(Error::TemporaryDirectory)?),
    };
    let options = Options {
        durability: durability(arguments.throwaway || temporary.is_some()),
        database: arguments.database,
        data_dir: temporary.as_ref().map_or_else(
            || arguments.data_dir.unwrap_or_default(),
            |directory| directory.path().to_path_buf(),
        ),
    };
    let postgres = tokio::select! {
        started = PrivatePostgres::start(options) => started?,
        signal = signals.next() => return Err(Error::Signalled(signal.as_raw())),
    };
    let outcome = attend(&arguments.command, postgres.url(), &mut signals).await;
    postgres.stop().await;
    outcome
}

fn durability(throwaway: bool) -> Durability {
    if throwaway { Durability::Throwaway } else { Durability::Full }
}

/// Open to be passed through: as root without user namespaces, PostgreSQL runs
/// as another user.
fn temporary_directory() -> io::Result<tempfile::TempDir> {
    tempfile::Builder::new()
        .prefix("private-postgres-")
        .permissions(std::fs::Permissions::from_mode(0o711))
        .tempdir()
}

/// Runs the command, hands signals on to it, and gives its exit code.
async fn attend(command: &[String], url: &str, signals: &mut Signals) -> Result<u8, Error> {
    let (program, arguments) = command.split_first().ok_or_else(|| Error::Command {
        command: String::new(),
        source: io::ErrorKind::InvalidInput.into(),
    })?;
    let mut child = Command::new(program)
        .args(arguments)
        .env("DATABASE_URL", url)
        .spawn()
        .map_err(|source| Error::Command { command: program.clone(), source })?;
    loop {
        tokio::select! {
            status = child.wait() => return status.map(code_of).map_err(Error::Waiting),
            signal = signals.next() => hand_on(&child, signal),
        }
    }
}

fn hand_on(child: &Child, signal: Signal) {
    // Ctrl-C in a terminal reaches the command without us; twice would mean
    // "stop at once" to many a program.
    if signal == Signal::INT && io::stdin().is_terminal() {
        return;
    }
    let pid = child.id().and_then(|id| i32::try_from(id).ok());
    if let Some(pid) = pid.and_then(Pid::from_raw) {
        // It may have ended just now: then there is nobody to tell.
        let _ = kill_process(pid, signal);
    }
}

fn code_of(status: ExitStatus) -> u8 {
    match (status.code(), status.signal()) {
        (Some(code), _) => u8::try_from(code).unwrap_or(1),
        (None, Some(signal)) => code_of_signal(signal),
        (None, None) => 1,
    }
}

fn code_of_signal(signal: i32) -> u8 {
    u8::try_from(128 + signal).unwrap_or(1)
}

/// The signals that ask a program to end.
struct Signals {
    interrupt: unix::Signal,
    terminate: unix::Signal,
    hang_up: unix::Signal,
}

impl Signals {
    fn listen() -> io::Result<Self> {
        Ok(Self {
            interrupt: unix::signal(SignalKind::interrupt())?,
            terminate: unix::signal(SignalKind::terminate())?,
            hang_up: unix::signal(SignalKind::hangup())?,
        })
    }

    async fn next(&mut self) -> Signal {
        tokio::select! {
            _ = self.interrupt.recv() => Signal::INT,
            _ = self.terminate.recv() => Signal::TERM,
            _ = self.hang_up.recv() => Signal::HUP,
        }
    }
}
