//! The command line: what the Makefile and CI rely on.
#![allow(clippy::unwrap_used, reason = "a test may")]

mod support;

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};

fn with_database(command: &[&str]) -> Command {
    let mut with = Command::new(env!("CARGO_BIN_EXE_private-postgres"));
    with.args(["with-database", "--"]).args(command).env_remove("DATABASE_URL").stdin(Stdio::null());
    with
}

#[test]
fn the_command_gets_a_url_and_its_exit_code_is_ours() {
    let output = with_database(&["sh", "-c", "echo $DATABASE_URL; exit 7"]).output().unwrap();
    assert_eq!(output.status.code(), Some(7));
    let url = String::from_utf8(output.stdout).unwrap();
    assert!(url.starts_with("postgres://chatbot:"), "{url}");
}

#[test]
fn the_temporary_directory_is_removed() {
    let root = tempfile::tempdir().unwrap();
    let output = with_database(&["sh", "-c", "ls $TMPDIR"]).env("TMPDIR", root.path()).output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("private-postgres-"));
    assert_eq!(std::fs::read_dir(root.path()).unwrap().count(), 0);
}

#[test]
fn with_a_database_url_nothing_is_started() {
    let output = with_database(&["sh", "-c", "echo $DATABASE_URL"])
        .env("DATABASE_URL", "postgres://elsewhere/db")
        .env("TMPDIR", "/nonexistent")
        .output()
        .unwrap();
    assert_eq!(output.stdout, b"postgres://elsewhere/db\n");
}

#[test]
fn a_command_that_is_not_there_is_a_sentence_and_127() {
    let output = with_database(&["no-such-command"]).output().unwrap();
    assert_eq!(output.status.code(), Some(127));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("could not start `no-such-command`"), "{said}");
}

#[test]
fn a_signal_is_handed_on_and_the_cluster_is_gone_afterwards() {
    let root = tempfile::tempdir().unwrap();
    let script = "trap 'echo got it; exit 3' TERM; echo up; while :; do sleep 0.05; done";
    let mut child = with_database(&["sh", "-c", script])
        .env("TMPDIR", root.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "up");
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    assert_eq!(lines.next().unwrap().unwrap(), "got it");
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert_eq!(std::fs::read_dir(root.path()).unwrap().count(), 0);
}

#[test]
fn a_command_that_dies_of_a_signal_gives_the_shell_s_code() {
    let status = with_database(&["sh", "-c", "kill -KILL $$"]).status().unwrap();
    assert_eq!(status.code(), Some(137));
}

#[test]
fn sql_files_are_applied_in_the_order_given() {
    let root = tempfile::tempdir().unwrap();
    let (first, second) = (root.path().join("z.sql"), root.path().join("a.sql"));
    std::fs::write(&first, "create table t (n int); insert into t values (1);").unwrap();
    std::fs::write(&second, "alter table t add column m int; select nonsense;").unwrap();
    let output = with_database(&[env!("CARGO_BIN_EXE_private-postgres"), "apply"])
        .args([&first, &second])
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains("a.sql") && said.contains("nonsense"), "{said}");
}
