//! The document of the routes, and the page to read it. That answers are as it says, [`Answer::is_as_documented`] sees.

use super::*;

#[sqlx::test(migrations = false)]
async fn the_document_is_served_with_the_routes_of_the_lms_and_of_the_chatbot(pool: PgPool) {
    let lms = TestLms::start(pool).await;
    let answer = lms.get("", "/openapi.json").await;
    assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, "application/json"));
    let document = answer.json();
    assert_eq!(document["openapi"], "3.1.0");
    for path in [
        "/api/chatbot/v1/chat",
        "/api/chatbot/v1/audit/citations.csv",
        "/api/lms/login",
        "/api/lms/courses/{course}/page",
        "/healthz",
        "/readyz",
        "/metrics",
        "/openapi.json",
    ] {
        assert!(document["paths"][path].is_object(), "{path}");
    }
    let schemes = document["components"]["securitySchemes"].as_object().unwrap();
    let signed_in = &document["paths"]["/api/chatbot/v1/conversations"]["get"]["security"];
    assert_eq!(signed_in.as_array().unwrap().len(), schemes.len());
    assert!(schemes.keys().all(|scheme| signed_in.to_string().contains(scheme)));
}

#[sqlx::test(migrations = false)]
async fn the_page_needs_nothing_but_what_is_beside_it(pool: PgPool) {
    let lms = TestLms::start(pool).await;
    let short = lms.get("", "/docs").await;
    assert_eq!((short.status.as_u16(), short.header("location")), (307, "docs/"));
    let page = lms.get("", "/docs/").await;
    assert!(page.header("content-type").starts_with("text/html"));
    // No script stands in the page itself, and none comes from elsewhere: our policy would stop both.
    let sources = page.body.split(" src=\"").skip(1).chain(page.body.split(" href=\"").skip(1));
    let sources: Vec<&str> = sources.map(|rest| rest.split('"').next().unwrap()).collect();
    assert!(sources.len() >= 5 && !page.body.contains("<script>"), "{}", page.body);
    for source in sources {
        assert!(!source.contains("//"), "{source} is elsewhere");
        let source = source.trim_start_matches("./");
        assert_eq!(lms.get("", &format!("/docs/{source}")).await.status, 200, "{source}");
    }
    let settings = lms.get("", "/docs/swagger-initializer.js").await.body;
    assert!(
        settings.contains("\"/openapi.json\"") && settings.contains("\"validatorUrl\": \"none\""),
        "{settings}"
    );
    lms.get("", "/docs/none.js").await.is_problem(404, "not_found");
}
