//! Everything that is measured, started and stopped together: a private Postgres, the demo LMS, the model
//! server and, where wanted, a comparison server.

mod people;
mod process;

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use private_postgres::{Durability, Options, PrivatePostgres};
use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;

use crate::client::Connection;
pub use people::{Student, students};
pub use process::{Process, can_pin, free_address};

/// What students' tokens are signed with.
const SECRET: &str = "a secret that is as long as one has to be";

/// How the stage is set.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Where the built programs are.
    pub programs: PathBuf,
    /// Whether commits wait for the disk.
    pub durable: bool,
    /// The core that the measured server has for itself, and the one of all others but Postgres.
    pub cores: Option<(usize, usize)>,
    /// The comparison server's folder, with its packages installed.
    pub peer: Option<PathBuf>,
    /// Where logs are kept.
    pub folder: PathBuf,
}

/// The stage.
pub struct Stage {
    pub setting: Setting,
    pub database: PgPool,
    pub lms: Process,
    pub lms_address: SocketAddr,
    pub model: Process,
    pub model_address: SocketAddr,
    pub peer: Option<(Process, SocketAddr)>,
    postgres: PrivatePostgres,
}

impl Stage {
    pub async fn set(setting: Setting) -> io::Result<Self> {
        let postgres = start_postgres(&setting).await?;
        let database = PgPoolOptions::new().max_connections(4).connect(postgres.url()).await;
        let database = database.map_err(io::Error::other)?;
        let (model, model_address) = start_model(&setting).await?;
        let (lms, lms_address) = start_lms(&setting, postgres.url(), model_address).await?;
        let peer = match &setting.peer {
            Some(folder) => Some(start_peer(&setting, folder, postgres.url(), model_address).await?),
            None => None,
        };
        Ok(Self { setting, database, lms, lms_address, model, model_address, peer, postgres })
    }

    /// Ends everything, the servers first.
    pub async fn clear(self) {
        if let Some((peer, _)) = self.peer {
            peer.stop().await;
        }
        self.lms.stop().await;
        self.model.stop().await;
        self.database.close().await;
        self.postgres.stop().await;
    }
}

/// Starts Postgres twice: what counts its queries has to be there from the start.
async fn start_postgres(setting: &Setting) -> io::Result<PrivatePostgres> {
    let durability = if setting.durable { Durability::Full } else { Durability::Throwaway };
    let options =
        || Options { data_dir: setting.folder.join("postgres"), durability, database: "load".into() };
    let first = PrivatePostgres::start(options()).await.map_err(io::Error::other)?;
    let counting = ask_for_counts(first.url()).await;
    first.stop().await;
    if let Err(error) = counting {
        eprintln!("queries cannot be counted: {error}");
    }
    PrivatePostgres::start(options()).await.map_err(io::Error::other)
}

async fn ask_for_counts(url: &str) -> Result<(), sqlx::Error> {
    let pool = PgPoolOptions::new().max_connections(1).connect(url).await?;
    let there = "select from pg_available_extensions where name = 'pg_stat_statements'";
    sqlx::query(there).fetch_one(&pool).await?;
    sqlx::query("alter system set shared_preload_libraries = 'pg_stat_statements'").execute(&pool).await?;
    sqlx::query("create extension if not exists pg_stat_statements").execute(&pool).await?;
    pool.close().await;
    Ok(())
}

async fn start_model(setting: &Setting) -> io::Result<(Process, SocketAddr)> {
    let address = free_address()?;
    let listen = address.to_string();
    let log = setting.folder.join("model.log");
    let core = setting.cores.map(|(_, others)| others);
    let process =
        Process::start(&setting.programs.join("fake-model"), &["--listen", &listen], &[], core, &log)?;
    wait_for(address, "/stats", &log).await?;
    Ok((process, address))
}

async fn start_lms(setting: &Setting, url: &str, model: SocketAddr) -> io::Result<(Process, SocketAddr)> {
    let address = free_address()?;
    let (port, base_url) = (address.port().to_string(), format!("http://{model}/v1"));
    let folder = setting.folder.join("lms").display().to_string();
    let environment = [
        ("DATABASE_URL", url),
        ("PORT", &port),
        ("DATA_DIR", &folder),
        ("OPENAI_BASE_URL", &base_url),
        ("CHATBOT_MODEL", "fake"),
        ("JWT_SECRET", SECRET),
    ];
    let program = setting.programs.join("lms");
    let seeding = setting.folder.join("seed.log");
    let mut seed = Process::start(&program, &["seed"], &environment, None, &seeding)?;
    while seed.is_running() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let log = setting.folder.join("lms.log");
    let core = setting.cores.map(|(server, _)| server);
    let process = Process::start(&program, &["serve"], &environment, core, &log)?;
    wait_for(address, "/api/lms/me", &log).await?;
    Ok((process, address))
}

async fn start_peer(
    setting: &Setting,
    folder: &Path,
    url: &str,
    model: SocketAddr,
) -> io::Result<(Process, SocketAddr)> {
    let address = free_address()?;
    let (port, model_url) = (address.port().to_string(), format!("http://{model}/v1"));
    let environment =
        [("DATABASE_URL", url), ("MODEL_URL", &model_url), ("PORT", &port), ("NODE_ENV", "production")];
    let script = folder.join("server.mjs").display().to_string();
    let log = setting.folder.join("peer.log");
    let core = setting.cores.map(|(server, _)| server);
    let process = Process::start(Path::new("node"), &[&script], &environment, core, &log)?;
    wait_for(address, "/", &log).await?;
    Ok((process, address))
}

/// Waits until a server answers.
async fn wait_for(address: SocketAddr, path: &str, log: &Path) -> io::Result<()> {
    for _ in 0..1_200 {
        if let Ok(mut connection) = Connection::open(address).await
            && connection.send("GET", path, None, "").await.is_ok()
        {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let said = std::fs::read_to_string(log).unwrap_or_default();
    Err(io::Error::other(format!("nothing answers at {address}{path}:\n{said}")))
}
