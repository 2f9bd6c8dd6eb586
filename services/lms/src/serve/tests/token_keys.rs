//! Tokens that somebody else signs, whose keys we read over HTTP.

use std::time::Duration as Time;

use chrono::Duration;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde_json::json;

use super::key_server::{KeyServer, Manner, Signer, key_set};
use super::*;
use crate::serve::auth::{Expected, KeyTimings, TokenKeys, Tokens};

const STUDENT: &str = "student@example.org";
const LONG: Time = Time::from_hours(1);
/// Reads when asked, and gives up soon.
const QUICK: KeyTimings =
    KeyTimings { refresh: LONG, floor: Time::from_millis(10), patience: Time::from_millis(300) };
/// Reads once.
const ONCE: KeyTimings = KeyTimings { refresh: LONG, floor: LONG, patience: Time::from_secs(10) };

/// An LMS that believes this server's keys, and the task that keeps them.
async fn lms_with(pool: PgPool, keys: &KeyServer, timings: KeyTimings) -> TestLms {
    let mut lms = TestLms::start(pool).await;
    let expected = Expected { audience: Some("lms".into()), issuer: Some("https://id.example".into()) };
    let tokens = Tokens::signed_elsewhere(TokenKeys::at(&keys.url(), timings).unwrap(), expected);
    let mut state = LmsState::new(&lms.settings, lms.pool.clone(), lms.clock.clone()).unwrap();
    state.tokens = tokens;
    lms.state = Data::new(state);
    keep(&lms);
    lms
}

fn keep(lms: &TestLms) {
    let state = lms.state.clone();
    #[expect(clippy::disallowed_methods, reason = "as `lms serve` does")]
    tokio::spawn(async move { state.tokens.keep_keys().await });
}

/// Claims that hold.
fn claims(lms: &TestLms) -> Value {
    let now = lms.clock.now();
    json!({
        "sub": demo::person_id(STUDENT), "iss": "https://id.example", "aud": ["other", "lms"],
        "exp": (now + Duration::hours(1)).timestamp(), "nbf": now.timestamp(),
    })
}

fn with(claims: &Value, name: &str, value: impl Into<Value>) -> Value {
    let mut changed = claims.clone();
    changed[name] = value.into();
    changed
}

async fn ask(lms: &TestLms, token: &str) -> Answer {
    let request = TestRequest::get().uri("/api/lms/courses/databases/pages");
    lms.send(request.insert_header(("authorization", format!("Bearer {token}")))).await
}

/// As the parts of a token are written.
fn base64url(text: &str) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let written = text.as_bytes().chunks(3).flat_map(|chunk| {
        let bits =
            chunk.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        (0..=chunk.len()).map(move |place| char::from(DIGITS[(bits >> (18 - 6 * place) & 63) as usize]))
    });
    written.collect()
}

/// Asks until the answer is this one.
async fn ask_until(lms: &TestLms, token: &str, status: u16) {
    let asked = async {
        while ask(lms, token).await.status != status {
            // A refusal may come without a pause in which keys could be read.
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Time::from_secs(20), asked).await.expect("it never answers so");
}

#[sqlx::test(migrations = false)]
async fn tokens_of_every_kind_of_key_hold_and_what_is_signed_otherwise_does_not(pool: PgPool) {
    let (rsa, ec, ed, stranger) = (Signer::rsa(), Signer::ec(), Signer::ed(), Signer::next_ed());
    let keys = KeyServer::start(Manner::Says(key_set(&[&rsa, &ec, &ed]))).await;
    let lms = lms_with(pool, &keys, ONCE).await;
    let good = claims(&lms);
    for signer in [&rsa, &ec, &ed] {
        assert_eq!(ask(&lms, &signer.sign(&good)).await.status, 200);
    }
    // Of these there is one for each algorithm, so that none has to be named.
    assert_eq!(ask(&lms, &ec.sign_as(None, Algorithm::ES256, &good)).await.status, 200);

    let unsigned = |header: &str| format!("{}.{}.", base64url(header), base64url(&good.to_string()));
    let public = rsa.published();
    let mut refused = vec![
        ("alg none", unsigned(r#"{"alg":"none","kid":"rsa"}"#)),
        ("alg None", unsigned(r#"{"alg":"None","kid":"rsa"}"#)),
        ("no signature", unsigned(r#"{"alg":"RS256","kid":"rsa"}"#)),
        ("another's key under a name of ours", stranger.sign_as(Some("ed"), Algorithm::EdDSA, &good)),
        ("another's key that names none", stranger.sign_as(None, Algorithm::EdDSA, &good)),
        ("a key of another kind under the name", ec.sign_as(Some("rsa"), Algorithm::ES256, &good)),
        ("another algorithm of the same key", rsa.sign_as(Some("rsa"), Algorithm::RS512, &good)),
        ("PSS with the same key", rsa.sign_as(Some("rsa"), Algorithm::PS256, &good)),
        ("over", ed.sign(&with(&good, "exp", lms.clock.now().timestamp()))),
        ("not yet", ed.sign(&with(&good, "nbf", (lms.clock.now() + Duration::minutes(2)).timestamp()))),
        ("no end", ed.sign(&with(&good, "exp", Value::Null))),
        ("another audience", ed.sign(&with(&good, "aud", "other"))),
        ("no audience", ed.sign(&with(&good, "aud", Value::Null))),
        ("another issuer", ed.sign(&with(&good, "iss", "https://evil.example"))),
        ("no issuer", ed.sign(&with(&good, "iss", Value::Null))),
        ("nobody", ed.sign(&with(&good, "sub", "me"))),
        ("a stranger", ed.sign(&with(&good, "sub", uuid::Uuid::nil().to_string()))),
    ];
    // What is public must not do as a secret, in whichever form somebody might have it.
    for secret in [public["n"].as_str().unwrap().to_owned(), public.to_string(), key_set(&[&rsa])] {
        for algorithm in [Algorithm::HS256, Algorithm::HS512] {
            let header = Header { kid: Some("rsa".into()), ..Header::new(algorithm) };
            let key = EncodingKey::from_secret(secret.as_bytes()).unwrap();
            refused.push(("signed with the public key", encode(&header, &good, &key).unwrap()));
        }
    }
    // Nor is a key believed that a token brings along.
    let brought = Header {
        jwk: Some(serde_json::from_value(stranger.published()).unwrap()),
        jku: Some("http://127.0.0.1:9/keys".into()),
        kid: Some("ed".into()),
        ..Header::new(Algorithm::EdDSA)
    };
    refused.push(("a key of its own", stranger.sign_with(&brought, &good)));
    let signed = ed.sign(&good);
    let forged = signed.split('.').nth(2).unwrap();
    let parts = ed.sign(&with(&good, "sub", demo::person_id("admin@example.org").to_string()));
    let parts: Vec<&str> = parts.split('.').collect();
    refused.push(("another's claims", format!("{}.{}.{forged}", parts[0], parts[1])));
    for (what, token) in refused {
        assert_eq!(ask(&lms, &token).await.status, 401, "{what}: {token}");
    }
    assert_eq!(keys.asked(), 1, "the keys were read once");
}

#[sqlx::test(migrations = false)]
async fn a_new_key_is_read_when_a_token_names_it_and_an_old_one_holds_no_more(pool: PgPool) {
    let (old, new) = (Signer::ed(), Signer::next_ed());
    let keys = KeyServer::start(Manner::Says(key_set(&[&old]))).await;
    let lms = lms_with(pool, &keys, QUICK).await;
    let good = claims(&lms);
    assert_eq!(ask(&lms, &old.sign(&good)).await.status, 200);
    keys.will(Manner::Says(key_set(&[&new])));
    assert_eq!(ask(&lms, &old.sign(&good)).await.status, 200, "as it was read");
    ask_until(&lms, &new.sign(&good), 200).await;
    assert_eq!(ask(&lms, &old.sign(&good)).await.status, 401);
}

#[sqlx::test(migrations = false)]
async fn however_many_tokens_name_keys_that_are_not_there_the_keys_are_read_once(pool: PgPool) {
    let (signer, stranger) = (Signer::ed(), Signer::next_ed());
    let keys = KeyServer::start(Manner::Waits(key_set(&[&signer]))).await;
    let lms = lms_with(pool, &keys, ONCE).await;
    let good = claims(&lms);
    let bad: Vec<String> =
        (0..50).map(|n| stranger.sign_as(Some(&format!("k{n}")), Algorithm::EdDSA, &good)).collect();
    let own = signer.sign(&good);
    let all = bad.iter().chain([&own]).map(|token| ask(&lms, token));
    let answered = futures_util::future::join_all(all);
    let read = async {
        while keys.asked() == 0 {
            tokio::task::yield_now().await;
        }
        keys.go_on();
    };
    let (answers, ()) = tokio::join!(answered, read);
    let statuses: Vec<u16> = answers.iter().map(|answer| answer.status.as_u16()).collect();
    assert_eq!(statuses, [vec![401; 50], vec![200]].concat());
    for token in &bad {
        assert_eq!(ask(&lms, token).await.status, 401);
    }
    assert_eq!(keys.asked(), 1);
}

#[sqlx::test(migrations = false)]
async fn keys_are_kept_while_they_cannot_be_read(pool: PgPool) {
    let (signer, new) = (Signer::ed(), Signer::next_ed());
    let mut keys = KeyServer::start(Manner::Says(key_set(&[&signer]))).await;
    let lms = lms_with(pool, &keys, QUICK).await;
    let good = claims(&lms);
    assert_eq!(ask(&lms, &signer.sign(&good)).await.status, 200);
    let elsewhere = KeyServer::start(Manner::Says(key_set(&[&new]))).await;
    let octets = json!({"kty": "oct", "kid": "ed-next", "alg": "HS256", "k": "c2VjcmV0"});
    let manners = [
        Manner::Status("500 Internal Server Error"),
        Manner::Status("404 Not Found"),
        Manner::Waits(key_set(&[&new])),
        Manner::HangsUp,
        Manner::NeverEnds,
        Manner::SendsElsewhere(elsewhere.url()),
        Manner::Says("<html>Sign in</html>".into()),
        Manner::Says(String::new()),
        Manner::Says(r#"{"keys": {}}"#.into()),
        Manner::Says(r#"{"keys": []}"#.into()),
        Manner::Says(json!({"keys": [octets, null, 3, {"kty": "RSA"}, {"kty": "EC", "crv": "P-256", "x": "?", "y": "?"}]}).to_string()),
        Manner::Says(key_set(&[&Signer::weak_rsa()])),
    ];
    for manner in manners {
        keys.will(manner);
        let before = keys.asked();
        // Nobody knows whether this one would hold.
        let told = ask_until_asked(&lms, &new.sign(&good), &keys, before).await;
        told.is_problem(503, "storage_unavailable");
        assert_eq!(ask(&lms, &signer.sign(&good)).await.status, 200);
    }
    assert_eq!(elsewhere.asked(), 0, "a redirect was followed");
    keys.go_down().await;
    ask(&lms, &new.sign(&good)).await.is_problem(503, "storage_unavailable");
    assert_eq!(ask(&lms, &signer.sign(&good)).await.status, 200);
    keys.will(Manner::Says(key_set(&[&new])));
    keys.come_up().await;
    ask_until(&lms, &new.sign(&good), 200).await;
}

/// Asks until the keys were asked for once more; gives what was answered then.
async fn ask_until_asked(lms: &TestLms, token: &str, keys: &KeyServer, before: usize) -> Answer {
    let deadline = tokio::time::Instant::now() + Time::from_secs(20);
    loop {
        let answer = ask(lms, token).await;
        if keys.asked() > before {
            return answer;
        }
        assert!(tokio::time::Instant::now() < deadline, "the keys were not read again");
        tokio::task::yield_now().await;
    }
}

#[sqlx::test(migrations = false)]
async fn who_signs_may_come_up_after_us(pool: PgPool) {
    let signer = Signer::ec();
    let mut keys = KeyServer::start(Manner::Says(key_set(&[&signer]))).await;
    keys.go_down().await;
    let lms = lms_with(pool, &keys, QUICK).await;
    let token = signer.sign(&claims(&lms));
    ask(&lms, &token).await.is_problem(503, "storage_unavailable");
    keys.come_up().await;
    ask_until(&lms, &token, 200).await;
}

#[sqlx::test(migrations = false)]
async fn keys_that_are_for_something_else_check_no_token(pool: PgPool) {
    let (rsa, ed, ec, weak) = (Signer::rsa(), Signer::ed(), Signer::ec(), Signer::weak_rsa());
    let changed = |signer: &Signer, name: &str, value: Value| with(&signer.published(), name, value);
    let set = json!({"keys": [
        changed(&rsa, "use", json!("enc")), changed(&ed, "key_ops", json!(["sign"])), ec.published(), weak.published(),
        {"kty": "oct", "kid": "own", "k": "c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0"},
    ]});
    let keys = KeyServer::start(Manner::Says(set.to_string())).await;
    let lms = lms_with(pool, &keys, ONCE).await;
    let good = claims(&lms);
    assert_eq!(ask(&lms, &ec.sign(&good)).await.status, 200);
    for signer in [&rsa, &ed, &weak] {
        assert_eq!(ask(&lms, &signer.sign(&good)).await.status, 401);
    }
    let header = Header { kid: Some("own".into()), ..Header::new(Algorithm::HS256) };
    let key = EncodingKey::from_secret(b"secretsecretsecretsecretsecret").unwrap();
    assert_eq!(ask(&lms, &encode(&header, &good, &key).unwrap()).await.status, 401);
}

#[sqlx::test(migrations = false)]
async fn where_others_sign_tokens_people_still_sign_in_and_are_given_none(pool: PgPool) {
    let signer = Signer::ed();
    let keys = KeyServer::start(Manner::Says(key_set(&[&signer]))).await;
    let lms = TestLms::start_with(pool, &[("JWKS_URL", &keys.url())]).await;
    keep(&lms);
    let body = json!({"email": STUDENT, "password": "demo"});
    let signed_in = lms.send(TestRequest::post().uri("/api/lms/login").set_json(body)).await;
    assert_eq!((signed_in.status.as_u16(), signed_in.json().get("token")), (200, None));
    assert!(signed_in.header("set-cookie").starts_with("lms_session="));
    assert_eq!(ask(&lms, &signer.sign(&claims(&lms))).await.status, 200);
    // What we signed ourselves before is nobody's any more.
    let ours = Tokens::signed_by_us("a secret of at least thirty-two bytes", Expected::default()).unwrap();
    let ours = ours.issue(UserId(demo::person_id(STUDENT)), lms.clock.now()).unwrap().unwrap();
    assert_eq!(ask(&lms, &ours).await.status, 401);
}
