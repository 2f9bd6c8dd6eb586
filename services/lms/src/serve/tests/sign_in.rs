use super::*;

fn login(email: &str, password: &str) -> TestRequest {
    TestRequest::post()
        .uri("/api/lms/login")
        .set_json(serde_json::json!({ "email": email, "password": password }))
}

fn session(answer: &Answer) -> String {
    answer.header("set-cookie").split(';').next().unwrap().to_owned()
}

fn with_cookie(cookie: &str, method: TestRequest) -> TestRequest {
    method.insert_header(("cookie", cookie.to_owned()))
}

#[sqlx::test(migrations = false)]
async fn people_sign_in_and_out_again(pool: PgPool) {
    let lms = TestLms::start(pool).await;
    let answer = lms.send(login(" Student@Example.org ", "demo")).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.json()["user"]["email"], "student@example.org");
    assert_eq!(answer.json()["user"]["locale"], "en");
    let cookie = answer.header("set-cookie").to_owned();
    for part in ["lms_session=", "HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let (cookie, token) = (session(&answer), answer.json()["token"].as_str().unwrap().to_owned());

    let me = || TestRequest::get().uri("/api/lms/me");
    let by_cookie = lms.send(with_cookie(&cookie, me())).await.json();
    let by_token = lms.send(me().insert_header(("authorization", format!("bearer {token}")))).await.json();
    assert_eq!(by_cookie["user"]["id"], demo::person_id("student@example.org").to_string());
    assert_eq!(by_cookie, by_token);

    let out = || {
        with_cookie(&cookie, TestRequest::post().uri("/api/lms/logout"))
            .insert_header(("sec-fetch-site", "same-origin"))
    };
    let left = lms.send(out()).await;
    assert_eq!(left.status, 204);
    assert!(left.header("set-cookie").contains("Max-Age=0"), "{}", left.header("set-cookie"));
    assert_eq!(lms.send(with_cookie(&cookie, me())).await.json(), serde_json::json!({ "user": null }));
    assert_eq!(lms.send(out()).await.status, 204);
}

#[sqlx::test(migrations = false)]
async fn only_a_hash_of_the_session_is_stored_and_it_ends(pool: PgPool) {
    let lms = TestLms::start(pool).await;
    let cookie = session(&lms.send(login("student@example.org", "demo")).await);
    let stored: Vec<u8> =
        sqlx::query_scalar("select token_hash from lms_demo.sessions").fetch_one(&lms.pool).await.unwrap();
    assert!(!cookie.as_bytes().windows(stored.len()).any(|window| window == stored));
    let me = || with_cookie(&cookie, TestRequest::get().uri("/api/lms/me"));
    lms.pass(Duration::hours(12) - Duration::seconds(1));
    assert!(lms.send(me()).await.json()["user"].is_object());
    lms.pass(Duration::seconds(1));
    assert!(lms.send(me()).await.json()["user"].is_null());
}

#[sqlx::test(migrations = false)]
async fn a_wrong_password_and_a_stranger_are_told_the_same(pool: PgPool) {
    let lms = TestLms::start(pool).await;
    let wrong = lms.send(login("student@example.org", "Demo")).await;
    let stranger = lms.send(login("nobody@example.org", "demo")).await;
    wrong.is_problem(401, "not_signed_in");
    assert_eq!(wrong.body, stranger.body);
    assert!(!wrong.headers.contains_key("set-cookie"));
    lms.send(login("student@example.org\u{0}", "demo")).await.is_problem(401, "not_signed_in");
    lms.send(login("student@example.org", &"x".repeat(2000))).await.is_problem(401, "not_signed_in");
}

#[sqlx::test(migrations = false)]
async fn guessing_is_slowed_down(pool: PgPool) {
    let lms = TestLms::start(pool).await;
    for _ in 0..20 {
        lms.state.throttle.attempt("student@example.org", lms.clock.now());
    }
    let refused = lms.send(login("STUDENT@example.org", "demo")).await;
    refused.is_problem(429, "limit_reached");
    assert_eq!(refused.header("retry-after"), "60");
    lms.pass(Duration::minutes(1));
    assert_eq!(lms.send(login("student@example.org", "demo")).await.status, 200);
}

#[sqlx::test(migrations = false)]
async fn bodies_that_cannot_be_read_are_problems(pool: PgPool) {
    let lms = TestLms::start(pool).await;
    let post = |kind: &'static str, body: String| {
        TestRequest::post().uri("/api/lms/login").insert_header(("content-type", kind)).set_payload(body)
    };
    lms.send(post("application/json", "{".into())).await.is_problem(400, "invalid_request");
    lms.send(post("application/json", "{\"email\": 3}".into())).await.is_problem(400, "invalid_request");
    lms.send(post("application/x-www-form-urlencoded", "email=a".into()))
        .await
        .is_problem(415, "invalid_request");
    lms.send(post("application/json", " ".repeat(70_000))).await.is_problem(413, "body_too_large");
}

#[sqlx::test(migrations = false)]
async fn tokens_that_do_not_hold_are_nobodys(pool: PgPool) {
    let lms = TestLms::start(pool).await;
    let ask = |value: String| {
        TestRequest::get().uri("/api/lms/courses/databases/pages").insert_header(("authorization", value))
    };
    let stranger =
        lms.state.tokens.issue(UserId(uuid::Uuid::from_u128(1)), lms.clock.now()).unwrap().unwrap();
    for value in ["Bearer x.y.z".into(), "Basic abc".into(), "Bearer".into(), format!("Bearer {stranger}")] {
        lms.send(ask(value)).await.is_problem(401, "not_signed_in");
    }
    let own = lms
        .state
        .tokens
        .issue(UserId(demo::person_id("student@example.org")), lms.clock.now())
        .unwrap()
        .unwrap();
    lms.pass(Duration::hours(12));
    lms.send(ask(format!("Bearer {own}"))).await.is_problem(401, "not_signed_in");
}

#[sqlx::test(migrations = false)]
async fn the_published_password_opens_nothing_to_other_machines(pool: PgPool) {
    let lms = TestLms::start_with(pool, &[("HOST", "0.0.0.0")]).await;
    lms.send(login("student@example.org", "demo")).await.is_problem(401, "not_signed_in");
}
