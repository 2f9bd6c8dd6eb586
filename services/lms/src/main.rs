//! The binary `lms`; see the library for what it does.

use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    lms::cli::run().await
}
