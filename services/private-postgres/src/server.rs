//! The child process, and the thread that keeps it.
//!
//! A thread of its own starts the child and waits for it, for two reasons: the
//! death signal comes when the *thread* that started the child ends, which with
//! an async runtime's threads may be any time; and waiting in one place makes
//! sure that no signal is ever sent to a process id that was given away again.

use std::io;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};
use tokio::sync::{oneshot, watch};

use crate::lock::DataDirLock;

/// How long each shutdown may take: fast, immediate, none.
const SHUTDOWN: [(Signal, Duration); 3] = [
    (Signal::INT, Duration::from_mins(2)),
    (Signal::QUIT, Duration::from_secs(15)),
    (Signal::KILL, Duration::from_secs(5)),
];

/// A `postgres` that was started. Asks it to end when dropped.
#[derive(Debug)]
pub(crate) struct Server {
    pid: Pid,
    reaped: Arc<Mutex<bool>>,
    exited: watch::Receiver<bool>,
}

impl Server {
    /// Starts `command`; the lock is let go of when the process is gone.
    pub(crate) async fn start(mut command: Command, lock: Arc<DataDirLock>) -> io::Result<Self> {
        let (tell_pid, pid) = oneshot::channel();
        let (tell_exit, exited) = watch::channel(false);
        let reaped = Arc::new(Mutex::new(false));
        let gate = Arc::clone(&reaped);
        thread::Builder::new().name("postgres-keeper".into()).spawn(move || match command.spawn() {
            Err(error) => drop(tell_pid.send(Err(error))),
            Ok(child) => {
                let pid = Pid::from_child(&child);
                // When the starter was cancelled, nobody will ever stop it.
                if tell_pid.send(Ok(pid)).is_err() {
                    let _ = kill_process(pid, Signal::INT);
                }
                keep(child, pid, &gate);
                drop(lock);
                tell_exit.send_replace(true);
            }
        })?;
        let pid = pid.await.map_err(io::Error::other)??;
        Ok(Self { pid, reaped, exited })
    }

    pub(crate) fn pid(&self) -> i32 {
        self.pid.as_raw_nonzero().get()
    }

    pub(crate) fn has_exited(&self) -> bool {
        *self.exited.borrow()
    }

    pub(crate) async fn exited(&self) {
        let mut exited = self.exited.clone();
        // An error means that the keeper is gone, and the child with it.
        let _ = exited.wait_for(|exited| *exited).await;
    }

    pub(crate) async fn stop(&self) {
        for (signal, patience) in SHUTDOWN {
            self.signal(signal);
            if tokio::time::timeout(patience, self.exited()).await.is_ok() {
                return;
            }
            tracing::warn!(pid = self.pid(), ?signal, "PostgreSQL does not end");
        }
    }

    fn signal(&self, signal: Signal) {
        let reaped = self.reaped.lock().unwrap_or_else(PoisonError::into_inner);
        if !*reaped {
            // It cannot fail: the process is ours and not reaped.
            let _ = kill_process(self.pid, signal);
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.signal(Signal::INT);
    }
}

/// Waits for the end first and reaps then, under the gate: as long as the gate
/// says "not reaped", the process id is still the child's.
fn keep(mut child: Child, pid: Pid, gate: &Mutex<bool>) {
    let until_exit = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    while matches!(waitid(WaitId::Pid(pid), until_exit), Err(Errno::INTR)) {}
    let mut reaped = gate.lock().unwrap_or_else(PoisonError::into_inner);
    *reaped = true;
    match child.wait() {
        Ok(status) if status.success() => {}
        Ok(status) => tracing::warn!(%status, "PostgreSQL ended"),
        Err(error) => tracing::warn!(%error, "PostgreSQL could not be waited for"),
    }
}
