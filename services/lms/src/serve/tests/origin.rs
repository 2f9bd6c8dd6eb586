use super::*;
use crate::rows::sessions;
use sha2::{Digest, Sha256};

/// Opens a session without the slow password check.
async fn session(lms: &TestLms) -> String {
    let mut db = lms.pool.acquire().await.unwrap();
    let (user, now) = (demo::person_id("student@example.org"), lms.clock.now());
    sessions::insert(&mut db, &Sha256::digest(b"token"), user, now, now + Duration::hours(1)).await.unwrap();
    "lms_session=token".into()
}

async fn logout(lms: &TestLms, headers: &[(&str, &str)]) -> Answer {
    let cookie = session(lms).await;
    let mut request = TestRequest::post().uri("/api/lms/logout").insert_header(("cookie", cookie));
    for (name, value) in headers {
        request = request.insert_header((*name, *value));
    }
    let answer = lms.send(request).await;
    sqlx::query("delete from lms_demo.sessions").execute(&lms.pool).await.unwrap();
    answer
}

#[sqlx::test(migrations = false)]
async fn a_session_changes_things_from_our_own_pages_only(pool: PgPool) {
    let lms = TestLms::start(pool).await;
    for own in [
        &[("sec-fetch-site", "same-origin")][..],
        &[("host", "lms.example:8080"), ("origin", "http://lms.example:8080")],
        &[("origin", "https://friend.example"), ("sec-fetch-site", "cross-site")],
        &[
            ("sec-fetch-site", "same-origin"),
            ("content-type", "application/json; charset=utf-8"),
            ("content-length", "2"),
        ],
    ] {
        assert_eq!(logout(&lms, own).await.status, 204, "{own:?}");
    }
    for foreign in [
        &[][..],
        &[("sec-fetch-site", "cross-site")],
        &[("sec-fetch-site", "same-site")],
        &[("sec-fetch-site", "none")],
        &[("origin", "null")],
        &[("host", "lms.example"), ("origin", "https://evil.example")],
        &[("host", "lms.example"), ("origin", "https://lms.example.evil.example")],
        &[("host", "lms.example:8080"), ("origin", "http://lms.example:9090")],
    ] {
        logout(&lms, foreign).await.is_problem(403, "not_allowed");
    }
}

#[sqlx::test(migrations = false)]
async fn a_session_sends_json_only(pool: PgPool) {
    let lms = TestLms::start(pool).await;
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""] {
        let headers = [("sec-fetch-site", "same-origin"), ("content-type", kind), ("content-length", "2")];
        logout(&lms, &headers).await.is_problem(415, "invalid_request");
    }
}

#[sqlx::test(migrations = false)]
async fn reading_needs_no_origin_and_a_token_needs_none_ever(pool: PgPool) {
    let lms = TestLms::start(pool).await;
    let cookie = session(&lms).await;
    let me = TestRequest::get().uri("/api/lms/me").insert_header(("cookie", cookie.clone()));
    assert!(lms.send(me).await.json()["user"].is_object());
    let token = lms
        .state
        .tokens
        .issue(UserId(demo::person_id("student@example.org")), lms.clock.now())
        .unwrap()
        .unwrap();
    let out = TestRequest::post()
        .uri("/api/lms/logout")
        .insert_header(("authorization", format!("Bearer {token}")));
    assert_eq!(lms.send(out).await.status, 204);
}
