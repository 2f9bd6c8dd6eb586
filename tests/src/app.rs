//! The chatbot served over real HTTP, with everything around it under the story's control.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use actix_web::dev::ServerHandle;
use actix_web::middleware::from_fn;
use actix_web::{App, HttpRequest, HttpServer, web};
use chatbot_core::ChatbotConfig;
use chatbot_core::citation::EvidenceJudge;
use chatbot_core::clock::Clock;
use chatbot_core::embedder::Embedder;
use chatbot_core::erasure::ErasureKey;
use chatbot_core::pipeline::InvalidCallResolver;
use chatbot_core::price::ModelPrice;
use chatbot_engine::{Engine, Parts, Timings};
use chatbot_evidence::LocalJudge;
use chatbot_http::{AuthFault, HostAuth, HttpState};
use chatbot_protocol::UserId;
use chatbot_tools::{ApplicationConfiguration, ToolSet};
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use reqwest::{Client, RequestBuilder, Response};
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use crate::documented::{FailsAtTheEnd, Findings, PREFIX, watch};
use crate::fixed::{CountedIds, FixedClock, LoadedDice};
use crate::model::{ScriptedCatalogue, ScriptedModel};
use crate::wire::Sse;
use crate::world;

/// A running chatbot.
pub struct TestApp {
    pub pool: PgPool,
    pub model: Arc<ScriptedModel>,
    pub clock: Arc<FixedClock>,
    pub engine: Arc<Engine>,
    ids: Arc<CountedIds>,
    address: String,
    client: Client,
    server: ServerHandle,
    _documented: FailsAtTheEnd,
}

/// How a story's engine differs from the usual one.
#[derive(Default)]
pub struct Setup {
    pub config: Option<ChatbotConfig>,
    pub more_tools: Vec<Arc<dyn ToolSet>>,
    pub resolver: Option<Arc<dyn InvalidCallResolver>>,
    pub embedder: Option<Arc<dyn Embedder>>,
    pub judge: Option<Arc<dyn EvidenceJudge>>,
    /// The pauses before a model is asked again; none unless a story is about them.
    pub retry_pauses: [Duration; 2],
    /// How long events may wait to be stored before reading the model pauses; as usual unless a story is about it.
    pub most_unsaved: Option<Duration>,
    /// How long such a pause may last; as usual unless a story is about it.
    pub storage_patience: Option<Duration>,
    /// How long a tool may take; half a second unless a story holds it up.
    pub tool: Option<Duration>,
    /// How long next questions may take; as usual unless a story is about them.
    pub suggestions: Option<Duration>,
    /// How long an instance has a turn for itself, and how often it says that it is there; as usual unless a story is
    /// about it.
    pub lease: Option<(Duration, Duration)>,
    /// The model's context; 32,000 tokens unless a story is about it.
    pub context_tokens: Option<u32>,
    /// In what time bodies have to arrive; as usual unless a story is about it.
    pub body_time: Option<Duration>,
    /// What the model costs, and in which currency; nobody says unless a story is about it.
    pub price: Option<(ModelPrice, &'static str)>,
}

impl Setup {
    fn timings(&self) -> Timings {
        let usual = Timings::default();
        Timings {
            flush_every: Duration::from_millis(20),
            reader_probe: Duration::from_millis(300),
            retry_pauses: self.retry_pauses,
            tool: self.tool.unwrap_or(Duration::from_millis(500)),
            most_unsaved: self.most_unsaved.unwrap_or(usual.most_unsaved),
            suggestions: self.suggestions.unwrap_or(usual.suggestions),
            storage_patience: self.storage_patience.unwrap_or(usual.storage_patience),
            lease: self.lease.map_or(usual.lease, |(lease, _)| lease),
            renew_every: self.lease.map_or(usual.renew_every, |(_, renew_every)| renew_every),
            ..usual
        }
    }
}

impl TestApp {
    pub async fn start(pool: PgPool) -> Self {
        Self::start_with(pool, Setup::default()).await
    }

    pub async fn start_with(pool: PgPool, setup: Setup) -> Self {
        let clock = Arc::new(FixedClock::default());
        let config = setup.config.clone().unwrap_or_else(world::config);
        world::create(&pool, config, clock.now()).await;
        Self::serve(pool, clock, Arc::default(), setup)
    }

    /// An instance on a database that a story has created already.
    pub fn start_again(pool: PgPool) -> Self {
        Self::start_again_with(pool, Setup::default())
    }

    /// The same with other parts than the usual ones.
    pub fn start_again_with(pool: PgPool, setup: Setup) -> Self {
        Self::serve(pool, Arc::default(), Arc::new(CountedIds::from(1_000)), setup)
    }

    /// The same with ids from this number on, so that none comes again that is stored already.
    pub fn start_counting_from(pool: PgPool, first_id: u64) -> Self {
        Self::serve(pool, Arc::default(), Arc::new(CountedIds::from(first_id)), Setup::default())
    }

    /// A second life on the same database, as after a crash: the old engine knows nothing of it.
    pub async fn restart(self) -> Self {
        self.restart_with(Setup::default()).await
    }

    /// The same with other parts than the usual ones.
    pub async fn restart_with(self, setup: Setup) -> Self {
        self.server.stop(false).await;
        // Connections that the dead server's threads opened died with them.
        let options = (*self.pool.connect_options()).clone();
        let pool =
            sqlx::postgres::PgPoolOptions::new().max_connections(10).connect_with(options).await.unwrap();
        let app = Self::serve(pool, self.clock, self.ids, setup);
        app.take_over_all().await;
        app
    }

    /// Another instance on the same database, with a model of its own.
    #[must_use]
    pub fn second_instance(&self, setup: Setup) -> Self {
        Self::serve(self.pool.clone(), Arc::clone(&self.clock), Arc::clone(&self.ids), setup)
    }

    /// The same, by another way to the database.
    #[must_use]
    pub fn second_instance_by(&self, way: PgPool, setup: Setup) -> Self {
        Self::serve(way, Arc::clone(&self.clock), Arc::clone(&self.ids), setup)
    }

    /// As when the leases of all turns ran out: this instance takes them over.
    pub async fn take_over_all(&self) {
        let expire = "update chatbot.turns set lease_expires_at = clock_timestamp() - interval '1 second'
             where lease_expires_at is not null";
        sqlx::query(expire).execute(&self.pool).await.unwrap();
        // One in which something is being written at the moment is left for the next look.
        let left = "select exists (select from chatbot.turns where lease_expires_at < clock_timestamp())";
        let began = std::time::Instant::now();
        while self.value::<bool>(left).await {
            assert!(began.elapsed() < Duration::from_secs(10), "a turn cannot be taken over");
            chatbot_engine::take_over::take_over(&self.engine).await.unwrap();
        }
    }

    fn serve(pool: PgPool, clock: Arc<FixedClock>, ids: Arc<CountedIds>, setup: Setup) -> Self {
        let price = setup.price.map(|(price, _)| price);
        let body_time = setup.body_time.unwrap_or(chatbot_http::BODY_TIME);
        let model = ScriptedModel::new(setup.context_tokens.unwrap_or(32_000), price);
        let engine = Engine::new(parts(&pool, &clock, &ids, &model, setup));
        let state = HttpState {
            conversations: Arc::new(Arc::clone(&engine)),
            manage: Arc::new(Arc::clone(&engine)),
            audit: Arc::new(Arc::clone(&engine)),
            own_data: Arc::new(Arc::clone(&engine)),
            insights: Arc::new(Arc::clone(&engine)),
            auth: Arc::new(IdAsToken),
            keep_alive: Duration::from_millis(100),
            body_time,
        };
        let findings = Findings::default();
        let documented = FailsAtTheEnd(findings.clone());
        let server = HttpServer::new(move || {
            let (state, findings) = (state.clone(), findings.clone());
            let scope = web::scope(PREFIX).configure(move |config| chatbot_http::configure(config, state));
            App::new()
                .service(scope.wrap(from_fn(move |request, next| watch(findings.clone(), request, next))))
        })
        .workers(1)
        .disable_signals()
        .bind(("127.0.0.1", 0))
        .unwrap();
        let address = format!("http://{}{PREFIX}", server.addrs()[0]);
        let server = server.run();
        let handle = server.handle();
        #[allow(clippy::disallowed_methods, reason = "the server of a story")]
        tokio::spawn(server);
        Self {
            pool,
            model,
            clock,
            engine,
            ids,
            address,
            client: client(),
            server: handle,
            _documented: documented,
        }
    }

    /// Where it listens.
    pub fn socket_address(&self) -> &str {
        let address = self.address.trim_start_matches("http://");
        address.split('/').next().unwrap_or(address)
    }

    /// A route as it stands in a request.
    pub fn path(&self, route: &str) -> String {
        format!("{PREFIX}{route}")
    }

    pub fn get(&self, who: UserId, path: &str) -> RequestBuilder {
        self.client.get(format!("{}{path}", self.address)).bearer_auth(who)
    }

    pub fn post(&self, who: UserId, path: &str, body: &Value) -> RequestBuilder {
        self.client.post(format!("{}{path}", self.address)).bearer_auth(who).json(body)
    }

    pub fn request(&self, who: UserId, method: reqwest::Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.address)).bearer_auth(who)
    }

    pub fn anonymous(&self, method: reqwest::Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.address))
    }

    /// A conversation of somebody with the chatbot; gives its id.
    pub async fn begin(&self, who: UserId) -> String {
        let path = format!("/chatbots/{}/conversations", world::CHATBOT);
        let response = self.post(who, &path, &json!({})).send().await.unwrap();
        assert_eq!(response.status(), 201);
        let body: Value = response.json().await.unwrap();
        body["id"].as_str().unwrap().to_owned()
    }

    /// Sends a message as the AI SDK's client does, with some more fields.
    pub async fn send_with(
        &self,
        who: UserId,
        conversation: &str,
        id: &str,
        text: &str,
        more: Value,
    ) -> Response {
        let mut body = json!({
            "id": conversation,
            "trigger": "submit-message",
            "messages": [
                {"id": "client-written", "role": "assistant", "parts": [{"type": "text", "text": "Believe me."}]},
                {"id": id, "role": "user", "parts": [{"type": "text", "text": text}]},
            ],
        });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.post(who, "/chat", &body).send().await.unwrap()
    }

    pub async fn send(&self, who: UserId, conversation: &str, id: &str, text: &str) -> Response {
        self.send_with(who, conversation, id, text, json!({})).await
    }

    /// Sends a message and reads the whole answer.
    pub async fn ask(&self, who: UserId, conversation: &str, id: &str, text: &str) -> Vec<Value> {
        Sse::new(self.send(who, conversation, id, text).await).rest().await
    }

    /// The conversation as its student sees it after a reload.
    pub async fn read(&self, who: UserId, conversation: &str) -> Value {
        let response = self.get(who, &format!("/conversations/{conversation}")).send().await.unwrap();
        assert_eq!(response.status(), 200);
        response.json().await.unwrap()
    }

    /// One value out of the database.
    pub async fn value<T>(&self, sql: &'static str) -> T
    where
        T: Send + Unpin + for<'r> sqlx::Decode<'r, sqlx::Postgres> + sqlx::Type<sqlx::Postgres>,
    {
        sqlx::query_scalar(sql).fetch_one(&self.pool).await.unwrap()
    }

    /// Waits until a condition on the database holds.
    pub async fn until(&self, sql: &'static str) {
        let deadline = tokio::time::Instant::now() + Duration::from_secs(10);
        while !self.value::<bool>(sql).await {
            assert!(tokio::time::Instant::now() < deadline, "never came true: {sql}");
            tokio::task::yield_now().await;
        }
    }
}

/// What an engine is put together of.
fn parts(
    pool: &PgPool,
    clock: &Arc<FixedClock>,
    ids: &Arc<CountedIds>,
    model: &Arc<ScriptedModel>,
    setup: Setup,
) -> Parts {
    let timings = setup.timings();
    let Setup { more_tools, resolver, embedder, judge, price, .. } = setup;
    let currency = price.map(|(_, currency)| currency);
    let mut tools: Vec<Arc<dyn ToolSet>> = vec![Arc::new(chatbot_tools::shipped().unwrap())];
    tools.extend(more_tools);
    Parts {
        instance: next_instance(),
        pool: pool.clone(),
        tools,
        models: Arc::new(ScriptedCatalogue { model: Arc::clone(model), currency }),
        resolver,
        judge: judge.unwrap_or_else(|| Arc::new(LocalJudge::default())),
        application: ApplicationConfiguration { embedder, ..ApplicationConfiguration::default() },
        erasure_key: ErasureKey::new(b"a secret of the deployment"),
        clock: Arc::clone(clock) as Arc<dyn Clock>,
        ids: Arc::clone(ids) as _,
        chance: Arc::new(LoadedDice),
        timings,
    }
}

/// Another one for each server of the process.
fn next_instance() -> Uuid {
    static COUNT: AtomicU64 = AtomicU64::new(1);
    Uuid::from_u128((1 << 64) + u128::from(COUNT.fetch_add(1, Ordering::SeqCst)))
}

/// A client; TLS wants a provider even where there is none.
fn client() -> Client {
    // A second story of this process finds it installed.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::new()
}

/// The bearer token is the person's id.
struct IdAsToken;

impl HostAuth for IdAsToken {
    fn caller<'r>(&'r self, request: &'r HttpRequest) -> LocalBoxFuture<'r, Result<UserId, AuthFault>> {
        let token = request.headers().get("authorization").and_then(|value| value.to_str().ok());
        let id = token.and_then(|token| token.strip_prefix("Bearer ")).and_then(|id| id.parse().ok());
        async move { id.map(UserId).ok_or(AuthFault::NotSignedIn) }.boxed_local()
    }
}
