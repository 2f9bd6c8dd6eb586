//! As whom PostgreSQL runs: it refuses root.

use std::os::unix::fs::{MetadataExt, lchown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::error::PrivatePostgresError;

/// User and group `nobody` on Linux.
const NOBODY: u32 = 65534;

/// How PostgreSQL's programs are started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Runner {
    account: Account,
    /// Whether `setpriv` can tie a child's life to ours.
    ties_life: bool,
}

/// Under which account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Account {
    /// Our own: we are an ordinary user.
    Own,
    /// Root outside, `nobody` within a user namespace: files stay root's, so
    /// that any directory will do.
    Namespace,
    /// `nobody`: the directory has to be given to that user.
    Nobody,
}

impl Runner {
    /// The first way that works here.
    pub(crate) fn choose() -> Result<Self, PrivatePostgresError> {
        let ties_life = succeeds(Command::new("setpriv").args(["--pdeathsig", "INT", "--", "true"]));
        let accounts = if rustix::process::geteuid().is_root() {
            [Account::Namespace, Account::Nobody].as_slice()
        } else {
            [Account::Own].as_slice()
        };
        accounts
            .iter()
            .map(|&account| Self { account, ties_life })
            .find(|runner| succeeds(&mut runner.command(Path::new("true"), "INT")))
            .ok_or(PrivatePostgresError::RootWithoutOtherAccount)
    }

    /// `nobody` without a namespace, for the test of that way.
    #[cfg(test)]
    pub(crate) fn nobody() -> Self {
        Self { account: Account::Nobody, ties_life: true }
    }

    /// `program` under the account, in a process group of its own (Ctrl-C in a
    /// terminal is for us, not for the database), to get `death_signal` when
    /// the thread that starts it ends.
    pub(crate) fn command(self, program: &Path, death_signal: &str) -> Command {
        let mut line: Vec<String> = Vec::new();
        if self.account == Account::Namespace {
            let map = |what: &str| format!("--map-{what}={NOBODY}");
            line.extend(["unshare".into(), "--user".into(), map("user"), map("group")]);
            line.push("--".into());
        }
        let mut changes = Vec::new();
        if self.account == Account::Nobody {
            changes.extend([format!("--reuid={NOBODY}"), format!("--regid={NOBODY}")]);
            changes.push("--clear-groups".into());
        }
        if self.ties_life {
            changes.extend(["--pdeathsig".into(), death_signal.into()]);
        }
        if !changes.is_empty() {
            line.push("setpriv".into());
            line.append(&mut changes);
            line.push("--".into());
        }
        let mut command = match line.split_first() {
            None => Command::new(program),
            Some((first, rest)) => {
                let mut command = Command::new(first);
                command.args(rest).arg(program);
                command
            }
        };
        command.process_group(0).stdin(Stdio::null()).current_dir("/");
        command
    }

    /// Makes everything below `directory` belong to the account, where we may.
    pub(crate) fn own(self, directory: &Path) -> Result<(), PrivatePostgresError> {
        let us = rustix::process::geteuid().as_raw();
        let (user, group) = match self.account {
            Account::Own => (us, rustix::process::getegid().as_raw()),
            Account::Namespace => (0, 0),
            Account::Nobody => (NOBODY, NOBODY),
        };
        let read = PrivatePostgresError::file("read", directory);
        let owner = std::fs::metadata(directory).map_err(read)?.uid();
        if owner == user {
            return Ok(());
        }
        if us != 0 {
            return Err(PrivatePostgresError::OfAnotherUser { path: directory.to_path_buf(), owner, us });
        }
        give(directory, user, group)
    }

    /// Whether the account can get into `directory` at all.
    pub(crate) fn can_enter(self, directory: &Path) -> Result<(), PrivatePostgresError> {
        if self.account != Account::Nobody {
            return Ok(());
        }
        for path in directory.ancestors() {
            let metadata = std::fs::metadata(path).map_err(PrivatePostgresError::file("look at", path))?;
            if metadata.mode() & 0o001 == 0 && metadata.uid() != NOBODY {
                return Err(PrivatePostgresError::NotReachable { path: path.to_path_buf(), user: NOBODY });
            }
        }
        Ok(())
    }
}

/// `chown -R`, the top last: its owner then says that all is done.
fn give(path: &Path, user: u32, group: u32) -> Result<(), PrivatePostgresError> {
    let failed = || PrivatePostgresError::file("change the owner of", path);
    if std::fs::symlink_metadata(path).map_err(failed())?.is_dir() {
        for entry in std::fs::read_dir(path).map_err(failed())? {
            give(&entry.map_err(failed())?.path(), user, group)?;
        }
    }
    lchown(path, Some(user), Some(group)).map_err(failed())
}

fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
