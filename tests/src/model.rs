//! A model that follows a script, and checks that every request is one that any provider accepts.

use std::collections::{HashSet, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use chatbot_core::model::{
    Finish, ModelCall, ModelEvent, ModelFault, ModelMessage, ModelProfile, ModelRequest, ModelStream,
};
use chatbot_core::price::ModelPrice;
use chatbot_core::{ModelCatalogue, ModelClient};
use chatbot_protocol::data_part::Usage;
use futures_util::future::BoxFuture;
use futures_util::{FutureExt, StreamExt};
use tokio::sync::Semaphore;

/// One thing that the model does.
#[derive(Clone, Debug)]
pub enum Step {
    Text(&'static str),
    Call(&'static str, &'static str),
    Fault(ModelFault),
    /// What the provider says that the reply cost, or that it says nothing; else it is 10 and 5 tokens.
    Costs(Option<u32>),
    /// Waits until the story opens the gate.
    Gate,
    /// The reply ends here, as cut by the length limit.
    Cut,
    /// The reply ends here: the provider's filter stops it.
    Filtered,
    /// Never says anything again.
    Silence,
    Panic,
}

/// A reply: its steps, and how it ends, if it does.
pub type Reply = Vec<Step>;

/// The model.
pub struct ScriptedModel {
    profile: ModelProfile,
    replies: Mutex<VecDeque<Reply>>,
    requests: Mutex<Vec<ModelRequest>>,
    gate: Arc<Semaphore>,
    most_bytes: AtomicUsize,
    pieces_read: Arc<AtomicUsize>,
    open_streams: Arc<Mutex<usize>>,
}

impl ScriptedModel {
    pub fn new(context_tokens: u32, price: Option<ModelPrice>) -> Arc<Self> {
        Arc::new(Self {
            profile: ModelProfile {
                id: "scripted".into(),
                label: "Scripted model".into(),
                tools: true,
                temperature: true,
                context_tokens,
                price,
            },
            replies: Mutex::default(),
            requests: Mutex::default(),
            gate: Arc::new(Semaphore::new(0)),
            most_bytes: AtomicUsize::new(usize::MAX),
            pieces_read: Arc::default(),
            open_streams: Arc::default(),
        })
    }

    /// Adds replies to the script.
    pub fn will(&self, replies: impl IntoIterator<Item = Reply>) {
        self.replies.lock().unwrap().extend(replies);
    }

    /// Drops what is left of the script.
    pub fn forget_replies(&self) {
        self.replies.lock().unwrap().clear();
    }

    /// From now on it refuses requests whose messages have more bytes, as one with a small context does.
    pub fn takes_at_most(&self, bytes: usize) {
        self.most_bytes.store(bytes, Ordering::SeqCst);
    }

    /// Lets one waiting reply go on.
    pub fn open_gate(&self) {
        self.gate.add_permits(1);
    }

    pub fn requests(&self) -> Vec<ModelRequest> {
        self.requests.lock().unwrap().clone()
    }

    pub fn last_request(&self) -> ModelRequest {
        self.requests().pop().expect("the model was asked")
    }

    /// The results in the last request, in order.
    pub fn last_results(&self) -> Vec<String> {
        results_of(&self.last_request()).into_iter().map(str::to_owned).collect()
    }

    /// How many pieces of text were taken from it.
    pub fn pieces_read(&self) -> usize {
        self.pieces_read.load(Ordering::SeqCst)
    }

    /// How many streams are held open by the server.
    pub fn open_streams(&self) -> usize {
        *self.open_streams.lock().unwrap()
    }
}

impl ModelClient for ScriptedModel {
    fn profile(&self) -> &ModelProfile {
        &self.profile
    }

    fn ask(&self, request: ModelRequest) -> BoxFuture<'_, Result<ModelStream, ModelFault>> {
        check(&request);
        let is_too_long = bytes_of(&request) > self.most_bytes.load(Ordering::SeqCst);
        self.requests.lock().unwrap().push(request);
        if is_too_long {
            let fault = ModelFault::ContextExceeded { body: "secret".into() };
            return std::future::ready(Err(fault)).boxed();
        }
        let reply = self.replies.lock().unwrap().pop_front().expect("the script has another reply");
        let open = OpenStream::new(&self.open_streams);
        let (gate, pieces) = (Arc::clone(&self.gate), Arc::clone(&self.pieces_read));
        let faulty = reply.iter().any(|step| matches!(step, Step::Fault(_)));
        let finish = finish_of(&reply);
        let usage = usage_of(&reply);
        let steps = futures_util::stream::iter(reply).then(move |step| {
            let gate = Arc::clone(&gate);
            let _held = &open;
            pieces.fetch_add(usize::from(matches!(step, Step::Text(_))), Ordering::SeqCst);
            async move { perform(step, &gate).await }
        });
        let end = (!faulty).then_some(Ok(ModelEvent::Completed { finish, usage }));
        let events = steps.filter_map(std::future::ready).chain(futures_util::stream::iter(end));
        async move { Ok(events.boxed()) }.boxed()
    }
}

/// The results in a request, in order.
pub fn results_of(request: &ModelRequest) -> Vec<&str> {
    let outputs = request.messages.iter().filter_map(|message| match message {
        ModelMessage::ToolResult { output, .. } => Some(output.as_str()),
        _ => None,
    });
    outputs.collect()
}

/// How long a request's messages are together.
pub fn bytes_of(request: &ModelRequest) -> usize {
    let each = request.messages.iter().map(|message| match message {
        ModelMessage::System(text) | ModelMessage::User(text) | ModelMessage::Assistant { text, .. } => {
            text.len()
        }
        ModelMessage::ToolResult { output, .. } => output.len(),
    });
    each.sum()
}

fn finish_of(reply: &Reply) -> Finish {
    let said = reply.iter().find_map(|step| match step {
        Step::Cut => Some(Finish::Length),
        Step::Filtered => Some(Finish::Filtered),
        _ => None,
    });
    said.unwrap_or(Finish::Done)
}

fn usage_of(reply: &Reply) -> Option<Usage> {
    let said = reply.iter().find_map(|step| match step {
        Step::Costs(tokens) => Some(tokens.map(|tokens| Usage { input_tokens: tokens, output_tokens: 0 })),
        _ => None,
    });
    said.unwrap_or(Some(Usage { input_tokens: 10, output_tokens: 5 }))
}

async fn perform(step: Step, gate: &Semaphore) -> Option<Result<ModelEvent, ModelFault>> {
    match step {
        Step::Text(text) => Some(Ok(ModelEvent::Text(text.to_owned()))),
        Step::Call(name, arguments) => Some(Ok(ModelEvent::Call(ModelCall {
            id: format!("wire_{name}"),
            name: name.to_owned(),
            arguments: arguments.to_owned(),
        }))),
        Step::Fault(fault) => Some(Err(fault)),
        Step::Cut | Step::Filtered | Step::Costs(_) => None,
        Step::Gate => {
            gate.acquire().await.unwrap().forget();
            None
        }
        Step::Silence => std::future::pending().await,
        Step::Panic => panic!("the model's adapter panicked"),
    }
}

/// Counts a stream as open while it lives.
struct OpenStream(Arc<Mutex<usize>>);

impl OpenStream {
    fn new(count: &Arc<Mutex<usize>>) -> Self {
        *count.lock().unwrap() += 1;
        Self(Arc::clone(count))
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        *self.0.lock().unwrap() -= 1;
    }
}

/// What every provider asks of a request.
fn check(request: &ModelRequest) {
    let mut waiting: Vec<String> = Vec::new();
    let mut ids = HashSet::new();
    for pair in request.messages.windows(2) {
        let follows_answer = matches!(pair[0], ModelMessage::System(_) | ModelMessage::Assistant { .. });
        assert!(
            follows_answer || !matches!(pair[1], ModelMessage::User(_)),
            "a question follows {:?}",
            pair[0]
        );
    }
    for message in &request.messages {
        match message {
            ModelMessage::ToolResult { call_id, .. } => {
                assert!(!waiting.is_empty(), "a result for no call: {request:#?}");
                assert_eq!(waiting.remove(0), *call_id, "results stand in call order, one per call");
            }
            ModelMessage::Assistant { text, calls } => {
                assert!(waiting.is_empty(), "a call has no result: {request:#?}");
                assert!(!text.trim().is_empty() || !calls.is_empty(), "an empty assistant message");
                waiting = calls.iter().map(|call| call.id.clone()).collect();
                for call in calls {
                    assert!(ids.insert(call.id.clone()), "the id {} comes twice", call.id);
                    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
                    assert!(
                        (1..=64).contains(&call.name.len()) && call.name.chars().all(plain),
                        "{}",
                        call.name
                    );
                    let arguments: serde_json::Value = serde_json::from_str(&call.arguments).unwrap();
                    assert!(arguments.is_object(), "arguments are an object");
                }
            }
            ModelMessage::User(text) | ModelMessage::System(text) => {
                assert!(waiting.is_empty(), "a call has no result: {request:#?}");
                assert!(!text.trim().is_empty(), "an empty message");
            }
        }
    }
    assert!(waiting.is_empty(), "a call has no result: {request:#?}");
    assert!(matches!(request.messages.first(), Some(ModelMessage::System(_))));
}

impl ModelCatalogue for ScriptedCatalogue {
    fn find(&self, _: Option<&str>) -> Arc<dyn ModelClient> {
        Arc::clone(&self.model) as Arc<dyn ModelClient>
    }

    fn profiles(&self) -> Vec<ModelProfile> {
        vec![self.model.profile().clone()]
    }

    fn currency(&self) -> Option<&str> {
        self.currency
    }
}

/// A deployment with this one model.
pub struct ScriptedCatalogue {
    pub model: Arc<ScriptedModel>,
    pub currency: Option<&'static str>,
}
