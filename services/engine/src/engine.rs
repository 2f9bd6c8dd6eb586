//! What the engine needs, in one place.

use std::sync::Arc;
use std::time::Duration;

use chatbot_core::citation::EvidenceJudge;
use chatbot_core::clock::{Clock, Ids};
use chatbot_core::pipeline::InvalidCallResolver;
use chatbot_core::{ModelCatalogue, ModelClient};
use chatbot_protocol::{ConversationId, TurnId};
use chatbot_store::StoreError;
use chatbot_tools::{ApplicationConfiguration, ToolInfo, ToolSet};
use sqlx::pool::PoolConnection;
use sqlx::{PgPool, Postgres};
use tokio::runtime::Handle;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::running_turns::RunningTurns;
use crate::submissions::Submissions;

/// What a host hands over.
pub struct Parts {
    /// The database.
    pub pool: PgPool,
    /// The tools there are.
    pub tools: Vec<Arc<dyn ToolSet>>,
    /// The models there are.
    pub models: Arc<dyn ModelCatalogue>,
    /// The host's say in calls of tools that are not granted.
    pub resolver: Option<Arc<dyn InvalidCallResolver>>,
    /// Who judges whether passages hold what is said of them.
    pub judge: Arc<dyn EvidenceJudge>,
    /// What tools are told.
    pub application: ApplicationConfiguration,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// New ids.
    pub ids: Arc<dyn Ids>,
    /// How long things may take.
    pub timings: Timings,
}

/// How long things may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timings {
    /// Running text is stored at least this often.
    pub flush_every: Duration,
    /// … or whenever so many characters came.
    pub flush_characters: usize,
    /// The next questions.
    pub suggestions: Duration,
    /// A tool.
    pub tool: Duration,
    /// How long a new message waits for the readers of an open turn to go.
    pub reader_probe: Duration,
    /// How long a stopped turn may take to be closed.
    pub stop: Duration,
    /// The pauses before a model is asked again, when nothing came of the first try.
    pub retry_pauses: [Duration; 2],
    /// The longest pause that a provider can ask for.
    pub longest_retry_pause: Duration,
    /// How often the pages of courses are looked at for changes.
    pub index_every: Duration,
}

impl Default for Timings {
    fn default() -> Self {
        Self {
            flush_every: Duration::from_secs(1),
            flush_characters: 1_000,
            suggestions: Duration::from_secs(8),
            tool: Duration::from_secs(20),
            reader_probe: Duration::from_secs(1),
            stop: Duration::from_secs(5),
            retry_pauses: [Duration::from_millis(500), Duration::from_secs(2)],
            longest_retry_pause: Duration::from_secs(10),
            index_every: Duration::from_secs(30),
        }
    }
}

/// The engine. Cheap to share; one per instance.
pub struct Engine {
    pub(crate) parts: Parts,
    tools: Vec<Offer>,
    pub(crate) running: RunningTurns,
    pub(crate) submissions: Submissions,
    /// Where turns run: not on the runtime of the web worker that took the message, which may end before them.
    runtime: Handle,
    /// Cancelled when the server goes down.
    pub(crate) shutdown: CancellationToken,
}

impl Engine {
    /// An engine out of its parts, whose turns run on the runtime that this is called on.
    pub fn new(parts: Parts) -> Arc<Self> {
        Arc::new(Self {
            tools: offers(&parts.tools),
            parts,
            running: RunningTurns::default(),
            submissions: Submissions::default(),
            runtime: Handle::current(),
            shutdown: CancellationToken::new(),
        })
    }

    /// Ends every running turn as interrupted and waits until each is stored, but no longer than `limit`.
    pub async fn shut_down(&self, limit: Duration) {
        self.shutdown.cancel();
        let all_ended = async {
            for turn in self.running.list() {
                turn.log.wait_until_ended().await;
            }
        };
        if tokio::time::timeout(limit, all_ended).await.is_err() {
            tracing::warn!("turns were still open when the server went down");
        }
    }

    /// The turn that this instance carries for a conversation.
    pub fn running_turn(&self, conversation: ConversationId) -> Option<TurnId> {
        self.running.find(conversation).map(|turn| turn.id)
    }

    /// Runs a future to its end, whatever becomes of the request that asked for it.
    pub(crate) fn spawn<F>(&self, future: F) -> JoinHandle<F::Output>
    where
        F: Future + Send + 'static,
        F::Output: Send + 'static,
    {
        self.runtime.spawn(future)
    }

    pub(crate) async fn conn(&self) -> Result<PoolConnection<Postgres>, StoreError> {
        Ok(self.parts.pool.acquire().await?)
    }

    pub(crate) fn model(&self, id: Option<&str>) -> Arc<dyn ModelClient> {
        self.parts.models.find(id)
    }

    /// Every tool with the set it is in.
    pub(crate) fn tools(&self) -> &[Offer] {
        &self.tools
    }

    /// The tool of this name.
    pub(crate) fn tool(&self, name: &str) -> Option<&Offer> {
        self.tools.iter().find(|offer| offer.info.spec.name == name)
    }
}

/// A tool and the set it is in.
pub(crate) struct Offer {
    pub set: Arc<dyn ToolSet>,
    pub info: ToolInfo,
}

fn offers(sets: &[Arc<dyn ToolSet>]) -> Vec<Offer> {
    let of_set = |set: &Arc<dyn ToolSet>| {
        let set = Arc::clone(set);
        set.tools().into_iter().map(move |info| Offer { set: Arc::clone(&set), info })
    };
    sets.iter().flat_map(of_set).collect()
}
