//! Every route there is, read out of the table of routes: a new one cannot be forgotten here.

use chatbot_protocol::UserId;
use chatbot_tests::app::TestApp;
use chatbot_tests::model::Step::Text;
use chatbot_tests::world::{COURSE, OTHER_CHATBOT, OTHER_COURSE, OTHER_STUDENT, STRANGER, STUDENT};
use reqwest::Method;
use serde_json::json;
use sqlx::PgPool;

const TABLE: &str = include_str!("../../services/http/src/routes.rs");

/// Verb and path of each route.
pub fn routes() -> Vec<(Method, &'static str)> {
    let resources = TABLE.split("resource(\"").skip(1);
    let routes = resources.flat_map(|resource| {
        let (path, rest) = resource.split_once('"').unwrap();
        let verbs = rest.split("route(web::").skip(1).filter_map(|call| Some(call.split_once("()")?.0));
        verbs.map(|verb| (verb.to_uppercase().parse().unwrap(), path)).collect::<Vec<_>>()
    });
    routes.collect()
}

#[test]
fn the_table_is_read_as_it_stands() {
    let table: Vec<String> = routes().iter().map(|(verb, path)| format!("{verb} {path}")).collect();
    assert_eq!(
        table,
        [
            "GET /courses/{course}/chatbots",
            "POST /chatbots/{chatbot}/conversations",
            "GET /conversations",
            "GET /conversations/{conversation}",
            "PATCH /conversations/{conversation}",
            "DELETE /conversations/{conversation}",
            "GET /me/limits",
            "POST /chat",
            "GET /chat/{conversation}/stream",
            "POST /chat/{conversation}/stop",
            "PUT /messages/{message}/feedback",
            "DELETE /messages/{message}/feedback",
            "GET /me/export",
            "DELETE /me/data",
            "GET /manage/models",
            "GET /manage/courses/{course}/tools",
            "GET /manage/courses/{course}/chatbots",
            "POST /manage/courses/{course}/chatbots",
            "POST /manage/courses/{course}/settings/check",
            "GET /manage/chatbots/{chatbot}",
            "PUT /manage/chatbots/{chatbot}",
            "DELETE /manage/chatbots/{chatbot}",
            "PUT /manage/chatbots/{chatbot}/default",
            "GET /manage/chatbots/{chatbot}/versions",
            "POST /manage/chatbots/{chatbot}/versions/{version}/restore",
            "POST /manage/chatbots/{chatbot}/preview",
            "GET /manage/previews/{conversation}/trace",
            "GET /manage/chatbots/{chatbot}/tests",
            "POST /manage/chatbots/{chatbot}/tests",
            "POST /manage/chatbots/{chatbot}/tests/run",
            "GET /manage/chatbots/{chatbot}/tests/runs",
            "DELETE /manage/chatbots/{chatbot}/tests/{test}",
            "GET /jobs/{job}",
            "GET /audit/filters",
            "GET /audit/citations",
            "GET /audit/citations.csv",
            "GET /audit/citations/count",
            "GET /audit/citations/rates",
            "POST /audit/citations/recheck",
            "GET /audit/citations/{citation}",
            "PUT /audit/citations/{citation}/review",
            "GET /audit/tool-calls",
            "GET /audit/turns/{turn}",
            "GET /audit/log",
            "GET /manage/courses/{course}/insights",
            "GET /manage/courses/{course}/conversations",
            "GET /manage/courses/{course}/conversations/{anonymous}",
        ]
    );
}

#[sqlx::test(migrations = false)]
async fn no_route_answers_without_a_caller_or_to_those_it_does_not_concern(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([vec![Text("Yours.")]]);
    let conversation = app.begin(STUDENT).await;
    let chunks = app.ask(STUDENT, &conversation, "q1", "Mine?").await;
    let answer = chunks[0]["messageId"].as_str().unwrap();
    for (verb, path) in routes() {
        let own = path.replace("{conversation}", &conversation).replace("{course}", &COURSE.to_string());
        let anonymous = app.anonymous(verb.clone(), &own).send().await.unwrap();
        assert_eq!(anonymous.status(), 401, "{verb} {path}");
        let foreign = path
            .replace("{conversation}", &conversation)
            .replace("{course}", &OTHER_COURSE.to_string())
            .replace("{chatbot}", &OTHER_CHATBOT.to_string())
            .replace("{message}", answer)
            .replace("/me/limits", &format!("/me/limits?chatbotId={OTHER_CHATBOT}"));
        for who in [OTHER_STUDENT, STRANGER] {
            assert_shut(&app, who, (verb.clone(), &foreign), &conversation).await;
        }
    }
    assert_eq!(app.read(STUDENT, &conversation).await["title"], "Mine?");
}

/// Somebody else gets nothing of it: it does not exist to them, or holds only what is theirs.
async fn assert_shut(app: &TestApp, who: UserId, (verb, path): (Method, &str), conversation: &str) {
    let message = json!({"id": "x", "role": "user", "parts": [{"type": "text", "text": "Hi"}]});
    let body = match path {
        "/chat" => json!({"id": conversation, "message": message}),
        _ if path.ends_with("/feedback") => json!({"rating": "down"}),
        _ if path.ends_with("/review") => json!({"reviewed": true}),
        _ if verb == Method::PATCH => json!({"title": "Mine now"}),
        _ => json!({}),
    };
    let response = app.request(who, verb.clone(), path).json(&body).send().await.unwrap();
    let status = response.status();
    let told = response.text().await.unwrap();
    let own = path == "/conversations" || path.starts_with("/me/");
    // That a course exists is no secret; what is in it is its staff's.
    let managed = path.starts_with("/manage/") && status == 403;
    assert!(status == 404 || managed || own && status.is_success(), "{verb} {path}: {status}");
    assert!(!told.contains(conversation) && !told.contains("Yours"), "{verb} {path}: {told}");
}
