//! Killed: the server, the supervisor, both; and what a start then makes of it.
#![allow(clippy::unwrap_used, reason = "a test may")]

mod support;

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use private_postgres::PrivatePostgres;
use rustix::process::{Pid, Signal, kill_process};
use support::{Directory, count, eventually, is_running, remember};

fn kill(pid: i32, signal: Signal) {
    kill_process(Pid::from_raw(pid).unwrap(), signal).unwrap();
}

/// A supervisor in a process of its own; the pids of it and of its server.
fn supervise(directory: &Path) -> (Child, i32) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_private-postgres"))
        .args(["with-database", "--throwaway", "--data-dir"])
        .arg(directory)
        .args(["--", "sh", "-c", "echo up; exec sleep 600"])
        .env_remove("DATABASE_URL")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .process_group(0)
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "up\n");
    let server = server_of(directory);
    (child, server)
}

fn server_of(directory: &Path) -> i32 {
    let cluster = std::fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path().join("cluster/postmaster.pid"))
        .find(|file| file.exists())
        .unwrap();
    let text = std::fs::read_to_string(cluster).unwrap();
    text.lines().next().unwrap().parse().unwrap()
}

/// A cluster that is down and has something to lose.
async fn with_data() -> Directory {
    let directory = Directory::new();
    let postgres = PrivatePostgres::start(directory.options()).await.unwrap();
    remember(postgres.url()).await;
    postgres.stop().await;
    directory
}

/// The same after its server was killed.
async fn killed_with_data() -> Directory {
    let directory = Directory::new();
    let postgres = PrivatePostgres::start(directory.durable_options()).await.unwrap();
    remember(postgres.url()).await;
    kill(postgres.pid(), Signal::KILL);
    postgres.exited().await;
    directory
}

/// Ends what `supervise` ran around its database.
fn end_group(supervisor: &mut Child) {
    let group = Pid::from_child(supervisor);
    let _ = rustix::process::kill_process_group(group, Signal::KILL);
    supervisor.wait().unwrap();
}

#[tokio::test]
async fn a_killed_server_is_noticed_and_loses_nothing_that_was_committed() {
    let directory = killed_with_data().await;
    // Backends may outlive the server for a moment: the start waits for them.
    let postgres = PrivatePostgres::start(directory.durable_options()).await.unwrap();
    assert_eq!(count(postgres.url()).await, 1);
    postgres.stop().await;
}

#[tokio::test]
async fn a_killed_supervisor_takes_its_server_along() {
    let directory = Directory::new();
    let (mut supervisor, server) = supervise(directory.path());
    end_group(&mut supervisor);
    eventually("the server to end with its supervisor", || !is_running(server));
    let postgres = PrivatePostgres::start(directory.options()).await.unwrap();
    remember(postgres.url()).await;
    postgres.stop().await;
}

#[tokio::test]
async fn a_start_right_after_the_supervisor_was_killed_waits_for_its_server() {
    let directory = Directory::new();
    let (mut supervisor, server) = supervise(directory.path());
    // Stopped, the server cannot obey its death signal before we look.
    kill(server, Signal::STOP);
    end_group(&mut supervisor);
    let wake = async {
        tokio::task::yield_now().await;
        kill(server, Signal::CONT);
    };
    let (postgres, ()) = tokio::join!(PrivatePostgres::start(directory.options()), wake);
    let postgres = postgres.unwrap();
    assert!(!is_running(server));
    postgres.stop().await;
}

#[tokio::test]
async fn server_and_supervisor_killed_together_lose_nothing_that_was_committed() {
    let directory = with_data().await;
    let (mut supervisor, server) = supervise(directory.path());
    kill(server, Signal::KILL);
    end_group(&mut supervisor);
    assert!(directory.pid_file().exists());
    let postgres = PrivatePostgres::start(directory.options()).await.unwrap();
    assert_eq!(count(postgres.url()).await, 1);
    postgres.stop().await;
}

#[tokio::test]
async fn an_orphaned_server_of_this_cluster_is_ended_first() {
    let directory = with_data().await;
    // A `postgres` that nothing ties to a supervisor, found by its command line.
    let cluster = directory.pid_file().parent().unwrap().canonicalize().unwrap();
    let mut orphan = stand_in_for_postgres(&cluster);
    let pid = i32::try_from(orphan.id()).unwrap();
    std::fs::write(directory.pid_file(), format!("{pid}\n{}\n0\n0\n", cluster.display())).unwrap();
    let reaper = std::thread::spawn(move || orphan.wait().unwrap());
    let postgres = PrivatePostgres::start(directory.options()).await.unwrap();
    let status = reaper.join().unwrap();
    assert!(!status.success());
    assert_eq!(count(postgres.url()).await, 1);
    postgres.stop().await;
}

/// Something that looks like a server of the cluster and ends on SIGINT.
fn stand_in_for_postgres(cluster: &Path) -> Child {
    Command::new("sleep").arg0("/somewhere/bin/postgres").arg("600").current_dir(cluster).spawn().unwrap()
}

#[tokio::test]
async fn a_pid_file_whose_number_belongs_to_another_program_is_no_obstacle() {
    let directory = killed_with_data().await;
    let text = std::fs::read_to_string(directory.pid_file()).unwrap();
    let (_, rest) = text.split_once('\n').unwrap();
    let mut stranger = Command::new("sleep").arg("600").spawn().unwrap();
    std::fs::write(directory.pid_file(), format!("{}\n{rest}", stranger.id())).unwrap();

    let postgres = PrivatePostgres::start(directory.durable_options()).await.unwrap();
    assert_eq!(count(postgres.url()).await, 1);
    assert!(stranger.try_wait().unwrap().is_none(), "it must be left alone");
    stranger.kill().unwrap();
    stranger.wait().unwrap();
    postgres.stop().await;
}
