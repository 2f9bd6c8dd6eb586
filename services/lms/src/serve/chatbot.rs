//! Where the chatbot is mounted: the only place that names tools, models and the web layer together.

use std::sync::Arc;
use std::time::Duration;

use actix_web::HttpRequest;
use actix_web::web::{self, Data, ServiceConfig};
use chatbot_core::clock::{Clock, Ids};
use chatbot_core::embedder::Embedder;
use chatbot_core::erasure::ErasureKey;
use chatbot_core::model::ModelCatalogue;
use chatbot_core::pipeline::InvalidCallResolver;
use chatbot_engine::{Engine, Parts, Timings, forget, index_courses, insights, keep_turns, readiness};
use chatbot_evidence::LocalJudge;
use chatbot_http::{AuthFault, HostAuth, HttpState};
use chatbot_protocol::UserId;
use chatbot_provider::{Api, Catalogue, CatalogueSettings, EmbedderSettings, OpenAiEmbedder};
use chatbot_store::search::CourseIndexes;
use chatbot_tools::{ApplicationConfiguration, ToolSet};
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use sqlx::PgPool;

use super::auth;
use super::body::BODY_TIME;
use super::near_miss::NearMiss;
use super::problem::ApiError;
use super::state::generated_secret;
use crate::settings::ModelApi;
use crate::system::SystemChance;
use crate::{LmsError, Settings, default_chatbot};

/// Where the chatbot's routes are.
pub const PREFIX: &str = "/api/chatbot/v1";
/// How often an idle stream is written to, so that a gone reader is noticed.
const KEEP_ALIVE: Duration = Duration::from_secs(5);
/// How long running answers may take to end when the server stops; what is left is gone on with by whoever finds it.
const DRAIN: Duration = Duration::from_secs(20);

/// The chatbot while the server runs.
pub struct Chatbot {
    engine: Arc<Engine>,
}

impl Chatbot {
    /// Builds it; called once, after the migrations.
    pub async fn build(
        settings: &Settings,
        pool: &PgPool,
        clock: Arc<dyn Clock>,
        ids: Arc<dyn Ids>,
    ) -> Result<Self, LmsError> {
        Self::build_with(Arc::new(models(settings)?), settings, pool, clock, ids).await
    }

    /// The same with models of the caller's choice.
    pub(crate) async fn build_with(
        models: Arc<dyn ModelCatalogue>,
        settings: &Settings,
        pool: &PgPool,
        clock: Arc<dyn Clock>,
        ids: Arc<dyn Ids>,
    ) -> Result<Self, LmsError> {
        let tools: Arc<dyn ToolSet> = Arc::new(chatbot_tools::shipped()?);
        let mut db = pool.acquire().await?;
        default_chatbot::create_missing(&mut db, &*tools, &*clock, &*ids).await?;
        drop(db);
        let engine = Engine::new(Parts {
            instance: ids.new_id(),
            pool: pool.clone(),
            tools: vec![tools],
            models,
            resolver: resolver(settings),
            judge: Arc::new(LocalJudge::default()),
            application: application(settings)?,
            erasure_key: erasure_key(settings)?,
            clock,
            ids,
            chance: Arc::new(SystemChance),
            timings: Timings::default(),
        });
        keep_turns::start(&engine);
        index_courses::start(&engine);
        chatbot_engine::start_expiring(&engine);
        forget::start(&engine);
        insights::gather::start(&engine);
        Ok(Self { engine })
    }

    /// What carries its turns, for whoever asks without HTTP.
    pub(crate) const fn engine(&self) -> &Arc<Engine> {
        &self.engine
    }

    /// The checks that fail, by name; none when messages can be taken.
    pub async fn lacks(&self) -> Vec<&'static str> {
        readiness::lacks(&self.engine).await.into_iter().map(readiness::Lack::as_str).collect()
    }

    /// Has the measures of this moment ready to be read.
    pub fn measure(&self) {
        self.engine.measure();
    }

    /// Lets what is being answered end, for a while; called when the server stops, before its workers do.
    pub async fn stop(&self) {
        self.engine.shut_down(DRAIN).await;
    }
}

/// The models that the settings name.
pub(super) fn models(settings: &Settings) -> Result<Catalogue, LmsError> {
    Ok(Catalogue::new(&catalogue_settings(settings))?)
}

fn resolver(settings: &Settings) -> Option<Arc<dyn InvalidCallResolver>> {
    settings.repair_tool_names.then(|| Arc::new(NearMiss) as Arc<dyn InvalidCallResolver>)
}

/// The secret of the settings, or one that is made once.
fn erasure_key(settings: &Settings) -> Result<ErasureKey, LmsError> {
    let secret = match &settings.erasure_secret {
        Some(secret) => secret.clone(),
        None => generated_secret(&settings.data_dir.join("erasure-secret"))?,
    };
    Ok(ErasureKey::new(secret.expose().as_bytes()))
}

/// What tools are told: where indexes are kept, and what makes vectors, where the settings name something.
fn application(settings: &Settings) -> Result<ApplicationConfiguration, LmsError> {
    let embedder: Option<Arc<dyn Embedder>> = match &settings.embeddings_base_url {
        None => None,
        Some(base_url) => {
            let model = settings.embeddings_model.clone().unwrap_or_default();
            let api_key = settings.embeddings_api_key.as_ref().map(|key| key.expose().to_owned());
            let usual = EmbedderSettings::new(base_url, model);
            Some(Arc::new(OpenAiEmbedder::new(EmbedderSettings { api_key, ..usual })?))
        }
    };
    let indexes = Arc::new(CourseIndexes::new(settings.search_index_bytes));
    Ok(ApplicationConfiguration { indexes, embedder, ..ApplicationConfiguration::default() })
}

fn catalogue_settings(settings: &Settings) -> CatalogueSettings {
    CatalogueSettings {
        base_url: settings.openai_base_url.clone(),
        api: match settings.chatbot_api {
            ModelApi::Chat => Api::Chat,
            ModelApi::Responses => Api::Responses,
        },
        api_key: settings.openai_api_key.as_ref().map(|key| key.expose().to_owned()),
        model: settings.chatbot_model.clone(),
        context_tokens: settings.chatbot_context_tokens,
        price: settings.chatbot_price.map(|price| (price, settings.chatbot_currency.clone())),
        ..CatalogueSettings::default()
    }
}

/// Adds the chatbot's routes.
pub fn mount(config: &mut ServiceConfig, chatbot: &Data<Chatbot>) {
    let state = HttpState {
        conversations: Arc::new(Arc::clone(&chatbot.engine)),
        manage: Arc::new(Arc::clone(&chatbot.engine)),
        audit: Arc::new(Arc::clone(&chatbot.engine)),
        own_data: Arc::new(Arc::clone(&chatbot.engine)),
        insights: Arc::new(Arc::clone(&chatbot.engine)),
        auth: Arc::new(LmsAuth),
        keep_alive: KEEP_ALIVE,
        body_time: BODY_TIME,
    };
    config.service(web::scope(PREFIX).configure(|config| chatbot_http::configure(config, state)));
}

/// The LMS's own tokens and sessions.
struct LmsAuth;

impl HostAuth for LmsAuth {
    fn caller<'r>(&'r self, request: &'r HttpRequest) -> LocalBoxFuture<'r, Result<UserId, AuthFault>> {
        async move {
            auth::signed_in(request).await.map_err(|error| match error {
                ApiError::NotSignedIn => AuthFault::NotSignedIn,
                ApiError::ForeignOrigin => AuthFault::ForeignOrigin,
                ApiError::NotJson => AuthFault::NotJson,
                _ => AuthFault::Unavailable,
            })
        }
        .boxed_local()
    }
}
