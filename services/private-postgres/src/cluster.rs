//! What is on disk: the cluster, its password, its log.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rand::distr::{Alphanumeric, SampleString};

use crate::Durability;
use crate::account::Runner;
use crate::binaries::Installation;
use crate::error::PrivatePostgresError;

/// Superuser of the private cluster.
pub(crate) const SUPERUSER: &str = "chatbot";

/// A log beyond this is set aside at the next start, in bytes.
const LOG_LIMIT_BYTES: u64 = 10 * 1024 * 1024;

/// Locales to try, the best first. All must fold letters beyond ASCII; plain C
/// does not, so it is only there to have a database at all.
const LOCALES: [&str; 3] = ["C.UTF-8", "en_US.UTF-8", "C"];

/// A whole cluster.
#[derive(Debug)]
pub(crate) struct Cluster {
    /// PostgreSQL's data directory.
    pub(crate) directory: PathBuf,
    pub(crate) password: String,
    pub(crate) log: PathBuf,
}

/// The major versions that have data here, the newest first.
pub(crate) fn majors(data_dir: &Path) -> Vec<u32> {
    let mut majors: Vec<u32> = names(data_dir)
        .iter()
        .filter_map(|name| name.strip_prefix("postgres-")?.parse().ok())
        .filter(|major| home(data_dir, *major).join("cluster/PG_VERSION").is_file())
        .collect();
    majors.sort_unstable_by(|a, b| b.cmp(a));
    majors
}

/// Opens the cluster of this installation, or makes it. The caller holds the
/// lock of `data_dir`.
pub(crate) fn open_or_make(
    data_dir: &Path,
    installation: &Installation,
    runner: Runner,
    durability: Durability,
) -> Result<Cluster, PrivatePostgresError> {
    remove_unfinished(data_dir)?;
    runner.can_enter(data_dir)?;
    let home = home(data_dir, installation.major);
    if !home.exists() {
        make(data_dir, &home, installation, runner, durability)?;
    }
    runner.own(&home)?;
    let secret = home.join("password");
    let password = std::fs::read_to_string(&secret).map_err(PrivatePostgresError::file("read", &secret))?;
    Ok(Cluster {
        directory: home.join("cluster"),
        password: password.trim().to_owned(),
        log: data_dir.join(format!("postgres-{}.log", installation.major)),
    })
}

impl Cluster {
    /// The log, to append to.
    pub(crate) fn open_log(&self) -> Result<File, PrivatePostgresError> {
        let long = std::fs::metadata(&self.log).is_ok_and(|log| log.len() > LOG_LIMIT_BYTES);
        if long {
            std::fs::rename(&self.log, self.log.with_extension("log.1"))
                .map_err(PrivatePostgresError::file("rename", &self.log))?;
        }
        OpenOptions::new()
            .create(true)
            .append(true)
            .mode(0o600)
            .open(&self.log)
            .map_err(PrivatePostgresError::file("open", &self.log))
    }
}

fn home(data_dir: &Path, major: u32) -> PathBuf {
    data_dir.join(format!("postgres-{major}"))
}

fn names(data_dir: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(data_dir).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

/// Clusters that an earlier supervisor was killed while making.
fn remove_unfinished(data_dir: &Path) -> Result<(), PrivatePostgresError> {
    for name in names(data_dir) {
        if name.starts_with("postgres-") && name.contains(".new-") {
            let path = data_dir.join(name);
            std::fs::remove_dir_all(&path)
                .map_err(PrivatePostgresError::file("remove the unfinished", &path))?;
        }
    }
    Ok(())
}

/// Makes the cluster under another name and renames it when it is whole.
fn make(
    data_dir: &Path,
    home: &Path,
    installation: &Installation,
    runner: Runner,
    durability: Durability,
) -> Result<(), PrivatePostgresError> {
    let mut output = String::new();
    for locale in LOCALES {
        let random = Alphanumeric.sample_string(&mut rand::rng(), 8);
        let staging = home.with_extension(format!("new-{random}"));
        lay_out(&staging)?;
        runner.own(&staging)?;
        match initdb(&staging, installation, runner, durability, locale)? {
            None => return land(data_dir, &staging, home),
            Some(said) => output = said,
        }
        std::fs::remove_dir_all(&staging).map_err(PrivatePostgresError::file("remove", &staging))?;
        if !output.contains("locale") {
            break;
        }
    }
    Err(PrivatePostgresError::Initdb { data_dir: data_dir.to_path_buf(), output })
}

/// An empty directory for the cluster, and a fresh password beside it.
fn lay_out(staging: &Path) -> Result<(), PrivatePostgresError> {
    let cluster = staging.join("cluster");
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(&cluster)
        .map_err(PrivatePostgresError::file("make", &cluster))?;
    let secret = staging.join("password");
    let password = Alphanumeric.sample_string(&mut rand::rng(), 32);
    let mut file = OpenOptions::new()
        .create_new(true)
        .write(true)
        .mode(0o600)
        .open(&secret)
        .map_err(PrivatePostgresError::file("make", &secret))?;
    writeln!(file, "{password}")
        .and_then(|()| file.sync_all())
        .map_err(PrivatePostgresError::file("write", &secret))
}

/// What `initdb` said when it failed.
fn initdb(
    staging: &Path,
    installation: &Installation,
    runner: Runner,
    durability: Durability,
    locale: &str,
) -> Result<Option<String>, PrivatePostgresError> {
    let mut command = runner.command(&installation.initdb, "KILL");
    command
        .arg("--pgdata")
        .arg(staging.join("cluster"))
        .arg("--pwfile")
        .arg(staging.join("password"))
        .args(["--username", SUPERUSER, "--auth", "scram-sha-256"])
        .args(["--encoding", "UTF8", "--locale", locale])
        .args(["--lc-messages", "C", "--text-search-config", "simple"]);
    if durability == Durability::Throwaway {
        command.arg("--no-sync");
    }
    in_english(&mut command);
    let output = command.output().map_err(|source| PrivatePostgresError::Program {
        program: installation.initdb.display().to_string(),
        source,
    })?;
    Ok((!output.status.success()).then(|| {
        let said = [output.stdout, output.stderr].concat();
        String::from_utf8_lossy(&said).trim().to_owned()
    }))
}

/// The rename is on disk before anything is written into the cluster.
fn land(data_dir: &Path, staging: &Path, home: &Path) -> Result<(), PrivatePostgresError> {
    std::fs::rename(staging, home).map_err(PrivatePostgresError::file("rename", staging))?;
    File::open(data_dir)
        .and_then(|directory| directory.sync_all())
        .map_err(PrivatePostgresError::file("sync", data_dir))
}

/// We read what the programs say, and nothing from outside may steer them.
pub(crate) fn in_english(command: &mut std::process::Command) {
    command.env("LC_ALL", "C");
    for name in ["LANGUAGE", "PGDATA", "PGPORT", "PGOPTIONS", "PGHOST", "PGTZ"] {
        command.env_remove(name);
    }
}
