use serde_json::json;

use super::*;

const HIDDEN: &str = "designing-a-schema/model-answers-to-the-exam";
const DELETED: &str = "what-databases-are-for/network-databases";
const UNOPENED: &str = "beyond-one-server/replication";
const OPEN: &str = "querying-with-sql/joins";

async fn page(lms: &TestLms, email: &str, course: &str, path: &str) -> Answer {
    lms.get(email, &format!("/api/lms/courses/{course}/page?path={path}")).await
}

/// Everything that the server says of a course to somebody.
async fn all_said(lms: &TestLms, email: &str, course: &str) -> String {
    let mut said = String::new();
    for what in ["outline", "pages"] {
        said += &lms.get(email, &format!("/api/lms/courses/{course}/{what}")).await.body;
    }
    for path in [HIDDEN, DELETED, UNOPENED, OPEN] {
        said += &page(lms, email, course, path).await.body;
    }
    said.to_lowercase()
}

#[sqlx::test(migrations = false)]
async fn students_never_learn_of_what_is_hidden_deleted_or_not_open(pool: PgPool) {
    let lms = TestLms::start(pool).await;
    let said = all_said(&lms, "student@example.org", "databases").await;
    for secret in [
        "quillfeather",
        "marlinspike",
        "ombrellino",
        "model answers",
        "network databases",
        "replication",
        "cap theorem",
    ] {
        assert!(!said.contains(secret), "{secret}");
    }
    assert!(said.contains("beyond one server"), "the title of the chapter that opens later is known");
    assert!(page(&lms, "student@example.org", "databases", OPEN).await.status.is_success());
}

#[sqlx::test(migrations = false)]
async fn what_may_not_be_seen_is_answered_like_what_is_not_there(pool: PgPool) {
    let lms = TestLms::start(pool).await;
    let nowhere = page(&lms, "student2@example.org", "databases", "no/such-page").await;
    nowhere.is_problem(404, "not_found");
    for path in [HIDDEN, DELETED, UNOPENED, "%00", "../x", "", "%25"] {
        let answer = page(&lms, "student2@example.org", "databases", path).await;
        assert_eq!((answer.status, &answer.body), (nowhere.status, &nowhere.body), "{path}");
    }
    // Not enrolled in this one, which exists; and in one that does not.
    for course in ["critical-thinking", "no-such-course", "%00", "00000000-0000-0000-0000-000000000000"] {
        let answer = page(&lms, "student2@example.org", course, "judging-arguments/common-fallacies").await;
        assert_eq!((answer.status, &answer.body), (nowhere.status, &nowhere.body), "{course}");
    }
    lms.get("student@example.org", "/api/lms/courses/databases/page")
        .await
        .is_problem(400, "invalid_request");
}

#[sqlx::test(migrations = false)]
async fn each_role_sees_what_it_may(pool: PgPool) {
    let lms = TestLms::start(pool).await;
    // hidden, deleted, not open yet, open
    for (email, sees) in [
        ("student@example.org", [false, false, false, true]),
        ("assistant@example.org", [false, false, true, true]),
        ("teacher@example.org", [true, false, true, true]),
        ("admin@example.org", [true, false, true, true]),
        ("teacher2@example.org", [false; 4]),
        ("stats@example.org", [false; 4]),
        ("student7@example.org", [false; 4]),
    ] {
        let mut seen = Vec::new();
        for path in [HIDDEN, DELETED, UNOPENED, OPEN] {
            seen.push(page(&lms, email, "databases", path).await.status.is_success());
        }
        assert_eq!(seen, sees, "{email}");
    }
}

#[sqlx::test(migrations = false)]
async fn strangers_learn_the_title_and_no_more(pool: PgPool) {
    let lms = TestLms::start(pool).await;
    for email in ["teacher2@example.org", "student7@example.org", "stats@example.org"] {
        let outline = lms.get(email, "/api/lms/courses/databases/outline").await.json();
        assert_eq!(outline["course"]["title"], "Introduction to Databases");
        assert_eq!(outline["readable"], false, "{email}");
        assert_eq!(
            (&outline["chapters"], &outline["pages"]),
            (&serde_json::json!([]), &serde_json::json!([]))
        );
        assert_eq!(lms.get(email, "/api/lms/courses/databases/pages").await.json(), serde_json::json!([]));
    }
    for email in ["student@example.org", "assistant@example.org", "admin@example.org"] {
        let outline = lms.get(email, "/api/lms/courses/databases/outline").await.json();
        assert_eq!(outline["readable"], true, "{email}");
    }
    for path in ["outline", "pages", "page?path=x"] {
        lms.get("", &format!("/api/lms/courses/databases/{path}")).await.is_problem(401, "not_signed_in");
        lms.get("", &format!("/api/lms/courses/no-such/{path}")).await.is_problem(401, "not_signed_in");
    }
}

#[sqlx::test(migrations = false)]
async fn a_chapter_opens_when_its_time_has_come(pool: PgPool) {
    let lms = TestLms::start(pool).await;
    let last = |outline: Value| outline["chapters"].as_array().unwrap().last().unwrap().clone();
    let outline = "/api/lms/courses/databases/outline";
    let before = last(lms.get("student@example.org", outline).await.json());
    assert_eq!(
        (&before["open"], &before["pages"], before["opensAt"].is_string()),
        (&Value::from(false), &serde_json::json!([]), true)
    );
    lms.pass(Duration::days(30));
    let after = last(lms.get("student@example.org", outline).await.json());
    assert_eq!((&after["open"], after["pages"].as_array().unwrap().len()), (&Value::from(true), 3));
    assert!(page(&lms, "student@example.org", "databases", UNOPENED).await.status.is_success());
}

#[sqlx::test(migrations = false)]
async fn drafts_are_known_to_their_staff_only(pool: PgPool) {
    let lms = TestLms::start(pool).await;
    sqlx::query("update lms.courses set visibility = 'draft' where slug = 'databases'")
        .execute(&lms.pool)
        .await
        .unwrap();
    for (email, sees) in [
        ("", false),
        ("student@example.org", false),
        ("teacher2@example.org", false),
        ("assistant@example.org", true),
        ("stats@example.org", true),
        ("admin@example.org", true),
    ] {
        let listed = lms.get(email, "/api/lms/courses").await.json();
        let seen = listed.as_array().unwrap().iter().any(|course| course["slug"] == "databases");
        assert_eq!(seen, sees, "{email}");
    }
    lms.get("student@example.org", "/api/lms/courses/databases/outline").await.is_problem(404, "not_found");
    assert!(lms.get("teacher@example.org", "/api/lms/courses/databases/outline").await.status.is_success());
}

#[sqlx::test(migrations = false)]
async fn a_course_tells_which_of_its_pages_for_teachers_are_open_to_one(pool: PgPool) {
    let lms = TestLms::start(pool).await;
    for (email, edit, view_stats) in [
        ("student@example.org", false, false),
        ("student7@example.org", false, false),
        ("assistant@example.org", false, false),
        ("teacher2@example.org", false, false),
        ("stats@example.org", false, true),
        ("teacher@example.org", true, true),
        ("admin@example.org", true, true),
    ] {
        let outline = lms.get(email, "/api/lms/courses/databases/outline").await.json();
        assert_eq!(outline["may"], json!({"edit": edit, "viewStats": view_stats}), "{email}");
        assert_eq!(outline["course"]["timeZone"], "Europe/Helsinki");
        let me = lms.get(email, "/api/lms/me").await.json();
        assert_eq!(me["user"]["audits"], json!(email == "admin@example.org"), "{email}");
    }
}

#[sqlx::test(migrations = false)]
async fn a_page_has_its_html_and_its_neighbours(pool: PgPool) {
    let lms = TestLms::start(pool).await;
    let id = demo::course_id("databases");
    let by_id = page(&lms, "student@example.org", &id.to_string(), OPEN).await;
    let shown = page(&lms, "student@example.org", "databases", OPEN).await;
    assert_eq!(by_id.body, shown.body);
    let shown = shown.json();
    assert_eq!(shown["page"]["chapterTitle"], "Querying with SQL");
    assert_eq!(shown["page"]["urlPath"], OPEN);
    assert!(shown["page"]["html"].as_str().unwrap().contains("<h2 id=\""));
    assert_eq!(shown["previous"]["urlPath"], "querying-with-sql/select-where-order-by");
    assert_eq!(shown["next"]["urlPath"], "querying-with-sql/aggregation-and-group-by");
    let first = page(&lms, "student@example.org", "databases", "what-databases-are-for/why-not-just-files")
        .await
        .json();
    assert!(first["previous"].is_null() && first["next"].is_object());
    let listed = lms.get("student@example.org", &format!("/api/lms/courses/{id}/pages")).await.json();
    assert_eq!(listed[0]["urlPath"], "what-databases-are-for/why-not-just-files");
    assert!(listed[0]["chapterId"].is_string());
}
