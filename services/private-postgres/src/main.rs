//! `private-postgres with-database -- COMMAND`: runs a command with a database,
//! for the Makefile and CI. The work is in the library of the same name.

mod with_database;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Runs commands with a PostgreSQL of their own.
#[derive(Debug, Parser)]
#[command(name = "private-postgres", version)]
struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Starts a cluster, runs COMMAND with DATABASE_URL set, stops the cluster
    /// and exits with the command's code. With DATABASE_URL set already it
    /// starts nothing and only runs COMMAND.
    WithDatabase(WithDatabase),
}

#[derive(Debug, clap::Args)]
struct WithDatabase {
    /// Where the cluster lives and stays; without it, a temporary directory
    /// that is removed afterwards (and --throwaway goes without saying).
    #[arg(long, value_name = "DIR")]
    data_dir: Option<PathBuf>,

    /// Do not wait for the disk: fast, and lost in a crash of the machine.
    #[arg(long)]
    throwaway: bool,

    /// Database to make when it is not there.
    #[arg(long, default_value = "chatbot")]
    database: String,

    /// A database that is there already.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    database_url: Option<String>,

    /// What to run.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

#[tokio::main]
async fn main() -> ExitCode {
    let Action::WithDatabase(arguments) = Arguments::parse().action;
    match with_database::run(arguments).await {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("private-postgres: {error}");
            ExitCode::from(error.exit_code())
        }
    }
}
