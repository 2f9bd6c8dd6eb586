//! What the engine needs, in one place.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use chatbot_core::citation::EvidenceJudge;
use chatbot_core::clock::{Chance, Clock, Ids};
use chatbot_core::erasure::ErasureKey;
use chatbot_core::pipeline::InvalidCallResolver;
use chatbot_core::{ModelCatalogue, ModelClient};
use chatbot_protocol::{ConversationId, TurnId};
use chatbot_store::erasure::Erasing;
use chatbot_store::leases::{self, Instance};
use chatbot_store::turns::Hold;
use chatbot_store::{Conn, StoreError};
use chatbot_tools::{ApplicationConfiguration, ToolInfo, ToolSet};
use sqlx::PgPool;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::keep_turns::Touch;
use crate::log_saving::LogSink;
use crate::log_writer;
use crate::measures;
use crate::remote_turns::RemoteTurns;
use crate::running_turns::RunningTurns;
use crate::submissions::Submissions;

/// What a host hands over.
pub struct Parts {
    /// Who this instance of the program is; unique among those that share the database.
    pub instance: Uuid,
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
    /// Under what the arguments of erased calls are sealed.
    pub erasure_key: ErasureKey,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// New ids.
    pub ids: Arc<dyn Ids>,
    /// Chance.
    pub chance: Arc<dyn Chance>,
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
    /// What pages are shown is stored at least this often.
    pub save_every: Duration,
    /// How far that may be behind before reading the model pauses, and how long it may pause.
    pub most_unsaved: Duration,
    /// How long a turn may wait for what it showed to be stored.
    pub storage_patience: Duration,
    /// How long an instance has a turn for itself …
    pub lease: Duration,
    /// … and how often it says that it is still there.
    pub renew_every: Duration,
    /// How often is looked for turns that nobody carries.
    pub take_over_every: Duration,
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
            save_every: Duration::from_millis(50),
            most_unsaved: Duration::from_secs(1),
            storage_patience: Duration::from_secs(30),
            lease: Duration::from_secs(10),
            renew_every: Duration::from_secs(3),
            take_over_every: Duration::from_secs(2),
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
    pub(crate) sink: Arc<LogSink>,
    pub(crate) remote: RemoteTurns,
    /// The instances that seemed gone at the last look.
    pub(crate) suspected: Mutex<Vec<Instance>>,
    /// Since when the database is there.
    pub(crate) touch: Touch,
    /// Who we are among the instances.
    pub(crate) instance: Instance,
    /// Where turns run: not on the runtime of the web worker that took the message, which may end before them.
    runtime: Handle,
    /// Cancelled when the server goes down: no new turns.
    pub(crate) shutdown: CancellationToken,
    /// Cancelled when turns that still run are left to other instances.
    pub(crate) hand_over: CancellationToken,
}

impl Engine {
    /// An engine out of its parts, whose turns run on the runtime that this is called on.
    pub fn new(parts: Parts) -> Arc<Self> {
        let engine = Arc::new(Self {
            tools: offers(&parts.tools),
            instance: Instance(parts.instance),
            parts,
            running: RunningTurns::default(),
            submissions: Submissions::default(),
            sink: Arc::default(),
            remote: RemoteTurns::default(),
            suspected: Mutex::default(),
            touch: Touch::default(),
            runtime: Handle::current(),
            shutdown: CancellationToken::new(),
            hand_over: CancellationToken::new(),
        });
        log_writer::start(&engine);
        engine
    }

    /// Takes no new turns, lets those that run end, but no longer than `limit`, and leaves the rest to whichever
    /// instance finds them first.
    pub async fn shut_down(&self, limit: Duration) {
        self.shutdown.cancel();
        if tokio::time::timeout(limit, self.all_ended()).await.is_ok() {
            // Nobody is left to be looked after.
            self.hand_over.cancel();
            // The last words of a log are stored a moment after they are said, and then there may be no database.
            if let Err(error) = log_writer::save(self).await {
                tracing::warn!(%error, "the last events of turns could not be stored");
            }
            return;
        }
        let left: Vec<Hold> = self.running.list().iter().map(|turn| turn.hold).collect();
        tracing::warn!(turns = left.len(), "turns are left to other instances");
        self.hand_over.cancel();
        if tokio::time::timeout(self.parts.timings.stop, self.all_ended()).await.is_err() {
            tracing::warn!("turns were still carried when the server went down");
        }
        if let Err(error) = self.let_go(&left).await {
            tracing::warn!(%error, "turns could not be let go: their leases run out");
        }
    }

    async fn all_ended(&self) {
        for turn in self.running.list() {
            turn.log.wait_until_ended().await;
        }
    }

    async fn let_go(&self, left: &[Hold]) -> Result<(), StoreError> {
        log_writer::save(self).await?;
        leases::release(&mut *self.conn().await?, left).await
    }

    /// Who carries a turn that begins now, and for how long at first.
    pub(crate) fn lease(&self) -> (Instance, Duration) {
        (self.instance, self.parts.timings.lease)
    }

    /// The turn that this instance carries for a conversation.
    pub fn running_turn(&self, conversation: ConversationId) -> Option<TurnId> {
        self.running.find(conversation).map(|turn| turn.hold.turn)
    }

    /// Runs a future to its end, whatever becomes of the request that asked for it.
    pub(crate) fn spawn<F>(&self, future: F) -> JoinHandle<F::Output>
    where
        F: Future + Send + 'static,
        F::Output: Send + 'static,
    {
        self.runtime.spawn(future)
    }

    pub(crate) async fn conn(&self) -> Result<Conn, StoreError> {
        let since = Instant::now();
        let conn = Conn::acquire(&self.parts.pool).await;
        measures::connection_waited_for(since.elapsed(), conn.as_ref().err());
        Ok(conn?)
    }

    pub(crate) fn model(&self, id: Option<&str>) -> Arc<dyn ModelClient> {
        self.parts.models.find(id)
    }

    /// Every tool with the set it is in.
    pub(crate) fn tools(&self) -> &[Offer] {
        &self.tools
    }

    /// The names of all tools.
    pub(crate) fn tool_names(&self) -> Vec<String> {
        self.tools.iter().map(|offer| offer.info.spec.name.clone()).collect()
    }

    /// By what an erasure goes now.
    pub(crate) fn erasing<'a>(&'a self, tools: &'a [String]) -> Erasing<'a> {
        Erasing { key: &self.parts.erasure_key, tools, now: self.parts.clock.now() }
    }

    /// Whether a call of this tool may change something, so that it is not to run twice. So may one of a tool that there
    /// is no more.
    pub(crate) fn changes_something(&self, tool: &str) -> bool {
        self.tool(tool).is_none_or(|offer| !offer.info.read_only)
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
