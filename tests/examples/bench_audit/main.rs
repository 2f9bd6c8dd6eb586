//! How fast the admins' routes are on a year of forty courses: a million cited sentences, 200,000 turns. Prints a
//! table of p50 and p95 over real HTTP. `TURNS` makes it smaller; `PLANS=1` prints each statement's plan, too;
//! `INSIGHTS=1` asks for teachers' statistics alone; `TIMES` says how often each route is asked (0 only makes the data).
//!
//! `make bench-audit` runs it in a throwaway Postgres. Never run it on a database that holds anything else.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a measurement that fails says where"
)]
#![allow(clippy::disallowed_methods, reason = "a measurement reads its environment and the clock")]

mod plans;
mod routes;

use std::time::{Duration, Instant, SystemTime};

use chatbot_core::ChatbotConfig;
use chatbot_core::clock::Clock;
use chatbot_protocol::UserId;
use chatbot_store::audit::roll_up;
use chatbot_tests::app::TestApp;
use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;

const LMS: &str = include_str!("../../../services/store/contract/lms.sql");
const DATA: &str = include_str!("data.sql");

/// So often each route is asked, each time about something else, unless `TIMES` says otherwise.
const TIMES: usize = 40;

#[tokio::main]
async fn main() {
    let number = |name| std::env::var(name).ok().map(|text| text.parse().expect("a number"));
    let pool = create(number("TURNS").unwrap_or(200_000)).await;
    let times = number("TIMES").map_or(TIMES, |times| times as usize);
    if times == 0 {
        return;
    }
    // Asked again, it writes into the access log again: an id that is there already is refused.
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
    let app = TestApp::start_counting_from(pool.clone(), u64::try_from(since.as_micros()).unwrap());
    roll_up(&mut pool.acquire().await.unwrap(), app.clock.now()).await.unwrap();
    println!("| route | p50 ms | p95 ms | kB |\n|---|---:|---:|---:|");
    let (mut worst, mut bytes_of_all) = (Duration::ZERO, 0);
    for route in routes::all(&pool).await {
        let (mut took, mut bytes) = (Vec::new(), 0);
        for path in route.paths.iter().cycle().take(times) {
            let (one, read) = ask(&app, route.who, path).await;
            took.push(one);
            bytes += read;
        }
        took.sort_unstable();
        let p95 = took[(times * 95 / 100).max(1) - 1];
        worst = worst.max(p95);
        bytes_of_all += bytes;
        println!("| {} | {} | {} | {} |", route.name, ms(took[times / 2]), ms(p95), bytes / times / 1_000);
    }
    println!("\nworst p95: {} ms; read {} MB", ms(worst), bytes_of_all / 1_000_000);
    if !routes::insights_only() {
        export(&app).await;
    }
    plans::print(&pool).await;
}

/// How long a route takes until its last byte came, and how many bytes that are.
async fn ask(app: &TestApp, who: UserId, path: &str) -> (Duration, usize) {
    let started = Instant::now();
    let response = app.get(who, path).send().await.unwrap();
    assert_eq!(response.status(), 200, "{path}");
    let read = response.bytes().await.unwrap().len();
    (started.elapsed(), read)
}

/// The whole list as CSV, once.
async fn export(app: &TestApp) {
    let (took, bytes) = ask(app, routes::ADMIN, "/audit/citations.csv?verdict=misquoted").await;
    println!("export of all misquotes: {} ms, {} kB", ms(took), bytes / 1_000);
}

fn ms(time: Duration) -> String {
    format!("{:.0}", time.as_secs_f64() * 1_000.0)
}

async fn create(turns: u32) -> PgPool {
    let url = std::env::var("DATABASE_URL").expect("run it by `make bench-audit`");
    let pool = PgPoolOptions::new().max_connections(10).connect_with(plans::options(&url)).await.unwrap();
    let has = "select exists (select from information_schema.schemata where schema_name = 'chatbot')";
    if sqlx::query_scalar(has).fetch_one(&pool).await.unwrap() {
        return pool;
    }
    let started = Instant::now();
    sqlx::raw_sql(LMS).execute(&pool).await.unwrap();
    chatbot_store::migrations::run(&pool).await.unwrap();
    let config = serde_json::to_string(&ChatbotConfig::default()).unwrap();
    let data = DATA.replace("{turns}", &turns.to_string()).replace("{config}", &config.replace('\'', "''"));
    sqlx::raw_sql(sqlx::AssertSqlSafe(data)).execute(&pool).await.unwrap();
    sqlx::raw_sql("vacuum analyze").execute(&pool).await.unwrap();
    eprintln!("{turns} turns created in {} s", started.elapsed().as_secs());
    pool
}
