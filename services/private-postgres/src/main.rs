//! `private-postgres with-database -- COMMAND`: runs a command with a database,
//! for the Makefile and CI. The work is in the library of the same name.

mod apply;
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
    /// Runs files of SQL against the database, in the order given, each in a
    /// transaction of its own.
    Apply(Apply),
}

#[derive(Debug, clap::Args)]
struct Apply {
    /// Which database.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    database_url: String,

    /// Files of SQL.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
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
    let outcome = match Arguments::parse().action {
        Action::WithDatabase(arguments) => {
            with_database::run(arguments).await.map_err(|error| (error.exit_code(), error.to_string()))
        }
        Action::Apply(arguments) => {
            apply::run(arguments).await.map(|()| 0).map_err(|error| (1, error.to_string()))
        }
    };
    let code = outcome.unwrap_or_else(|(code, error)| {
        eprintln!("private-postgres: {error}");
        code
    });
    ExitCode::from(code)
}
