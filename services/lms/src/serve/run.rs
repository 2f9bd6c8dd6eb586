//! `lms serve`, from the first check to the last line.

use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use actix_web::dev::Server;
use actix_web::web::Data;
use actix_web::{App, HttpServer};
use sqlx::PgPool;
use tokio::signal::unix::{SignalKind, signal};

use super::{Chatbot, LmsState, chatbot, collector, configure};
use crate::database::{self, Database};
use crate::rows::people;
use crate::system::{SystemClock, SystemIds};
use crate::{LmsError, Settings, default_chatbot, demo};

/// How long open answers may take to end when the server stops, in seconds.
const DRAIN_SECONDS: u64 = 20;

/// Serves until SIGINT or SIGTERM. Where it makes the demo, it has demo people ask something, if that is wanted.
pub async fn run(settings: &Settings, with_questions: bool) -> Result<(), LmsError> {
    collector::install();
    // What may be wrong with the settings first: then nothing else needs to be started.
    chatbot::models(settings)?;
    let listener = listen(SocketAddr::new(settings.host, settings.port))?;
    let database = Database::open(settings).await?;
    let served = serve(settings, &database, listener, with_questions).await;
    database.close().await;
    served
}

async fn serve(
    settings: &Settings,
    database: &Database,
    listener: TcpListener,
    with_questions: bool,
) -> Result<(), LmsError> {
    prepare(settings, &database.pool, with_questions).await?;
    let address = listener.local_addr().map_err(LmsError::Server)?;
    let state = Data::new(LmsState::new(settings, database.pool.clone(), Arc::new(SystemClock))?);
    let chatbot =
        Chatbot::build(settings, &database.pool, Arc::new(SystemClock), Arc::new(SystemIds)).await?;
    let chatbot = Data::new(chatbot);
    let server = server(listener, state.clone(), chatbot.clone()).map_err(LmsError::Server)?;
    let handle = server.handle();
    let mut running = std::pin::pin!(server);
    let mut terminate = signal(SignalKind::terminate()).map_err(LmsError::Server)?;
    let can_be_tried = settings.host.is_loopback() && demo::any(&mut *database.pool.acquire().await?).await?;
    // When nobody reads it, that is no reason not to serve.
    let _ = io::stdout().write_all(welcome(address, &answers_from(settings), can_be_tried).as_bytes());
    let ended = tokio::select! {
        ended = &mut running => return ended.map_err(LmsError::Server),
        () = database.ended() => Err(LmsError::PostgresEnded),
        () = collector::keep() => Ok(()),
        () = state.tokens.keep_keys() => Ok(()),
        _ = tokio::signal::ctrl_c() => Ok(()),
        _ = terminate.recv() => Ok(()),
    };
    tracing::info!("stopping");
    // Answers first: from now on no new one begins, and the pages that read one get its end. Then the server,
    // which has to be polled for its stop to proceed.
    chatbot.stop().await;
    let (stopped, ()) = tokio::join!(running, handle.stop(ended.is_ok()));
    ended.and(stopped.map_err(LmsError::Server))
}

/// Which model answers, and where it is.
fn answers_from(settings: &Settings) -> String {
    match (&settings.chatbot_model, &settings.openai_base_url) {
        (Some(model), Some(url)) => format!("{model} at {url}"),
        (Some(model), None) => format!("{model} of OpenAI"),
        (None, _) => {
            "the offline model, which quotes the course's pages; CHATBOT_MODEL names a real one".to_owned()
        }
    }
}

/// The last that a start prints: where the pages are, what answers, who can sign in, and how to stop.
fn welcome(address: SocketAddr, model: &str, can_be_tried: bool) -> String {
    let people = format!(
        "  Sign in as student@example.org, teacher@example.org or admin@example.org; the password is \"{}\".\n",
        demo::PASSWORD
    );
    let people = if can_be_tried { people.as_str() } else { "" };
    format!(
        "\nCourse Chatbot: http://{address}\n  Answers come from {model}.\n{people}  Ctrl-C stops it.\n\n"
    )
}

/// The server on a socket that listens already; tests give one of theirs.
pub fn server(listener: TcpListener, state: Data<LmsState>, chatbot: Data<Chatbot>) -> io::Result<Server> {
    let app = move || App::new().configure(configure(state.clone(), chatbot.clone()));
    // Words go out as they come: a small packet does not wait for the reader's receipt of the one before.
    let server = HttpServer::new(app).tcp_nodelay(true);
    Ok(server.shutdown_timeout(DRAIN_SECONDS).disable_signals().listen(listener)?.run())
}

/// Migrates, checks, and seeds where nobody is there yet.
async fn prepare(settings: &Settings, pool: &PgPool, with_questions: bool) -> Result<(), LmsError> {
    database::migrate(pool).await?;
    database::check_contract(pool).await?;
    let mut db = pool.acquire().await?;
    if settings.host.is_loopback() {
        if !people::any(&mut db).await? {
            drop(db);
            demo::seed(pool, &SystemClock).await?;
            let mut db = pool.acquire().await?;
            default_chatbot::make_ready(&mut db, &SystemClock, &SystemIds, &mut |_| {}).await?;
            drop(db);
            if with_questions {
                demo::asked::ask(settings, pool).await?;
            }
            tracing::info!("made the demo people and courses");
        }
    } else if demo::any(&mut db).await? {
        return Err(LmsError::DemoPeopleExposed { address: settings.host });
    }
    Ok(())
}

fn listen(address: SocketAddr) -> Result<TcpListener, LmsError> {
    TcpListener::bind(address).map_err(|source| match source.kind() {
        io::ErrorKind::AddrInUse => LmsError::AddressTaken { address },
        _ => LmsError::Listen { address, source },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_ends_with_the_address_who_can_sign_in_and_how_to_stop() {
        let address = SocketAddr::from(([127, 0, 0, 1], 8080));
        let demo = welcome(address, "a model", true);
        assert!(demo.lines().any(|line| line == "Course Chatbot: http://127.0.0.1:8080"), "{demo}");
        assert!(demo.contains("student@example.org") && demo.contains("\"demo\""), "{demo}");
        assert!(demo.trim_end().ends_with("Ctrl-C stops it."), "{demo}");
        assert!(demo.contains("Answers come from a model."), "{demo}");
        assert!(!welcome(address, "a model", false).contains("Sign in"));
    }

    #[test]
    fn a_model_server_without_a_model_is_refused_with_the_setting_to_set() {
        let environment = [("OPENAI_BASE_URL".to_owned(), "http://127.0.0.1:1/v1".to_owned())].into();
        let settings = Settings::read(&crate::settings::Source::from_environment(environment)).unwrap();
        let error = chatbot::models(&settings).err().map(|error| error.to_string());
        assert!(error.is_some_and(|error| error.ends_with("set CHATBOT_MODEL")));
    }
}
