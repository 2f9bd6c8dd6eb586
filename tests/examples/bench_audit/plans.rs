//! The plans of all statements, where Postgres has `auto_explain`: they come as notices of the connection.

use sqlx::PgPool;
use sqlx::postgres::PgConnectOptions;

fn wanted() -> bool {
    std::env::var("PLANS").is_ok()
}

/// How to connect so that plans are told.
pub fn options(url: &str) -> PgConnectOptions {
    let options: PgConnectOptions = url.parse().unwrap();
    let told = if wanted() { "error,sqlx::postgres::notice=trace" } else { "error" };
    tracing_subscriber::fmt().with_env_filter(told).with_writer(std::io::stderr).init();
    if !wanted() {
        return options;
    }
    options.options([
        ("session_preload_libraries", "auto_explain"),
        ("auto_explain.log_min_duration", "20"),
        ("auto_explain.log_analyze", "on"),
        ("auto_explain.log_buffers", "on"),
        ("auto_explain.log_nested_statements", "off"),
        ("client_min_messages", "log"),
    ])
}

/// How large tables and indexes are.
pub async fn print(pool: &PgPool) {
    let sizes: Vec<(String, String)> = sqlx::query_as(
        "select c.relname::text, pg_size_pretty(pg_relation_size(c.oid))
         from pg_class c
         where c.relnamespace = 'chatbot'::regnamespace and pg_relation_size(c.oid) > 10000000
         order by pg_relation_size(c.oid) desc",
    )
    .fetch_all(pool)
    .await
    .unwrap();
    for (name, size) in sizes {
        println!("{name}: {size}");
    }
}
