//! The model server as a process. `GET /stats` says what it has seen, `POST /gates/NAME` opens a gate.

#![allow(clippy::expect_used, reason = "a tool for tests")]

use std::net::SocketAddr;

use chatbot_load::model_server::ModelServer;
use clap::Parser;

/// An OpenAI-compatible model for tests and measurements.
#[derive(Parser)]
struct Arguments {
    /// Where it listens; port 0 takes a free one. The address is printed.
    #[arg(long, default_value = "127.0.0.1:0")]
    listen: SocketAddr,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let server = ModelServer::start_at(Arguments::parse().listen).await?;
    println!("{}", server.base_url());
    tokio::signal::ctrl_c().await
}
