//! Pages of other origins, as browsers ask for them: over HTTP, at the server that `lms serve` runs.

use std::net::TcpListener;

use reqwest::{Client, Method, RequestBuilder, Response};

use super::*;
use crate::serve::{Chatbot, server};
use crate::system::SystemIds;

const FRIEND: &str = "https://friend.example";
const EVIL: &str = "https://evil.example";

/// The whole server on a free port.
struct Served {
    address: String,
    client: Client,
    token: String,
    _folder: tempfile::TempDir,
}

impl Served {
    async fn start(pool: PgPool, allowed_origins: &str) -> Self {
        let lms = TestLms::start_with(pool, &[("ALLOWED_ORIGINS", allowed_origins)]).await;
        let chatbot = Chatbot::build(&lms.settings, &lms.pool, lms.clock.clone(), Arc::new(SystemIds)).await;
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let user = UserId(demo::person_id("student@example.org"));
        let token = lms.state.tokens.issue(user, lms.clock.now()).unwrap().unwrap();
        let server = server(listener, lms.state.clone(), Data::new(chatbot.unwrap())).unwrap();
        #[expect(clippy::disallowed_methods, reason = "the server of a test")]
        tokio::spawn(server);
        let _ = rustls::crypto::ring::default_provider().install_default();
        Self { address, client: Client::new(), token, _folder: lms.folder }
    }

    fn request(&self, method: Method, path: &str, origin: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.address)).header("origin", origin)
    }

    /// What a browser asks before it asks.
    async fn preflight(&self, path: &str, origin: &str, method: &str) -> Response {
        let request = self.request(Method::OPTIONS, path, origin);
        let request = request.header("access-control-request-method", method);
        request
            .header("access-control-request-headers", "authorization,content-type,if-match")
            .send()
            .await
            .unwrap()
    }
}

fn header<'r>(response: &'r Response, name: &str) -> &'r str {
    response.headers().get(name).map_or("", |value| value.to_str().unwrap())
}

/// What an answer lets pages of other origins read of it.
fn lets(response: &Response) -> (&str, &str) {
    let of = |name| header(response, name);
    (of("access-control-allow-origin"), of("access-control-allow-credentials"))
}

const ROUTES: [(&str, &str); 6] = [
    ("/api/chatbot/v1/chat", "POST"),
    ("/api/chatbot/v1/conversations", "GET"),
    ("/api/chatbot/v1/me/data", "DELETE"),
    ("/api/chatbot/v1/manage/chatbots/00000000-0000-0000-0000-000000000000", "PUT"),
    ("/api/chatbot/v1/conversations/00000000-0000-0000-0000-000000000000", "PATCH"),
    ("/api/lms/login", "POST"),
];

#[sqlx::test(migrations = false)]
async fn what_answers_get_answers_head_without_a_body(pool: PgPool) {
    let served = Served::start(pool, FRIEND).await;
    for path in ["/healthz", "/readyz", "/api/lms/me", "/openapi.json"] {
        let [head, get] = [Method::HEAD, Method::GET].map(|verb| served.request(verb, path, FRIEND).send());
        let (head, get) = (head.await.unwrap(), get.await.unwrap());
        assert_eq!((head.status(), get.status().as_u16()), (get.status(), 200), "{path}");
        assert_eq!(header(&head, "content-type"), header(&get, "content-type"), "{path}");
        assert!(head.bytes().await.unwrap().is_empty(), "{path}");
    }
    let other = served.request(Method::PUT, "/healthz", FRIEND).send().await.unwrap();
    assert_eq!((other.status().as_u16(), header(&other, "allow")), (405, "GET, HEAD"));
}

#[sqlx::test(migrations = false)]
async fn a_page_of_an_allowed_origin_may_ask_everything_and_read_what_clients_read(pool: PgPool) {
    let lms = Served::start(pool, "https://friend.example:443 http://127.0.0.1:7777").await;
    for (path, method) in ROUTES {
        for origin in [FRIEND, "http://127.0.0.1:7777"] {
            let told = lms.preflight(path, origin, method).await;
            assert_eq!((told.status().as_u16(), lets(&told)), (200, (origin, "true")), "{method} {path}");
            assert!(header(&told, "access-control-allow-methods").contains(method));
            assert!(header(&told, "access-control-allow-headers").contains("authorization"));
            assert_eq!(header(&told, "access-control-max-age"), "7200");
        }
    }
    let courses = lms.request(Method::GET, "/api/chatbot/v1/conversations", FRIEND);
    let courses = courses.bearer_auth(&lms.token).send().await.unwrap();
    assert_eq!((courses.status().as_u16(), lets(&courses)), (200, (FRIEND, "true")));
    assert!(header(&courses, "vary").contains("Origin"));
    let exposed = header(&courses, "access-control-expose-headers").to_ascii_lowercase();
    for name in
        ["x-error-code", "x-open-turn", "x-limit", "retry-after", "etag", "x-vercel-ai-ui-message-stream"]
    {
        assert!(exposed.contains(name), "{name}: {exposed}");
    }
    // Refusals are to be read, too.
    let refused = lms.request(Method::POST, "/api/chatbot/v1/chat", FRIEND).send().await.unwrap();
    assert_eq!((refused.status().as_u16(), lets(&refused)), (401, (FRIEND, "true")));
    assert_eq!(header(&refused, "x-error-code"), "not_signed_in");
}

#[sqlx::test(migrations = false)]
async fn pages_of_other_origins_read_nothing_and_change_nothing(pool: PgPool) {
    let lms = Served::start(pool.clone(), FRIEND).await;
    for origin in [
        EVIL,
        "http://friend.example",
        "https://friend.example.evil.example",
        "https://friend.example:8443",
        "null",
    ] {
        for (path, method) in ROUTES {
            let told = lms.preflight(path, origin, method).await;
            assert_eq!(lets(&told).0, "", "{origin} {method} {path}");
            assert!(!told.status().is_success());
        }
        let read = lms.request(Method::GET, "/api/chatbot/v1/conversations", origin);
        assert_eq!(lets(&read.bearer_auth(&lms.token).send().await.unwrap()).0, "", "{origin}");
    }
    let sign_in = serde_json::json!({"email": "student@example.org", "password": "demo"});
    let signed_in = lms.request(Method::POST, "/api/lms/login", FRIEND).json(&sign_in).send().await.unwrap();
    let cookie = header(&signed_in, "set-cookie").split(';').next().unwrap().to_owned();
    let out = |origin| lms.request(Method::POST, "/api/lms/logout", origin).header("cookie", cookie.clone());
    assert_eq!(out(EVIL).send().await.unwrap().status(), 403);
    assert_eq!(out(FRIEND).send().await.unwrap().status(), 204);
}

#[sqlx::test(migrations = false)]
async fn unless_something_is_set_our_own_pages_alone_may_ask_and_frame(pool: PgPool) {
    let lms = Served::start(pool, "").await;
    for (path, method) in ROUTES {
        let told = lms.preflight(path, FRIEND, method).await;
        assert_eq!((lets(&told), told.status().is_success()), (("", ""), false), "{method} {path}");
    }
    let own = lms.request(Method::GET, "/api/chatbot/v1/conversations", &lms.address);
    let own = own.bearer_auth(&lms.token).send().await.unwrap();
    assert_eq!((own.status().as_u16(), lets(&own)), (200, ("", "")));
    let policy = header(&own, "content-security-policy");
    assert!(policy.ends_with("frame-ancestors 'self'"), "{policy}");
}

#[sqlx::test(migrations = false)]
async fn allowed_origins_may_frame_our_pages_and_nobody_else(pool: PgPool) {
    let lms = Served::start(pool, "https://friend.example, http://127.0.0.1:7777").await;
    for path in ["/", "/courses/databases", "/api/lms/courses", "/nothing.txt"] {
        let page = lms.request(Method::GET, path, EVIL).send().await.unwrap();
        let policy = header(&page, "content-security-policy");
        assert!(
            policy.ends_with("frame-ancestors 'self' https://friend.example http://127.0.0.1:7777"),
            "{path}: {policy}"
        );
    }
}
