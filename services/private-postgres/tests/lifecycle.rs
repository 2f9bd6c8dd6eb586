//! Start, stop, start again: what is kept, and who may.
#![allow(clippy::unwrap_used, reason = "a test may")]

mod support;

use private_postgres::{Durability, PrivatePostgres, PrivatePostgresError};
use support::{Directory, connect, count, is_running, remember};

#[tokio::test]
async fn data_is_kept_from_one_start_to_the_next() {
    let directory = Directory::new();
    let postgres = PrivatePostgres::start(directory.options()).await.unwrap();
    remember(postgres.url()).await;
    let pid = postgres.pid();
    postgres.stop().await;
    assert!(!is_running(pid));

    let postgres = PrivatePostgres::start(directory.options()).await.unwrap();
    assert_eq!(count(postgres.url()).await, 1);
    postgres.stop().await;
}

#[tokio::test]
async fn a_path_with_spaces_and_quotes_will_do() {
    let directory = Directory::named("it's a \"path\" with spaces");
    let postgres = PrivatePostgres::start(directory.options()).await.unwrap();
    remember(postgres.url()).await;
    postgres.stop().await;
}

#[tokio::test]
async fn a_second_starter_is_told_who_runs_the_first() {
    let directory = Directory::new();
    let first = PrivatePostgres::start(directory.options()).await.unwrap();
    let second = PrivatePostgres::start(directory.options()).await;
    let error = second.unwrap_err();
    let us = std::process::id();
    assert!(matches!(error, PrivatePostgresError::AlreadyRunning { holder: Some(pid), .. } if pid == us));
    assert!(error.to_string().contains("DATABASE_URL"), "{error}");
    first.stop().await;
}

#[tokio::test]
async fn dropping_it_ends_the_server_and_frees_the_directory() {
    let directory = Directory::new();
    let postgres = PrivatePostgres::start(directory.options()).await.unwrap();
    let pid = postgres.pid();
    drop(postgres);
    // The next start waits for the lock, which goes when the server is gone.
    let postgres = PrivatePostgres::start(directory.options()).await.unwrap();
    assert!(!is_running(pid));
    postgres.stop().await;
}

#[tokio::test]
async fn an_unfinished_cluster_is_removed_and_made_anew() {
    let directory = Directory::new();
    let half = directory.path().join("postgres-15.new-killed");
    std::fs::create_dir_all(half.join("cluster/base")).unwrap();
    std::fs::write(half.join("cluster/PG_VERSION"), "15\n").unwrap();
    let postgres = PrivatePostgres::start(directory.options()).await.unwrap();
    assert!(!half.exists());
    postgres.stop().await;
}

#[tokio::test]
async fn data_of_a_version_that_is_not_installed_is_left_alone() {
    let directory = Directory::new();
    let cluster = directory.path().join("postgres-7/cluster");
    std::fs::create_dir_all(&cluster).unwrap();
    std::fs::write(cluster.join("PG_VERSION"), "7\n").unwrap();
    let error = PrivatePostgres::start(directory.options()).await.unwrap_err();
    assert!(matches!(error, PrivatePostgresError::DataOfOtherVersion { major: 7, .. }));
    assert!(cluster.join("PG_VERSION").exists());
}

#[tokio::test]
async fn letters_beyond_ascii_are_folded_and_durability_is_as_asked() {
    for (durability, fsync) in [(Durability::Full, "on"), (Durability::Throwaway, "off")] {
        let directory = Directory::new();
        let mut options = directory.options();
        options.durability = durability;
        let postgres = PrivatePostgres::start(options).await.unwrap();
        let mut connection = connect(postgres.url()).await;
        let found: (String, bool, String) = sqlx::query_as(
            "select current_setting('fsync'),
                    to_tsvector('simple', 'КНИГИ Åbo') @@ to_tsquery('simple', 'книги & åbo'),
                    current_setting('listen_addresses')",
        )
        .fetch_one(&mut connection)
        .await
        .unwrap();
        assert_eq!(found, (fsync.to_owned(), true, "127.0.0.1".to_owned()));
        postgres.stop().await;
    }
}

#[tokio::test]
async fn nobody_gets_in_without_the_password() {
    let directory = Directory::new();
    let postgres = PrivatePostgres::start(directory.options()).await.unwrap();
    let (before, rest) = postgres.url().split_once("chatbot:").unwrap();
    let (_, after) = rest.split_once('@').unwrap();
    let wrong = format!("{before}chatbot:wrong@{after}");
    let refused = <sqlx::PgConnection as sqlx::Connection>::connect(&wrong).await;
    let error = refused.unwrap_err();
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    assert_eq!(code.as_deref(), Some("28P01"));
    postgres.stop().await;
}
