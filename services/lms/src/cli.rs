//! The command line.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

use crate::database::{self, Database};
use crate::import::{self, CourseFolder, CourseOptions, Progress, Summary};
use crate::settings::{self, Settings, Source};
use crate::system::{SystemClock, SystemIds, environment};
use crate::{LmsError, default_chatbot, demo, serve};
use chatbot_store::course_index::CourseIndex;

/// The demo LMS of Course Chatbot.
#[derive(Debug, Parser)]
#[command(name = "lms", version, after_help = settings::help(), after_long_help = settings::help())]
struct Cli {
    /// File with settings, in TOML.
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Start Postgres where needed, bring the database up to date, and serve.
    Serve(Serve),
    /// Bring the database up to date.
    Migrate,
    /// Make the demo people and courses, as far as they are missing.
    Seed,
    /// Import a folder of Markdown as a course; importing it again changes what has changed.
    ImportCourse(ImportCourse),
    /// Print the OpenAPI document of what is served.
    Openapi,
}

#[derive(Debug, Args)]
struct Serve {
    /// When the demo is made, have some of its people ask something, so that there is something to look at.
    #[arg(long)]
    demo_questions: bool,
}

#[derive(Debug, Args)]
struct ImportCourse {
    /// The folder.
    folder: PathBuf,
    /// Language of the course; where the folder holds several, only this one is imported.
    #[arg(long, value_name = "TAG")]
    language: Option<String>,
    /// Title of the course.
    #[arg(long)]
    title: Option<String>,
    /// Address of the course; made from its title when absent.
    #[arg(long)]
    slug: Option<String>,
    /// E-mail address of the teacher [default: teacher@example.org].
    #[arg(long, value_name = "EMAIL")]
    teacher: Option<String>,
}

/// Runs the command that the program was started with.
pub async fn run() -> ExitCode {
    let cli = Cli::parse();
    if let Command::Openapi = cli.command {
        result(&serve::openapi::text());
        return ExitCode::SUCCESS;
    }
    let environment = environment();
    // Another one may be installed already, in tests; that is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let serving = matches!(cli.command, Command::Serve(_));
    let traces = traces(&environment, serving);
    log(&environment, serving, traces.as_ref());
    let path = cli.config.clone().unwrap_or_else(|| "chatbot.toml".into());
    let settings =
        Source::read(environment, &path, cli.config.is_some()).and_then(|source| Settings::read(&source));
    let done = match settings {
        Ok(settings) => dispatch(cli.command, &settings).await,
        Err(error) => Err(error.into()),
    };
    if let Some(traces) = traces {
        // It blocks.
        let _ = tokio::task::spawn_blocking(move || traces.finish()).await;
    }
    done.unwrap_or_else(|error| {
        say(&format!("error: {error}\n"));
        ExitCode::FAILURE
    })
}

#[cfg(not(feature = "otlp"))]
use without_traces::Traces;

#[cfg(feature = "otlp")]
use crate::traces::Traces;

/// Where spans go to: nowhere, unless a server is to send them somewhere.
fn traces(environment: &BTreeMap<String, String>, serving: bool) -> Option<Traces> {
    let traces = if serving { Traces::from_environment(environment) } else { Ok(None) };
    traces.unwrap_or_else(|error| {
        say(&format!("warning: spans cannot be sent: {error}\n"));
        None
    })
}

/// Logs to stderr. A command that is over soon says only what is amiss.
fn log(environment: &BTreeMap<String, String>, serving: bool, traces: Option<&Traces>) {
    // Somebody who starts the demo looks for its address, not for what each answer took: RUST_LOG=info shows it.
    let default = if serving {
        "info,sqlx=warn,actix_server=warn,chatbot_engine::carry_turn=warn,chatbot_engine::index_courses=warn"
    } else {
        "warn"
    };
    let filter = environment.get("RUST_LOG").map_or(default, String::as_str);
    // Whatever is asked for, students' text never goes into the log.
    let filter = format!("{filter},{}", chatbot_provider::LOG_FILTER);
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(io::stderr().is_terminal())
        .with_writer(io::stderr)
        .with_filter(EnvFilter::new(filter));
    tracing_subscriber::registry().with(lines).with(traces.map(Traces::layer)).init();
}

async fn dispatch(command: Command, settings: &Settings) -> Result<ExitCode, LmsError> {
    if let Command::Serve(Serve { demo_questions }) = command {
        serve::run(settings, demo_questions).await?;
        return Ok(ExitCode::SUCCESS);
    }
    let database = Database::open(settings).await?;
    let done = work(command, &database).await;
    database.close().await;
    done
}

async fn work(command: Command, database: &Database) -> Result<ExitCode, LmsError> {
    let pool = &database.pool;
    database::migrate(pool).await?;
    match command {
        Command::Seed => {
            for summary in demo::seed(pool, &SystemClock).await? {
                result(&summary);
            }
            make_ready(database).await?;
        }
        Command::ImportCourse(arguments) => {
            let summary = import_course(arguments, database).await?;
            make_ready(database).await?;
            result(&summary);
            if !summary.skipped.is_empty() {
                return Ok(ExitCode::FAILURE);
            }
        }
        Command::Serve(_) | Command::Migrate | Command::Openapi => {}
    }
    Ok(ExitCode::SUCCESS)
}

async fn import_course(arguments: ImportCourse, database: &Database) -> Result<Summary, LmsError> {
    let ImportCourse { folder: path, language, title, slug, teacher } = arguments;
    let read = CourseFolder::read(&path);
    let folder = read.map_err(|source| LmsError::File { path, source })?;
    let options = CourseOptions {
        title,
        slug,
        language,
        teacher,
        default_teacher: Some("teacher@example.org".into()),
        enrol_demo_students: true,
    };
    let terminal = io::stderr().is_terminal();
    import::import_course(&database.pool, &SystemClock, &folder, &options, &mut |Progress { done, total }| {
        show("imported", done, total, terminal);
    })
    .await
}

/// Chatbots for new courses, and passages for changed pages.
async fn make_ready(database: &Database) -> Result<(), LmsError> {
    let terminal = io::stderr().is_terminal();
    let mut db = database.pool.acquire().await?;
    let mut progress = |index: CourseIndex| {
        let (done, total) = (index.pages_indexed, index.pages_total);
        show("indexed", usize::try_from(done).unwrap_or(0), usize::try_from(total).unwrap_or(0), terminal);
    };
    default_chatbot::make_ready(&mut db, &SystemClock, &SystemIds, &mut progress).await
}

/// One line that grows on a terminal, a line now and then elsewhere.
fn show(what: &str, done: usize, total: usize, terminal: bool) {
    if terminal {
        say(&format!("\r{what} {done} of {total} pages{}", if done == total { "\n" } else { "" }));
    } else if done == total || done.is_multiple_of(25) {
        say(&format!("{what} {done} of {total} pages\n"));
    }
}

/// The result of a command goes to stdout.
fn result(summary: &impl std::fmt::Display) {
    let _ = writeln!(io::stdout(), "{summary}");
}

/// Says something to the person at the terminal. When nobody listens any more, that is no reason to stop.
fn say(text: &str) {
    let mut stderr = io::stderr().lock();
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}

/// Built without the feature `otlp`, no span is sent.
#[cfg(not(feature = "otlp"))]
mod without_traces {
    use std::collections::BTreeMap;
    use std::convert::Infallible;

    use tracing_subscriber::layer::Identity;

    pub(super) enum Traces {}

    impl Traces {
        #[expect(clippy::unnecessary_wraps, reason = "as with the feature")]
        pub fn from_environment(_: &BTreeMap<String, String>) -> Result<Option<Self>, Infallible> {
            Ok(None)
        }

        pub fn layer(&self) -> Identity {
            match *self {}
        }

        pub fn finish(self) {
            match self {}
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed_and_help_lists_the_settings() {
        Cli::command().debug_assert();
        let help = Cli::command().render_long_help().to_string();
        assert!(help.contains("DATABASE_URL") && help.contains("import-course"));
    }
}
