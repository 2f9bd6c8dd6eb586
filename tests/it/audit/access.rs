//! Who may audit what, and that it is written down.

use chatbot_tests::world::{
    ADMIN, ASSISTANT, COURSE, LOGIC_ADMIN, OTHER_COURSE, SCHOOL_ADMIN, STRANGER, STUDENT, TEACHER,
    UNIVERSITY_ADMIN,
};
use serde_json::json;
use sqlx::PgPool;

use super::{access_log, answered, citation, found, get};

const LISTS: &[&str] = &["/audit/citations", "/audit/tool-calls", "/audit/citations/rates", "/audit/log"];

#[sqlx::test(migrations = false)]
async fn nobody_but_admins_is_told_that_there_is_an_audit(pool: PgPool) {
    let app = answered(pool).await;
    let id = citation(&app, "misquoted").await;
    let turn: String = app.value("select turn_id::text from chatbot.cited_sentences limit 1").await;
    for who in [STUDENT, STRANGER, ASSISTANT, TEACHER] {
        for path in LISTS.iter().copied().map(str::to_owned).chain([
            "/audit/filters".to_owned(),
            "/audit/citations/count".to_owned(),
            "/audit/citations.csv".to_owned(),
            format!("/audit/citations/{id}"),
            format!("/audit/turns/{turn}"),
        ]) {
            let (status, body) = get(&app, who, &path).await;
            assert_eq!((status, &body["code"]), (404, &json!("not_found")), "{path}");
        }
        let review = app.request(who, reqwest::Method::PUT, &format!("/audit/citations/{id}/review"));
        let response = review.json(&json!({"reviewed": true, "note": "Mine"})).send().await.unwrap();
        assert_eq!(response.status(), 404);
        assert_eq!(app.post(who, "/audit/citations/recheck", &json!({})).send().await.unwrap().status(), 404);
    }
    assert_eq!(access_log(&app).await, Vec::<String>::new(), "nobody saw anything");
}

#[sqlx::test(migrations = false)]
async fn an_admin_of_one_organisation_or_course_sees_nothing_of_the_others(pool: PgPool) {
    let app = answered(pool).await;
    let id = citation(&app, "misquoted").await;
    let turn =
        found(&app, &format!("/audit/citations/{id}")).await["row"]["turnId"].as_str().unwrap().to_owned();
    for who in [SCHOOL_ADMIN, LOGIC_ADMIN] {
        for path in LISTS {
            for filter in ["", &format!("?courseId={COURSE}")] {
                let (status, body) = get(&app, who, &format!("{path}{filter}")).await;
                let items = if body.is_array() { &body } else { &body["items"] };
                // What they looked at themselves is theirs to see.
                let own = items.as_array().unwrap().iter().all(|item| item["actor"]["id"] == json!(who));
                assert!(status == 200 && own, "{path}{filter}: {body}");
            }
        }
        assert_eq!(get(&app, who, "/audit/citations/count").await.1, json!({"count": 0, "atLeast": false}));
        for path in [format!("/audit/citations/{id}"), format!("/audit/turns/{turn}")] {
            assert_eq!(get(&app, who, &path).await.0, 404, "{path}");
        }
        let review = app.request(who, reqwest::Method::PUT, &format!("/audit/citations/{id}/review"));
        assert_eq!(review.json(&json!({"reviewed": true})).send().await.unwrap().status(), 404);
        let csv = app.get(who, "/audit/citations.csv").send().await.unwrap().text().await.unwrap();
        assert_eq!(csv.lines().count(), 1, "{csv}");
        let job =
            app.post(who, "/audit/citations/recheck", &json!({"courseId": COURSE})).send().await.unwrap();
        assert_eq!(job.json::<serde_json::Value>().await.unwrap()["total"], 0);
    }
    let (_, filters) = get(&app, LOGIC_ADMIN, "/audit/filters").await;
    assert_eq!(filters["courses"], json!([{"id": OTHER_COURSE, "name": "Logic"}]));
    assert_eq!(filters["teachers"].as_array().unwrap().len(), 1);
    for who in [ADMIN, UNIVERSITY_ADMIN] {
        assert_eq!(get(&app, who, &format!("/audit/citations/{id}")).await.0, 200);
        let (_, filters) = get(&app, who, "/audit/filters").await;
        assert_eq!(filters["courses"].as_array().unwrap().len(), 2);
    }
}

#[sqlx::test(migrations = false)]
async fn whoever_looks_exports_or_reviews_is_in_the_log_before_they_are_answered(pool: PgPool) {
    let app = answered(pool).await;
    let id = citation(&app, "misquoted").await;
    let detail = found(&app, &format!("/audit/citations/{id}")).await;
    let turn = detail["row"]["turnId"].as_str().unwrap();
    assert_eq!(get(&app, UNIVERSITY_ADMIN, &format!("/audit/turns/{turn}")).await.0, 200);
    app.get(ADMIN, &format!("/audit/citations.csv?courseId={COURSE}&q=secret")).send().await.unwrap();
    for reviewed in [true, false] {
        let review = app.request(ADMIN, reqwest::Method::PUT, &format!("/audit/citations/{id}/review"));
        review.json(&json!({"reviewed": reviewed, "note": "Seen"})).send().await.unwrap();
    }
    found(&app, &format!("/audit/tool-calls?courseId={COURSE}")).await;
    app.post(ADMIN, "/audit/citations/recheck", &json!({"courseId": COURSE})).send().await.unwrap();
    assert_eq!(
        access_log(&app).await,
        [
            "Aatu Admin / citation_viewed / Databases",
            "Ulla Admin / turn_viewed / Databases",
            "Aatu Admin / citations_exported / Databases",
            "Aatu Admin / citation_reviewed / Databases",
            "Aatu Admin / citation_review_taken_back / Databases",
            "Aatu Admin / tool_calls_viewed / Databases",
            "Aatu Admin / citations_rechecked / Databases",
        ]
    );
    let exports = found(&app, "/audit/log?action=citations_exported").await;
    assert_eq!(exports["items"][0]["detail"], json!({"withWords": true}), "not the words themselves");
    let of = |filter: String| {
        let app = &app;
        async move { found(app, &format!("/audit/log?{filter}")).await["items"].as_array().unwrap().len() }
    };
    assert_eq!(of(format!("actor={UNIVERSITY_ADMIN}")).await, 1);
    assert_eq!(of(format!("courseId={OTHER_COURSE}")).await, 0);
    assert_eq!(of("from=2026-09-01&to=2026-09-01".to_owned()).await, 7);
    assert_eq!(of("to=2026-08-31".to_owned()).await, 0);
    let first = found(&app, "/audit/log?limit=3").await;
    let rest = found(&app, &format!("/audit/log?cursor={}", first["nextCursor"].as_str().unwrap())).await;
    assert_eq!(rest["items"].as_array().unwrap().len(), 4);
}
