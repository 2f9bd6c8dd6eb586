//! A small sample of `make soak`, with the `lms` that was built beside the tests.

#![allow(clippy::unwrap_used, missing_docs, reason = "tests")]

use std::path::Path;

use chatbot_load::soak::soak;
use chatbot_load::stage::{Setting, Stage};

#[tokio::test]
async fn nothing_is_left_open_after_turns_of_all_kinds() {
    let programs = Path::new(env!("CARGO_BIN_EXE_fake-model")).parent().unwrap().to_owned();
    assert!(programs.join("lms").exists(), "`cargo build -p lms` has to come first");
    let folder = std::env::temp_dir().join(format!("chatbot-soak-test-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let setting = Setting { programs, durable: false, cores: None, peer: None, folder: folder.clone() };
    let stage = Stage::set(setting).await.unwrap();
    let report = soak(&stage, 200, 7).await;
    stage.clear().await;
    let faults = report.unwrap().faults;
    assert!(faults.is_empty(), "{faults:#?}; what the servers said is in {}", folder.display());
    std::fs::remove_dir_all(&folder).unwrap();
}
