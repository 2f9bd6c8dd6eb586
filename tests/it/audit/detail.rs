//! One citation: question, answer, the passage then and the page now, through the life of the page.

use chatbot_engine::{index_courses, recheck_citations};
use chatbot_tests::app::TestApp;
use serde_json::{Value, json};
use sqlx::PgPool;

use super::{answered, citation, found};

const THEN: &str = "A primary key identifies every row of a table.";

async fn after(app: &TestApp, change: &'static str) -> Value {
    sqlx::raw_sql(change).execute(&app.pool).await.unwrap();
    index_courses::index_stale(&app.engine).await.unwrap();
    recheck_citations::recheck_waiting(&app.engine).await.unwrap();
    let id = citation(app, "supported").await;
    found(app, &format!("/audit/citations/{id}")).await
}

#[sqlx::test(migrations = false)]
async fn one_citation_comes_with_everything_about_it(pool: PgPool) {
    let app = answered(pool).await;
    let id = citation(&app, "misquoted").await;
    let mut detail = found(&app, &format!("/audit/citations/{id}")).await;
    assert_eq!(detail["question"], "A question that is answered misquoted?");
    assert_eq!(detail["student"]["name"], "Saara Student");
    assert_eq!(detail["row"]["sentence"], "The page says “a primary key identifies every column”.");
    assert_eq!(detail["row"]["quote"], "a primary key identifies every column");
    assert_eq!(detail["then"]["text"], THEN);
    assert_eq!(detail["now"]["text"], THEN);
    assert_eq!(detail["now"]["url"], "/courses/databases/relations/keys#primary-keys");
    assert_eq!(detail["call"]["arguments"], super::SEARCH);
    assert_eq!(
        detail["call"]["requirements"],
        json!([{"requirement": "view_material on course", "met": true}])
    );
    assert_eq!((&detail["version"], &detail["citationPolicy"]), (&json!(1), &json!("annotate")));
    let text =
        detail["answer"]["parts"].as_array().unwrap().iter().find(|part| part["type"] == "text").unwrap();
    let units: Vec<u16> = text["text"].as_str().unwrap().encode_utf16().collect();
    let span = detail["span"].take();
    let at = |end: &str| usize::try_from(span[end].as_u64().unwrap()).unwrap();
    assert_eq!(String::from_utf16(&units[at("start")..at("end")]).unwrap(), detail["row"]["sentence"]);
    assert_eq!(span["verdict"], "misquoted");
}

#[sqlx::test(migrations = false)]
async fn the_passage_then_stays_whatever_becomes_of_the_page(pool: PgPool) {
    let app = answered(pool).await;
    let keys = "/courses/databases/relations/keys#primary-keys";
    for (change, freshness, now) in [
        ("select 1", "fresh", json!({"title": "Keys", "url": keys, "text": THEN, "open": true})),
        (
            "update lms.pages set revision = revision + 1, body = replace(body, 'every row', 'each row')
             where title = 'Keys'",
            "changed",
            json!({"title": "Keys", "url": keys, "open": true, "text": "A primary key identifies each row of a table."}),
        ),
        (
            "update lms.pages set hidden = true where title = 'Keys'",
            "changed",
            json!({"title": "Keys", "url": keys, "open": false, "text": "A primary key identifies each row of a table."}),
        ),
        (
            "update lms.pages set revision = revision + 1, hidden = false, body = 'See elsewhere.' where title = 'Keys'",
            "gone",
            json!({"title": "Keys", "url": "/courses/databases/relations/keys", "open": true, "text": null}),
        ),
        (
            "update lms.pages set revision = revision + 1,
                 body = E'## Rows\\n\\nA primary key identifies every row of a table.' where title like 'Bobby%'",
            "moved",
            json!({"title": "Bobby \"tables\"", "url": "/courses/databases/relations/bobby#rows", "open": true,
                   "text": THEN}),
        ),
        ("update lms.pages set deleted_at = now() where title in ('Keys') or title like 'Bobby%'", "gone", Value::Null),
    ] {
        let mut detail = after(&app, change).await;
        assert_eq!(detail["row"]["freshness"], freshness, "{change}");
        assert_eq!(detail["then"]["text"], THEN, "{change}");
        assert_eq!(detail["then"]["title"], "Keys", "{change}");
        if let Some(now) = detail["now"].as_object_mut() {
            now.retain(|field, _| !["pageId", "revision"].contains(&field.as_str()));
        }
        assert_eq!(detail["now"], now, "{change}");
    }
}
