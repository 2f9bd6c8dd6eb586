//! What an earlier supervisor left: a `postgres` that still runs, or a pid file
//! whose number now belongs to another program.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, test_kill_process};

use crate::error::PrivatePostgresError;

/// How long a leftover may take for a fast and then for an immediate shutdown.
const PATIENCE: [(Signal, Duration); 2] =
    [(Signal::INT, Duration::from_mins(1)), (Signal::QUIT, Duration::from_secs(15))];

/// Ends a `postgres` that still serves this cluster, and returns the process id
/// of the pid file when that belongs to another program by now.
///
/// PostgreSQL takes any living process for its predecessor and would refuse to
/// start. The pid file itself stays: from it PostgreSQL sees whether orphaned
/// backends still use the cluster's shared memory.
pub(crate) fn settle(cluster: &Path) -> Result<Option<i32>, PrivatePostgresError> {
    let Some(pid) = recorded(cluster) else {
        return Ok(None);
    };
    for (signal, patience) in PATIENCE {
        if !serves(pid, cluster) {
            break;
        }
        tracing::warn!(pid = raw(pid), "ending the PostgreSQL of an earlier run");
        // Gone in the meantime is as good as ended; the loop sees which.
        let _ = kill_process(pid, signal);
        wait_until_gone(pid, cluster, patience);
    }
    if serves(pid, cluster) {
        return Err(PrivatePostgresError::LeftoverDoesNotEnd {
            cluster: cluster.to_path_buf(),
            pid: raw(pid),
        });
    }
    Ok(test_kill_process(pid).is_ok().then(|| raw(pid)))
}

fn recorded(cluster: &Path) -> Option<Pid> {
    let text = std::fs::read_to_string(cluster.join("postmaster.pid")).ok()?;
    // Negative in single-user mode.
    let number: i32 = text.lines().next()?.trim().parse().ok()?;
    Pid::from_raw(number.abs())
}

fn wait_until_gone(pid: Pid, cluster: &Path, patience: Duration) {
    let deadline = Instant::now() + patience;
    while serves(pid, cluster) && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Whether the process is a `postgres` of this very cluster.
fn serves(pid: Pid, cluster: &Path) -> bool {
    let process = Path::new("/proc").join(raw(pid).to_string());
    if !Path::new("/proc/self").exists() {
        return listed_by_ps(pid, cluster);
    }
    let Ok(line) = std::fs::read(process.join("cmdline")) else {
        return false;
    };
    let mut words = line.split(|byte| *byte == 0);
    let program = words.next().unwrap_or_default();
    program.ends_with(b"postgres")
        && (words.any(|word| word == cluster.as_os_str().as_encoded_bytes())
            || std::fs::read_link(process.join("cwd")).is_ok_and(|cwd| cwd == cluster))
}

fn listed_by_ps(pid: Pid, cluster: &Path) -> bool {
    let output = Command::new("ps").args(["-ww", "-o", "command=", "-p", &raw(pid).to_string()]).output();
    output.is_ok_and(|output| {
        let line = String::from_utf8_lossy(&output.stdout);
        line.contains("postgres") && line.contains(&*cluster.to_string_lossy())
    })
}

fn raw(pid: Pid) -> i32 {
    pid.as_raw_nonzero().get()
}
