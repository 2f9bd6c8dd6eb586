//! A process that we started: what it costs, and its end.

use std::fs::File;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tokio::process::{Child, Command};

/// Ticks a second in `/proc/PID/stat`, on every Linux that there is.
const TICKS: u64 = 100;
/// A page of memory, in bytes.
const PAGE: u64 = 4096;

/// A child process; killed when dropped.
pub struct Process {
    child: Child,
    pid: u32,
}

impl Process {
    /// Starts a program, on one core where `taskset` is there. Its words go to a file.
    pub fn start(
        program: &Path,
        arguments: &[&str],
        environment: &[(&str, &str)],
        core: Option<usize>,
        log: &Path,
    ) -> io::Result<Self> {
        let mut command = match core.filter(|_| can_pin()) {
            Some(core) => {
                let mut command = Command::new("taskset");
                command.args(["-c", &core.to_string()]).arg(program);
                command
            }
            None => Command::new(program),
        };
        let log = File::create(log)?;
        command.args(arguments).envs(environment.iter().copied());
        command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).kill_on_drop(true);
        let child = command.spawn()?;
        let pid = child.id().ok_or_else(|| io::Error::other("it ended at once"))?;
        Ok(Self { child, pid })
    }

    pub const fn pid(&self) -> u32 {
        self.pid
    }

    /// The time it spent on a core so far, all of its threads together.
    pub fn cpu(&self) -> Duration {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.pid)).unwrap_or_default();
        let fields = stat.rsplit_once(") ").map(|(_, fields)| fields).unwrap_or_default();
        let ticks = fields.split(' ').skip(11).take(2).filter_map(|field| field.parse::<u64>().ok());
        Duration::from_millis(ticks.sum::<u64>() * 1_000 / TICKS)
    }

    /// The memory that it holds, in bytes.
    pub fn memory(&self) -> u64 {
        let statm = std::fs::read_to_string(format!("/proc/{}/statm", self.pid)).unwrap_or_default();
        statm.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * PAGE
    }

    pub fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Asks it to end, and waits.
    pub async fn stop(mut self) {
        let asked = Command::new("kill").args(["-TERM", &self.pid.to_string()]).status().await;
        let patience = Duration::from_secs(if asked.is_ok() { 30 } else { 0 });
        if tokio::time::timeout(patience, self.child.wait()).await.is_err() {
            let _ = self.child.kill().await;
        }
    }
}

/// Whether processes can be held on one core.
pub fn can_pin() -> bool {
    std::process::Command::new("taskset").arg("--version").stdout(Stdio::null()).status().is_ok()
}

/// An address that is free now.
pub fn free_address() -> io::Result<SocketAddr> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()
}
