//! What admins see of answers whose student, or whose reviewer, erased their data.

use chatbot_protocol::UserId;
use chatbot_tests::app::TestApp;
use chatbot_tests::world::{ADMIN, STUDENT};
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::PgPool;

use super::{access_log, answered, citation, found, verdicts};

/// Words of questions and answers, and the student's name.
const GONE: [&str; 4] = ["A question", "identifies every row of a table.【1】", "hostile texts", "Saara"];

async fn erase(app: &TestApp, who: UserId) {
    assert_eq!(app.request(who, Method::DELETE, "/me/data").send().await.unwrap().status(), 204);
}

async fn review(app: &TestApp, id: &str) -> Value {
    let path = format!("/audit/citations/{id}/review");
    let body = json!({"reviewed": true, "note": "Seen."});
    let answer = app.request(ADMIN, Method::PUT, &path).json(&body).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    answer.json().await.unwrap()
}

#[sqlx::test(migrations = false)]
async fn of_erased_answers_everything_about_the_page_and_the_verdict_is_still_told(pool: PgPool) {
    let app = answered(pool).await;
    let turn: String =
        app.value("select turn_id::text from chatbot.cited_sentences where verdict = 'misquoted'").await;
    let before = verdicts(&app, "").await;
    let rates = found(&app, "/audit/citations/rates?by=course").await;
    let calls = found(&app, "/audit/tool-calls?limit=100").await["items"].as_array().unwrap().len();
    let then =
        found(&app, &format!("/audit/citations/{}", citation(&app, "misquoted").await)).await["then"].clone();
    erase(&app, STUDENT).await;

    assert_eq!(verdicts(&app, "").await, before, "the list");
    assert_eq!(found(&app, "/audit/citations/rates?by=course").await, rates, "the rates");
    assert_eq!(verdicts(&app, "needsLook=true").await, ["unsupported", "misquoted"]);
    let list = found(&app, "/audit/citations?limit=100").await;
    assert!(list["items"].as_array().unwrap().iter().all(|row| row["erased"] == true), "{list}");
    let id = citation(&app, "misquoted").await;
    let detail = found(&app, &format!("/audit/citations/{id}")).await;
    assert_eq!(
        (
            &detail["student"],
            &detail["conversationId"],
            &detail["question"],
            &detail["answer"],
            &detail["span"]
        ),
        (&Value::Null, &Value::Null, &Value::Null, &Value::Null, &Value::Null)
    );
    assert_eq!((&detail["then"], &detail["now"]["text"]), (&then, &then["text"]), "the page's own text");
    assert_eq!(
        (&detail["call"]["name"], &detail["call"]["arguments"]),
        (&json!("course_material_search"), &Value::Null)
    );
    let trace = found(&app, &format!("/audit/turns/{turn}")).await;
    assert_eq!(
        (&trace["state"], &trace["model"], &trace["student"]),
        (&json!("finished"), &json!("scripted"), &Value::Null)
    );
    assert_eq!(trace["rounds"][0]["calls"].as_array().unwrap().len(), 2);
    assert_eq!(trace["rounds"][0]["calls"][0]["requirements"][0]["met"], true);
    let listed = found(&app, "/audit/tool-calls?limit=100").await;
    assert_eq!(listed["items"].as_array().unwrap().len(), calls);
    let csv = app.get(ADMIN, "/audit/citations.csv").send().await.unwrap();
    assert_eq!(csv.status(), 200);
    let csv = csv.text().await.unwrap();
    assert_eq!(csv.lines().count(), 1 + before.len(), "{csv}");
    for told in [list.to_string(), detail.to_string(), trace.to_string(), listed.to_string(), csv] {
        for gone in GONE {
            assert!(!told.contains(gone), "{gone}: {told}");
        }
    }
    assert_eq!(review(&app, &id).await["review"]["by"]["name"], "Aatu Admin", "it can still be reviewed");
}

#[sqlx::test(migrations = false)]
async fn who_reviewed_is_forgotten_with_their_data_and_the_access_log_knows_what_staff_did(pool: PgPool) {
    let app = answered(pool).await;
    let id = citation(&app, "misquoted").await;
    assert_eq!(review(&app, &id).await["review"]["by"]["name"], "Aatu Admin");
    sqlx::query("update chatbot.chatbot_versions set author_id = $1")
        .bind(ADMIN.0)
        .execute(&app.pool)
        .await
        .unwrap();
    let job = app.post(ADMIN, "/audit/citations/recheck", &json!({})).send().await.unwrap();
    let job = job.json::<Value>().await.unwrap()["id"].as_str().unwrap().to_owned();
    erase(&app, ADMIN).await;
    let row = found(&app, &format!("/audit/citations/{id}")).await["row"].clone();
    assert_eq!((&row["review"]["by"], &row["review"]["note"]), (&Value::Null, &json!("Seen.")));
    assert_eq!(verdicts(&app, "reviewed=true").await, ["misquoted"]);
    assert!(access_log(&app).await.contains(&"Aatu Admin / citation_reviewed / Databases".to_owned()));
    assert!(app.value::<bool>("select bool_and(author_id is not null) from chatbot.chatbot_versions").await);
    let mine = app.get(ADMIN, &format!("/jobs/{job}")).send().await.unwrap();
    assert_eq!(mine.status(), 404, "it is nobody's any more");
    // No longer staff, nothing of them stays.
    sqlx::query("delete from lms.role_grants where user_id = $1")
        .bind(ADMIN.0)
        .execute(&app.pool)
        .await
        .unwrap();
    erase(&app, ADMIN).await;
    let named = "select (select count(*) from chatbot.chatbot_versions where author_id is not null)
         + (select count(*) from chatbot.audit_log where actor_id is not null)
         + (select count(*) from chatbot.jobs where owner_id is not null)";
    assert_eq!(app.value::<i64>(named).await, 0);
}
