use chatbot_core::clock::Clock as _;
use chrono::{DateTime, Datelike as _, TimeDelta, Utc};

use super::*;
use crate::settings::Source;
use crate::system::SystemClock;
use crate::{database, default_chatbot, demo};

#[sqlx::test(migrations = false)]
async fn an_audit_of_the_demo_has_misquotes_of_last_week_and_some_of_each_verdict(pool: PgPool) {
    database::migrate(&pool).await.unwrap();
    demo::seed(&pool, &SystemClock).await.unwrap();
    let mut db = pool.acquire().await.unwrap();
    default_chatbot::make_ready(&mut db, &SystemClock, &SystemIds, &mut |_| {}).await.unwrap();
    drop(db);
    let home = tempfile::tempdir().unwrap();
    let data_dir = [("DATA_DIR".to_owned(), home.path().to_string_lossy().into_owned())];
    let settings = Settings::read(&Source::from_environment(data_dir.into())).unwrap();
    ask(&settings, &pool).await.unwrap();
    let cited: Vec<(String, DateTime<Utc>)> =
        sqlx::query_as("select verdict, created_at from chatbot.cited_sentences order by created_at")
            .fetch_all(&pool)
            .await
            .unwrap();
    let verdicts: Vec<&str> = cited.iter().map(|(verdict, _)| verdict.as_str()).collect();
    assert_eq!(
        verdicts,
        [
            "supported",
            "misquoted",
            "misquoted",
            "partly",
            "supported",
            "supported",
            "unsupported",
            "misquoted"
        ]
    );
    let last_week = (SystemClock.now() - TimeDelta::days(7)).iso_week();
    let misquotes = cited.iter().filter(|(verdict, at)| verdict == "misquoted" && at.iso_week() == last_week);
    assert!(misquotes.count() >= 2, "{cited:?}");
    let askers = "select count(distinct c.student_id) from chatbot.conversations c
                  join chatbot.chatbots b on b.id = c.chatbot_id where b.course_id = $1";
    let askers =
        sqlx::query_scalar::<_, i64>(askers).bind(course_id(DATABASES)).fetch_one(&pool).await.unwrap();
    assert!(askers >= 5, "teachers see no numbers of {askers}");
    let open: i64 = sqlx::query_scalar("select count(*) from chatbot.turns where state <> 'finished'")
        .fetch_one(&pool)
        .await
        .unwrap();
    assert_eq!(open, 0);
}
