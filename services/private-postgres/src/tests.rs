//! The one way that needs a choice from inside: as root without namespaces.

use std::os::unix::fs::{MetadataExt, PermissionsExt};

use super::*;

#[tokio::test]
async fn as_root_without_user_namespaces_it_runs_as_nobody() {
    if !rustix::process::geteuid().is_root() {
        eprintln!("skipped: only root can become nobody");
        return;
    }
    let open = std::fs::Permissions::from_mode(0o711);
    let directory = tempfile::Builder::new().permissions(open).tempdir().unwrap();
    let options = Options {
        data_dir: directory.path().join("data"),
        durability: Durability::Throwaway,
        database: "chatbot".into(),
    };
    // Made in a namespace (files are root's), gone on with as nobody, and back.
    let first = PrivatePostgres::start(options.clone()).await.unwrap();
    first.stop().await;
    let second = PrivatePostgres::start_with(options.clone(), || Ok(Runner::nobody())).await.unwrap();
    let process = std::fs::metadata(format!("/proc/{}", second.pid())).unwrap();
    assert_eq!(process.uid(), 65534);
    second.stop().await;
    let third = PrivatePostgres::start(options).await.unwrap();
    third.stop().await;
}

#[tokio::test]
async fn as_nobody_a_closed_directory_is_named_in_the_error() {
    if !rustix::process::geteuid().is_root() {
        eprintln!("skipped: only root can become nobody");
        return;
    }
    let closed =
        tempfile::Builder::new().permissions(std::fs::Permissions::from_mode(0o700)).tempdir().unwrap();
    let options = Options {
        data_dir: closed.path().join("data"),
        durability: Durability::Throwaway,
        database: "chatbot".into(),
    };
    let error = PrivatePostgres::start_with(options, || Ok(Runner::nobody())).await.unwrap_err();
    assert!(matches!(
        error,
        PrivatePostgresError::NotReachable { path, .. } if path == closed.path().canonicalize().unwrap()
    ));
}

#[tokio::test]
async fn a_database_name_that_needs_quoting_is_refused() {
    let options = Options {
        data_dir: "unused".into(),
        durability: Durability::Throwaway,
        database: "Robert\"; drop".into(),
    };
    let error = PrivatePostgres::start(options).await.unwrap_err();
    assert!(matches!(error, PrivatePostgresError::BadDatabaseName { .. }));
}
