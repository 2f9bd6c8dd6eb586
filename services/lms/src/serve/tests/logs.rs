//! What the log never holds: tokens, sessions, passwords, addresses, questions, answers.

use std::io;

use actix_web::test::TestRequest;
use serde_json::json;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::fmt::format::FmtSpan;

use super::asking::Asking;
use super::*;
use crate::serve::chatbot::PREFIX;

/// What was logged.
#[derive(Clone, Default)]
struct Logged(Arc<Mutex<Vec<u8>>>);

impl Logged {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }
}

impl io::Write for Logged {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Logged {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

#[sqlx::test(migrations = false)]
async fn no_token_no_session_no_password_and_no_word_of_a_student_is_logged(pool: PgPool) {
    let logged = Logged::default();
    let ours = ["core", "engine", "http", "provider", "store", "tools", "search", "evidence"];
    let filter = ours.map(|room| format!("chatbot_{room}=trace,")).concat() + "lms=trace";
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_span_events(FmtSpan::NEW | FmtSpan::CLOSE)
        .with_ansi(false)
        .with_writer(logged.clone())
        .init();
    let asking = Asking::start(pool).await;
    let body = json!({"email": "student@example.org", "password": "demo"});
    let request = TestRequest::post().uri("/api/lms/login").set_json(body);
    let signed_in = asking.lms.send(request.insert_header(("sec-fetch-site", "same-origin"))).await;
    let token = signed_in.json()["token"].as_str().unwrap().to_owned();
    let cookie = signed_in.header("set-cookie").split(';').next().unwrap().to_owned();
    let request = TestRequest::get().uri("/api/lms/me").insert_header(("cookie", cookie.clone()));
    assert_eq!(asking.lms.send(request).await.status, 200);
    let bearer = ("authorization", format!("Bearer {token}"));
    assert_eq!(
        asking.lms.send(TestRequest::get().uri("/api/lms/me").insert_header(bearer)).await.status,
        200
    );
    let (chatbot, questions) = asking.suggested("databases").await;
    let conversation = asking.begin(&chatbot).await;
    let answer = asking.ask(&conversation, &questions[0]).await;
    let path = format!("/conversations?q={}", "zuckerwatte");
    asking.request(actix_web::http::Method::GET, &path, None).await;
    let log = logged.text();
    for word in ["turn{", "model_request{", "tool_call{", PREFIX, "milliseconds="] {
        assert!(log.contains(word), "{word} is not in\n{log}");
    }
    let session = cookie.split_once('=').unwrap().1;
    let first_words = answer.split_whitespace().take(5).collect::<Vec<_>>().join(" ");
    for secret in
        [token.as_str(), session, "student@", "\"demo\"", &questions[0], &first_words, "zuckerwatte"]
    {
        assert!(!secret.is_empty() && !log.contains(secret), "{secret} is in\n{log}");
    }
}
