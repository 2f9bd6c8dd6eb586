use chatbot_store::contract::check;
use sqlx::PgPool;

use crate::world;

async fn faults(pool: &PgPool, change: &'static str) -> Vec<String> {
    let mut conn = world::world(pool).await;
    sqlx::raw_sql(change).execute(&mut *conn).await.unwrap();
    check(&mut conn).await.unwrap().iter().map(ToString::to_string).collect()
}

#[sqlx::test(migrations = false)]
async fn the_contract_keeps_itself(pool: PgPool) {
    assert_eq!(faults(&pool, "").await, Vec::<String>::new());
}

#[sqlx::test(migrations = false)]
async fn without_the_schema_every_view_is_missing(pool: PgPool) {
    let mut conn = pool.acquire().await.unwrap();
    let faults = check(&mut conn).await.unwrap();
    assert_eq!(faults.len(), 14);
    assert_eq!(faults[0].to_string(), "The view lms.users is missing.");
}

#[sqlx::test(migrations = false)]
async fn a_view_in_the_place_of_a_table_is_as_good(pool: PgPool) {
    let change = "create schema host; alter table lms.users set schema host;
        create domain host.label as varchar(200);
        create view lms.users as
        select id, name::host.label as name, email::varchar(99) as email, locale, time_zone, 1 as more from host.users;";
    assert_eq!(faults(&pool, change).await, Vec::<String>::new());
}

#[sqlx::test(migrations = false)]
async fn each_fault_says_what_is_missing(pool: PgPool) {
    let change = "drop table lms.glossary_terms;
        create schema host;
        alter table lms.pages set schema host;
        create view lms.pages as select id, course_id, chapter_id, position::bigint, title, url_path, body,
            body_format, revision, hidden, deleted_at from host.pages;
        alter table lms.users set schema host;
        create view lms.users as select id, null::text as name, email, locale, time_zone from host.users
            union all (select id, name, email, locale, time_zone from host.users order by id limit 1);
        alter table lms.courses drop constraint courses_visibility;
        update lms.courses set visibility = 'secret' where visibility = 'closed';";
    assert_eq!(
        faults(&pool, change).await,
        [
            "The column lms.users.name is null in 11 row(s), but must always have a value.",
            "The view lms.users has 1 row(s) whose id another row has too; it must be unique.",
            "The column lms.courses.visibility has other values than draft, open, closed in 1 row(s).",
            "The column lms.pages.position is of type int8, but must be integer.",
            "The view lms.pages lacks the column updated_at of type timestamp with time zone.",
            "The view lms.glossary_terms is missing.",
        ]
    );
}
