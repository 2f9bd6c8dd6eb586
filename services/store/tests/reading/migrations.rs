use chatbot_store::migrations::{self, MIGRATOR};
use sqlx::PgPool;

async fn exists(pool: &PgPool, relation: &str) -> bool {
    sqlx::query_scalar("select to_regclass($1) is not null").bind(relation).fetch_one(pool).await.unwrap()
}

#[sqlx::test(migrations = false)]
async fn migrations_go_up_down_and_up_again(pool: PgPool) {
    sqlx::raw_sql(include_str!("../../contract/lms.sql")).execute(&pool).await.unwrap();
    migrations::run(&pool).await.unwrap();
    assert!(exists(&pool, "chatbot.passages").await);
    MIGRATOR.undo(&pool, 0).await.unwrap();
    assert!(!exists(&pool, "chatbot.passages").await);
    let left: i64 = sqlx::query_scalar("select count(*) from pg_namespace where nspname = 'chatbot'")
        .fetch_one(&pool)
        .await
        .unwrap();
    assert_eq!(left, 0, "nothing is left of the schema");
    migrations::run(&pool).await.unwrap();
    migrations::run(&pool).await.unwrap();
    assert!(exists(&pool, "chatbot.passages").await);
}

#[sqlx::test(migrations = false)]
async fn the_history_is_apart_from_the_hosts(pool: PgPool) {
    sqlx::raw_sql(include_str!("../../contract/lms.sql")).execute(&pool).await.unwrap();
    migrations::run(&pool).await.unwrap();
    assert!(exists(&pool, migrations::HISTORY_TABLE).await);
    assert!(!exists(&pool, "_sqlx_migrations").await);
}

#[sqlx::test(migrations = false)]
async fn two_processes_may_migrate_at_once(pool: PgPool) {
    sqlx::raw_sql(include_str!("../../contract/lms.sql")).execute(&pool).await.unwrap();
    let (one, other) = futures_util::future::join(migrations::run(&pool), migrations::run(&pool)).await;
    one.unwrap();
    other.unwrap();
}
