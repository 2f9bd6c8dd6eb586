//! Why there is no private PostgreSQL, each in words a person can act on.

use std::io;
use std::path::{Path, PathBuf};

/// A sentence for the person who started the program.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PrivatePostgresError {
    /// No `postgres` and `initdb` anywhere we look.
    #[error(
        "PostgreSQL is not installed: looked in {debian}/*/bin, on the PATH and in {}. \
         Run `make setup`, or install your system's `postgresql` package, \
         or set DATABASE_URL to a PostgreSQL that runs elsewhere.",
        .data_dir.join("postgres-binaries").display(),
        debian = crate::binaries::DEBIAN
    )]
    NotInstalled {
        /// The data directory that was looked into.
        data_dir: PathBuf,
    },

    /// There is data, but only programs of another major version.
    #[error(
        "{} holds data of PostgreSQL {major}, but only version {installed} is installed, \
         which cannot read it. Install PostgreSQL {major}, or move the directory {} away \
         to begin with an empty database, or set DATABASE_URL to a PostgreSQL that runs elsewhere.",
        .data_dir.display(), .data_dir.join(format!("postgres-{major}")).display()
    )]
    DataOfOtherVersion {
        /// The data directory.
        data_dir: PathBuf,
        /// Major version that wrote the data.
        major: u32,
        /// Major versions that are installed.
        installed: String,
    },

    /// Another supervisor holds the lock.
    #[error(
        "Another program already runs the private PostgreSQL in {}{}. Stop that one, \
         or set DATA_DIR to another directory, or set DATABASE_URL to a PostgreSQL to be shared.",
        .data_dir.display(), of_process(*.holder)
    )]
    AlreadyRunning {
        /// The data directory.
        data_dir: PathBuf,
        /// Process id of the other supervisor, when it could be read.
        holder: Option<u32>,
    },

    /// We are root, PostgreSQL refuses root, and nothing lets us be another.
    #[error(
        "PostgreSQL refuses to run as root, and neither `unshare` (user namespaces) nor `setpriv` \
         works here to run it as somebody else. Start the program as an ordinary user, \
         or set DATABASE_URL to a PostgreSQL that runs elsewhere."
    )]
    RootWithoutOtherAccount,

    /// As root without namespaces, PostgreSQL runs as `nobody`, who cannot get in.
    #[error(
        "As root, PostgreSQL has to run as user {user} here, and that user may not enter {}. \
         Set DATA_DIR to a directory open to that user (below /var/lib, say), \
         or `chmod o+x` this one, or set DATABASE_URL.",
        .path.display()
    )]
    NotReachable {
        /// The directory that is closed.
        path: PathBuf,
        /// The user id.
        user: u32,
    },

    /// The cluster belongs to somebody else and we are not root.
    #[error(
        "{} belongs to user id {owner}, not to the user who runs this program ({us}). \
         Run it as that user, give the directory away with `chown -R`, set DATA_DIR to another \
         directory, or set DATABASE_URL.",
        .path.display()
    )]
    OfAnotherUser {
        /// The directory.
        path: PathBuf,
        /// Whose it is.
        owner: u32,
        /// Who we are.
        us: u32,
    },

    /// A file operation in the data directory failed.
    #[error("Could not {doing} {}: {source}. Check that DATA_DIR is writable and not full, or set DATABASE_URL.", .path.display())]
    File {
        /// What was being done: a verb.
        doing: &'static str,
        /// To which file or directory.
        path: PathBuf,
        /// Why it failed.
        source: io::Error,
    },

    /// A PostgreSQL program could not be started at all.
    #[error("Could not start {program}: {source}. Check the PostgreSQL installation, or set DATABASE_URL.")]
    Program {
        /// The program.
        program: String,
        /// Why it failed.
        source: io::Error,
    },

    /// `initdb` ended with an error.
    #[error(
        "PostgreSQL's initdb could not make a cluster in {}. It said:\n{output}\n\
         Mend that, or set DATABASE_URL to a PostgreSQL that runs elsewhere.",
        .data_dir.display()
    )]
    Initdb {
        /// The data directory.
        data_dir: PathBuf,
        /// What it printed.
        output: String,
    },

    /// A `postgres` of an earlier run is still there and does not end.
    #[error(
        "A PostgreSQL of an earlier run still uses {} (process {pid}) and did not end when asked. \
         End it with `kill -QUIT {pid}` and start again.",
        .cluster.display()
    )]
    LeftoverDoesNotEnd {
        /// The cluster.
        cluster: PathBuf,
        /// Its process id.
        pid: i32,
    },

    /// `postgres` ended while we waited for it to answer.
    #[error(
        "PostgreSQL ended while starting. The end of {}:\n{tail}\n\
         Mend that, or set DATABASE_URL to a PostgreSQL that runs elsewhere.",
        .log.display()
    )]
    EndedWhileStarting {
        /// The log file.
        log: PathBuf,
        /// Its last lines.
        tail: String,
    },

    /// `postgres` runs but does not answer.
    #[error(
        "PostgreSQL did not answer within {seconds} seconds ({last}). Look into {}, \
         or set DATABASE_URL to a PostgreSQL that runs elsewhere.",
        .log.display()
    )]
    NoAnswer {
        /// How long we waited.
        seconds: u64,
        /// The last refusal.
        last: String,
        /// The log file.
        log: PathBuf,
    },

    /// The server runs, but a statement or the login failed.
    #[error(
        "The private PostgreSQL runs but refused us: {source}. When its password file was changed \
         by hand, put it back; or set DATABASE_URL to a PostgreSQL that runs elsewhere."
    )]
    Refused {
        /// What the server said.
        #[from]
        source: sqlx::Error,
    },

    /// The name asked for is not a plain identifier.
    #[error(
        "{name:?} cannot be the name of a database: use lower-case letters, digits and _, \
         a letter first, at most 63 characters."
    )]
    BadDatabaseName {
        /// The name.
        name: String,
    },

    /// The program is being shut down.
    #[error("Starting PostgreSQL was interrupted. Start the program again.")]
    Interrupted,
}

impl PrivatePostgresError {
    /// For `map_err` on file operations: what was being done, to what.
    pub(crate) fn file(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_path_buf();
        move |source| Self::File { doing, path, source }
    }
}

fn of_process(holder: Option<u32>) -> String {
    holder.map_or_else(String::new, |pid| format!(" (process {pid})"))
}
