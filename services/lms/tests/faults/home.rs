//! A Postgres of the test's own, with a seeded database of which every scene gets a copy.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::Duration;

use private_postgres::{Durability, Options, PrivatePostgres};
use serde_json::json;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{AssertSqlSafe, Connection, Decode, Executor, PgConnection, PgPool, Postgres, Type};
use tempfile::TempDir;
use tokio::time::Instant;
use uuid::Uuid;

use crate::server::Server;

/// What the test's own connections are called, to tell them from those of servers.
const OURS: &str = "tests";
/// Signs the tokens of students.
pub const SECRET: &str = "a secret of tests, and of nobody else, 32 bytes";
/// How long anything that was asked for may take to become true.
pub const PATIENCE: Duration = Duration::from_mins(1);
const SEEDED: &str = "seeded";

/// The Postgres and the directory of its data and of the servers' logs.
pub struct Home {
    directory: TempDir,
    postgres: PrivatePostgres,
    pool: PgPool,
}

impl Home {
    /// Starts Postgres and seeds the database that is copied: the demo course, and this many students of it.
    pub async fn new(students: u32) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mode = std::fs::Permissions::from_mode(0o711);
        let directory = tempfile::Builder::new().permissions(mode).tempdir().unwrap();
        let options = Options {
            data_dir: directory.path().join("postgres"),
            durability: Durability::Throwaway,
            database: SEEDED.into(),
        };
        std::fs::create_dir(&options.data_dir).unwrap();
        let postgres = PrivatePostgres::start(options).await.unwrap();
        let pool = pool(&postgres.url().replace("/seeded", "/postgres"));
        let home = Self { directory, postgres, pool };
        // The role is named like the chatbot's schema, which must not come before `public`.
        home.pool.execute("alter role chatbot set search_path = public").await.unwrap();
        home.seed(students).await;
        home
    }

    async fn seed(&self, students: u32) {
        let database = Database::at(self.postgres.url(), SEEDED);
        Server::start(self, &database, "http://127.0.0.1:9/v1", "seeding").await.stop().await;
        let people = "insert into lms.users (id, name, email, locale, time_zone)
             select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Student ' || n,
                    'student-' || n || '@example.com', 'en', null
             from generate_series(1, $1) n";
        sqlx::query(people).bind(i32::try_from(students).unwrap()).execute(&database.pool).await.unwrap();
        let study = "insert into lms.enrollments (user_id, course_id, enrolled_at)
             select u.id, c.id, now() from lms.users u, lms.courses c
             where u.name like 'Student %' and c.slug = 'databases'";
        database.pool.execute(study).await.unwrap();
        database.close().await;
    }

    /// A copy of the seeded database.
    pub async fn database(&self, name: &str) -> Database {
        let create = format!("create database {name} template {SEEDED}");
        self.pool.execute(AssertSqlSafe(create)).await.unwrap();
        Database::at(&self.postgres.url().replace("/seeded", &format!("/{name}")), name)
    }

    /// Where a server's log goes.
    pub fn log_of(&self, server: &str) -> PathBuf {
        self.directory.path().join(format!("{server}.log"))
    }

    pub fn directory(&self) -> PathBuf {
        self.directory.path().to_owned()
    }

    pub async fn close(self) {
        self.pool.close().await;
        self.postgres.stop().await;
    }
}

/// The token of a student, from 1.
pub fn token_of(student: u32) -> String {
    let sub = Uuid::from_u128(0x0000_0000_0000_4000_8000_0000_0000_0000 | bcd(student));
    let claims = json!({ "sub": sub, "exp": 4_000_000_000_u64, "iat": 0 });
    let key = jsonwebtoken::EncodingKey::from_secret(SECRET.as_bytes()).unwrap();
    jsonwebtoken::encode(&jsonwebtoken::Header::default(), &claims, &key).unwrap()
}

/// The digits of a number, as they stand in an id.
fn bcd(number: u32) -> u128 {
    u128::from_str_radix(&number.to_string(), 16).unwrap()
}

fn pool(url: &str) -> PgPool {
    let options: PgConnectOptions = url.parse().unwrap();
    let options = options.application_name(OURS);
    PgPoolOptions::new().max_connections(4).connect_lazy_with(options)
}

/// One database.
pub struct Database {
    pub url: String,
    pub name: String,
    pub pool: PgPool,
}

impl Database {
    fn at(url: &str, name: &str) -> Self {
        Self { url: url.to_owned(), name: name.to_owned(), pool: pool(url) }
    }

    /// One value.
    pub async fn value<T>(&self, sql: &'static str) -> T
    where
        T: Send + Unpin + for<'r> Decode<'r, Postgres> + Type<Postgres>,
    {
        sqlx::query_scalar(sql).fetch_one(&self.pool).await.unwrap()
    }

    /// The chatbot of the course that students study.
    pub async fn chatbot(&self) -> String {
        let of_course = "select b.id::text from chatbot.chatbots b join lms.courses c on c.id = b.course_id
             where c.slug = 'databases'";
        self.value(of_course).await
    }

    /// Returns when a condition holds.
    pub async fn until(&self, sql: &'static str) {
        assert!(self.within(PATIENCE, sql).await, "{}: never came true: {sql}", self.name);
    }

    /// Whether a condition comes to hold in time.
    pub async fn within(&self, patience: Duration, sql: &'static str) -> bool {
        let deadline = Instant::now() + patience;
        while !self.value::<bool>(sql).await {
            if Instant::now() >= deadline {
                return false;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        true
    }

    /// Runs statements.
    pub async fn execute(&self, sql: &'static str) {
        self.pool.execute(sql).await.unwrap();
    }

    /// Cuts every connection that servers have.
    pub async fn cut_connections(&self) {
        let cut = "select count(pg_terminate_backend(pid)) from pg_stat_activity
             where datname = current_database() and application_name <> 'tests'";
        assert!(self.value::<i64>(cut).await > 0, "the server had connections");
    }

    /// Takes a lock and keeps it until it is released.
    pub async fn lock(&self, sql: &'static str) -> Lock {
        let mut connection = PgConnection::connect_with(&self.pool.connect_options()).await.unwrap();
        connection.execute("begin").await.unwrap();
        connection.execute(sql).await.unwrap();
        let pid = sqlx::query_scalar("select pg_backend_pid()").fetch_one(&mut connection).await.unwrap();
        Lock { connection, pid }
    }

    /// Returns when a server waits for this lock.
    pub async fn until_blocked_by(&self, lock: &Lock) {
        let blocked = "select exists (select from pg_stat_activity where $1 = any(pg_blocking_pids(pid)))";
        let deadline = Instant::now() + PATIENCE;
        while !sqlx::query_scalar::<_, bool>(blocked).bind(lock.pid).fetch_one(&self.pool).await.unwrap() {
            assert!(Instant::now() < deadline, "{}: nobody came to the lock", self.name);
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    pub async fn close(self) {
        self.pool.close().await;
    }
}

/// A lock that holds a server up.
pub struct Lock {
    connection: PgConnection,
    pid: i32,
}

impl Lock {
    pub async fn release(self) {
        self.connection.close().await.unwrap();
    }
}
