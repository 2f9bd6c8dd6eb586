//! The server over a real database, asked as browsers and programs ask.

mod asking;
mod cross_origin;
mod documented;
mod key_server;
mod logs;
mod material;
mod origin;
mod probes;
mod responses;
mod sign_in;
mod static_pages;
mod token_keys;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex};

use actix_web::App;
use actix_web::http::StatusCode;
use actix_web::http::header::HeaderMap;
use actix_web::test::{TestRequest, call_service, init_service, read_body};
use actix_web::web::Data;
use chatbot_core::clock::{Clock, Ids};
use chatbot_load::document::{Document, Exchange};
use chatbot_protocol::UserId;
use chrono::{DateTime, Duration, Utc};
use serde_json::Value;
use sqlx::PgPool;

use super::{LmsState, openapi, with_mounted};
use crate::settings::Source;
use crate::system::SystemClock;
use crate::{Settings, database, demo};

/// A clock that tests set.
struct SetClock(Mutex<DateTime<Utc>>);

impl Clock for SetClock {
    fn now(&self) -> DateTime<Utc> {
        *self.0.lock().unwrap()
    }
}

/// A server with the demo in it.
struct TestLms {
    pool: PgPool,
    state: Data<LmsState>,
    clock: Arc<SetClock>,
    settings: Settings,
    folder: tempfile::TempDir,
}

/// What came back.
struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: String,
}

impl Answer {
    /// What programs ask for is answered as the OpenAPI document says.
    fn is_as_documented(&self, method: &str, address: &str) {
        static DOCUMENT: LazyLock<Document> =
            LazyLock::new(|| Document::new(serde_json::from_str(openapi::text()).unwrap()));
        if !DOCUMENT.knows(address.split('?').next().unwrap()) {
            return;
        }
        let headers = self.headers.iter();
        let headers: Vec<_> =
            headers.map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned())).collect();
        let (status, body) = (self.status.as_u16(), self.body.as_bytes());
        let exchange = Exchange { method, address, request: None, status, headers: &headers, body };
        DOCUMENT.check(&exchange).unwrap();
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    fn is_problem(&self, status: u16, code: &str) {
        assert_eq!(
            (self.status.as_u16(), &self.json()["code"]),
            (status, &Value::from(code)),
            "{}",
            self.body
        );
        assert_eq!(self.header("content-type"), "application/problem+json");
        assert_eq!(self.json()["status"], status);
    }
}

impl TestLms {
    async fn start(pool: PgPool) -> Self {
        Self::start_with(pool, &[]).await
    }

    async fn start_with(pool: PgPool, more: &[(&str, &str)]) -> Self {
        database::migrate(&pool).await.unwrap();
        demo::seed(&pool, &SystemClock).await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
        let mut environment = BTreeMap::from([
            ("DATA_DIR".to_owned(), path("data")),
            ("UI_DIR".to_owned(), path("dist")),
            ("ALLOWED_ORIGINS".to_owned(), "https://friend.example".to_owned()),
        ]);
        environment.extend(more.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        let settings = Settings::read(&Source::from_environment(environment)).unwrap();
        let clock = Arc::new(SetClock(Mutex::new(SystemClock.now())));
        let state = Data::new(LmsState::new(&settings, pool.clone(), clock.clone()).unwrap());
        Self { pool, state, clock, settings, folder }
    }

    fn pass(&self, time: Duration) {
        *self.clock.0.lock().unwrap() += time;
    }

    async fn send(&self, request: TestRequest) -> Answer {
        let app = App::new().configure(with_mounted(self.state.clone(), |_| {}));
        let request = request.to_request();
        let (method, address) = (request.method().to_string(), request.uri().to_string());
        let response = call_service(&init_service(app).await, request).await;
        let (status, headers) = (response.status(), response.headers().clone());
        let body = String::from_utf8_lossy(&read_body(response).await).into_owned();
        let answer = Answer { status, headers, body };
        answer.is_as_documented(&method, &address);
        answer
    }

    /// Asks with a bearer token of the person; as nobody when the address is empty.
    async fn get(&self, email: &str, path: &str) -> Answer {
        let request = TestRequest::get().uri(path);
        if email.is_empty() {
            return self.send(request).await;
        }
        let user = UserId(demo::person_id(email));
        let token = self.state.tokens.issue(user, self.clock.now()).unwrap().unwrap();
        self.send(request.insert_header(("authorization", format!("Bearer {token}")))).await
    }
}
