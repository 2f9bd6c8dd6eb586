//! Citations that are held against their pages again because an admin asks for it.

use chatbot_tests::world::{ADMIN, COURSE};
use serde_json::{Value, json};
use sqlx::PgPool;

use super::{answered, verdicts};

#[sqlx::test(migrations = false)]
async fn a_recheck_goes_through_all_of_them_and_says_how_far_it_is(pool: PgPool) {
    let app = answered(pool).await;
    sqlx::query("update chatbot.cited_sentences set freshness = 'gone', freshness_at = now()")
        .execute(&app.pool)
        .await
        .unwrap();
    let response =
        app.post(ADMIN, "/audit/citations/recheck", &json!({"courseId": COURSE})).send().await.unwrap();
    assert_eq!(response.status(), 202);
    let job: Value = response.json().await.unwrap();
    assert_eq!(
        (&job["kind"], &job["state"], &job["total"]),
        (&json!("recheck"), &json!("running"), &json!(4))
    );
    app.until("select exists (select from chatbot.jobs where state = 'done' and done = total)").await;
    assert_eq!(verdicts(&app, "freshness=gone").await, Vec::<String>::new());
    assert_eq!(verdicts(&app, "freshness=fresh").await, ["unsupported", "misquoted", "supported"]);
    for bad in [json!({"courseId": "x"}), json!({"all": true}), json!([])] {
        let response = app.post(ADMIN, "/audit/citations/recheck", &bad).send().await.unwrap();
        assert_eq!(response.status(), 400, "{bad}");
    }
}
