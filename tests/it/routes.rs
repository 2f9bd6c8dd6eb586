//! Every route there is, read out of the table of routes: a new one cannot be forgotten here.

use chatbot_protocol::UserId;
use chatbot_tests::app::TestApp;
use chatbot_tests::model::Step::{Call, Text};
use chatbot_tests::world::{
    ADMIN, ASSISTANT, CHATBOT, COURSE, LOGIC_ADMIN, OTHER_CHATBOT, OTHER_COURSE, OTHER_STUDENT,
    OTHER_TEACHER, STATS_VIEWER, STRANGER, STUDENT, TEACHER,
};
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::manage::{body, change, path as managed, settings};

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

/// What is in a course, by ids that are real: of one that nothing has, every route says that there is no such thing.
struct Theirs {
    ids: Vec<(&'static str, String)>,
    preview: String,
}

impl Theirs {
    async fn create(app: &TestApp) -> Self {
        change(app, json!({"prompt": "Be brief."})).await;
        app.model.will([
            vec![Call("course_material_search", r#"{"query":"identifies every row"}"#)],
            vec![Text("Yours: a primary key identifies every row of a table.【1】")],
            vec![Text("Tried.")],
        ]);
        let conversation = app.begin(STUDENT).await;
        let chunks = app.ask(STUDENT, &conversation, "q1", "Mine?").await;
        let message = id_in(&chunks[0], "messageId");
        let rating = app.request(STUDENT, Method::PUT, &format!("/messages/{message}/feedback"));
        assert_eq!(rating.json(&json!({"rating": "up"})).send().await.unwrap().status(), 200);

        let wanted = json!({"settings": settings(app, json!({})).await, "viewAs": "student"});
        let preview = sent(app, TEACHER, &managed("/preview"), &wanted, 201).await;
        let preview = id_in(&preview, "conversationId");
        app.ask(TEACHER, &preview, "q1", "Only tried?").await;
        let test = sent(app, TEACHER, &managed("/tests"), &json!({"question": "What is a key?"}), 201).await;

        let list = app.get(ADMIN, "/audit/citations?cited=true").send().await.unwrap();
        let citation = id_in(&body(list, 200).await["items"][0], "id");
        let job = sent(app, ADMIN, "/audit/citations/recheck", &json!({}), 202).await;
        app.until("select state = 'done' from chatbot.jobs").await;
        let ids = vec![
            ("{course}", COURSE.to_string()),
            ("{chatbot}", CHATBOT.to_string()),
            ("{conversation}", conversation),
            ("{message}", message),
            ("{turn}", id_in(&chunks[0]["messageMetadata"], "turnId")),
            ("{citation}", citation),
            ("{job}", id_in(&job, "id")),
            ("{test}", id_in(&test, "id")),
            ("{version}", "2".to_owned()),
            ("{anonymous}", anonymous_id(app).await),
        ];
        Self { ids, preview }
    }

    /// A route's path with their ids in it.
    fn path(&self, route: &str) -> String {
        let path = route
            .replace("/previews/{conversation}", &format!("/previews/{}", self.preview))
            .replace("/me/limits", &format!("/me/limits?chatbotId={CHATBOT}"));
        let path = self.ids.iter().fold(path, |path, (name, id)| path.replace(name, id));
        assert!(!path.contains('{'), "{path}: what is that the id of?");
        path
    }

    /// The same in another course or chatbot, where they are not.
    fn path_elsewhere(&self, route: &str) -> String {
        let course = route.replace("{course}", &OTHER_COURSE.to_string());
        self.path(&course.replace("{chatbot}", &OTHER_CHATBOT.to_string()))
    }

    /// Nothing of them is told.
    fn are_not_in(&self, told: &str, by: &str) {
        assert!(!told.contains(&self.path("{conversation}")), "{by}: {told}");
        assert!(!told.contains("Yours") && !told.contains("Mine?"), "{by}: {told}");
    }

    /// How everything stands, as those see it whose it is.
    async fn as_they_stand(&self, app: &TestApp) -> Vec<Value> {
        let mut told = Vec::new();
        for (who, route) in [
            (STUDENT, "/conversations/{conversation}"),
            (TEACHER, "/manage/courses/{course}/chatbots"),
            (TEACHER, "/manage/courses/{course}/conversations/{anonymous}"),
            (TEACHER, "/manage/chatbots/{chatbot}"),
            (TEACHER, "/manage/chatbots/{chatbot}/versions"),
            (TEACHER, "/manage/chatbots/{chatbot}/tests"),
            (TEACHER, "/manage/previews/{conversation}/trace"),
            (ADMIN, "/jobs/{job}"),
            (ADMIN, "/audit/citations/{citation}"),
            (ADMIN, "/audit/turns/{turn}"),
        ] {
            let answer = app.get(who, &self.path(route)).send().await.unwrap();
            told.push(body(answer, 200).await);
        }
        told
    }
}

fn id_in(value: &Value, field: &str) -> String {
    value[field].as_str().unwrap().to_owned()
}

async fn sent(app: &TestApp, who: UserId, path: &str, sent: &Value, status: u16) -> Value {
    body(app.post(who, path, sent).send().await.unwrap(), status).await
}

/// By what teachers know the student's conversation; enough others ask in both courses that they may read any.
async fn anonymous_id(app: &TestApp) -> String {
    sqlx::raw_sql(
        "insert into lms.users (id, name, email)
         select md5('person' || n)::uuid, 'Person', n || '@example.org' from generate_series(1, 5) n;
         insert into chatbot.conversations
         select (jsonb_populate_record(c, jsonb_build_object(
             'id', md5(b.id::text || n), 'anonymous_id', md5('anonymous' || b.id || n),
             'student_id', md5('person' || n), 'chatbot_id', b.id))).*
         from chatbot.conversations c, chatbot.chatbots b, generate_series(1, 5) n
         where c.title = 'Mine?'",
    )
    .execute(&app.pool)
    .await
    .unwrap();
    app.value(
        "select anonymous_id::text from chatbot.conversations
         where student_id = '00000000-0000-0000-0000-0000000000a1'",
    )
    .await
}

#[sqlx::test(migrations = false)]
async fn no_route_answers_without_a_caller_or_to_those_it_does_not_concern(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let theirs = Theirs::create(&app).await;
    let before = theirs.as_they_stand(&app).await;
    for (verb, route) in routes() {
        let path = theirs.path(route);
        let anonymous = app.anonymous(verb.clone(), &path).send().await.unwrap();
        assert_eq!(anonymous.status(), 401, "{verb} {route}");
        for who in [OTHER_STUDENT, STRANGER, OTHER_TEACHER, LOGIC_ADMIN] {
            let (status, told) = asked(&app, who, (verb.clone(), &path), &theirs).await;
            // That a course exists is no secret; what is in it is its staff's.
            let is_shut = status == 404 || path.starts_with("/manage/") && status == 403;
            let is_told = (200..300).contains(&status) && concerns(who, route);
            assert!(is_shut || is_told, "{who} {verb} {route}: {status} {told}");
            theirs.are_not_in(&told, &format!("{who} {verb} {route}"));
        }
        if route.matches('{').count() == 2 {
            let path = theirs.path_elsewhere(route);
            let (status, _) = asked(&app, OTHER_TEACHER, (verb.clone(), &path), &theirs).await;
            assert_eq!(status, 404, "{verb} {route} by way of one's own course");
        }
    }
    assert_eq!(theirs.as_they_stand(&app).await, before);
}

#[sqlx::test(migrations = false)]
async fn the_staff_of_a_course_have_no_part_in_what_is_a_students(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let theirs = Theirs::create(&app).await;
    let before = theirs.as_they_stand(&app).await;
    for (verb, route) in routes() {
        let path = theirs.path(route);
        for who in [TEACHER, ASSISTANT, STATS_VIEWER, ADMIN] {
            if is_the_work_of(who, route) {
                continue;
            }
            let (status, told) = asked(&app, who, (verb.clone(), &path), &theirs).await;
            let is_shut = status == 404 || path.starts_with("/manage/") && status == 403;
            let is_told = (200..300).contains(&status) && concerns(who, route);
            assert!(is_shut || is_told, "{who} {verb} {route}: {status} {told}");
            theirs.are_not_in(&told, &format!("{who} {verb} {route}"));
        }
    }
    assert_eq!(theirs.as_they_stand(&app).await, before);
}

/// What somebody is there for: other stories are about that.
fn is_the_work_of(who: UserId, route: &str) -> bool {
    // Their own previews would be gone with it, and with them what this looks at.
    let erases_own = route == "/me/data";
    let edits = route.starts_with("/manage/") && !route.starts_with("/manage/previews/");
    match who {
        TEACHER => edits || route.starts_with("/manage/previews/") || erases_own,
        ADMIN => edits || route.starts_with("/audit/") || route == "/jobs/{job}" || erases_own,
        STATS_VIEWER => route == "/manage/courses/{course}/insights",
        _ => false,
    }
}

/// Whether a route tells somebody what is theirs as well, whatever there is of others.
fn concerns(who: UserId, route: &str) -> bool {
    let own = ["/conversations", "/me/export", "/me/data"];
    let students = ["/courses/{course}/chatbots", "/chatbots/{chatbot}/conversations", "/me/limits"];
    let staff = ["/manage/models"];
    let audit = [
        "/audit/filters",
        "/audit/citations",
        "/audit/citations.csv",
        "/audit/citations/count",
        "/audit/citations/rates",
        "/audit/citations/recheck",
        "/audit/tool-calls",
        "/audit/log",
    ];
    own.contains(&route)
        || [OTHER_STUDENT, TEACHER, ASSISTANT, ADMIN].contains(&who) && students.contains(&route)
        || [OTHER_TEACHER, LOGIC_ADMIN].contains(&who) && staff.contains(&route)
        || who == LOGIC_ADMIN && audit.contains(&route)
}

/// What somebody is answered who sends what the route takes.
async fn asked(app: &TestApp, who: UserId, (verb, path): (Method, &str), theirs: &Theirs) -> (u16, String) {
    let message = json!({"id": "x", "role": "user", "parts": [{"type": "text", "text": "Hi"}]});
    let body = match path {
        "/chat" => json!({"id": theirs.path("{conversation}"), "message": message}),
        _ if path.ends_with("/feedback") => json!({"rating": "down"}),
        _ if path.ends_with("/review") => json!({"reviewed": true}),
        _ if path.ends_with("/tests") => json!({"question": "Whose?"}),
        _ if verb == Method::PATCH => json!({"title": "Mine now"}),
        _ => json!({}),
    };
    let mut request = app.request(who, verb, path);
    if path.ends_with("/restore") {
        request = request.header("if-match", "1");
    }
    let response = request.json(&body).send().await.unwrap();
    (response.status().as_u16(), response.text().await.unwrap())
}
