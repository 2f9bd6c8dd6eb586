use super::*;

fn build(lms: &TestLms) {
    let dist = lms.folder.path().join("dist");
    std::fs::create_dir_all(dist.join("assets")).unwrap();
    std::fs::write(dist.join("index.html"), "<p>the app</p>").unwrap();
    std::fs::write(dist.join("assets/app-1a2b.js"), "1").unwrap();
    std::fs::write(lms.folder.path().join("secret.txt"), "no").unwrap();
}

#[sqlx::test(migrations = false)]
async fn the_front_end_is_served_with_its_router(pool: PgPool) {
    let lms = TestLms::start(pool).await;
    for path in ["/", "/courses/databases/x/y"] {
        let answer = lms.get("", path).await;
        assert_eq!(answer.status, 503);
        assert!(answer.body.contains("not built yet") && answer.body.contains("UI_DIR"));
    }
    build(&lms);
    for path in
        ["/", "/courses/databases", "/courses/databases/x/y", "/teach/databases", "/audit", "/index.html"]
    {
        let answer = lms.get("", path).await;
        assert_eq!((answer.status.as_u16(), answer.body.as_str()), (200, "<p>the app</p>"), "{path}");
        assert_eq!(answer.header("cache-control"), "no-cache");
    }
    let asset = lms.get("", "/assets/app-1a2b.js").await;
    assert_eq!(asset.header("cache-control"), "public, max-age=31536000, immutable");
    for path in [
        "/assets/none.js",
        "/robots.txt",
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/..%5c..%5csecret.txt",
    ] {
        assert_eq!(lms.get("", path).await.status, 404, "{path}");
    }
}

#[sqlx::test(migrations = false)]
async fn every_answer_tells_browsers_what_they_may_do(pool: PgPool) {
    let lms = TestLms::start(pool).await;
    build(&lms);
    for path in ["/", "/api/lms/courses", "/api/none", "/api/lms/courses/x/pages", "/nothing", "/healthz"] {
        let answer = lms.get("", path).await;
        let policy = answer.header("content-security-policy");
        assert!(
            policy.starts_with("default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'"),
            "{path}"
        );
        assert!(policy.ends_with("frame-ancestors 'self' https://friend.example"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("referrer-policy"), "same-origin", "{path}");
    }
}

#[sqlx::test(migrations = false)]
async fn unknown_routes_of_the_api_are_problems(pool: PgPool) {
    let lms = TestLms::start(pool).await;
    for path in ["/api", "/api/", "/api/none", "/api/lms/none", "/api/lms/courses/x/y/z"] {
        lms.get("", path).await.is_problem(404, "not_found");
    }
    lms.send(TestRequest::delete().uri("/courses/databases")).await.is_problem(404, "not_found");
    lms.get("", "/api/lms/login").await.is_problem(405, "invalid_request");
    assert_eq!(lms.get("", "/healthz").await.body, "ok\n");
}
