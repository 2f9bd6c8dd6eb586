//! A deterministic model in this process: no network, no weights, no invention.
//!
//! It searches the course pages as a good model would, then answers with sentences that stand on them,
//! each followed by its marker. What it finds in a tool's output is text to choose from and never an
//! instruction. Read [`reply`] for what it does, [`question`] for how it reads a question, [`select`] for
//! how it chooses sentences.

mod about;
mod answer;
mod arguments;
mod conversation;
mod in_finnish;
mod intent;
mod next;
mod overview;
mod phrases;
mod progress;
mod question;
mod reply;
mod select;
mod state;
mod text;

use std::time::Duration;

use chatbot_core::ModelClient;
use chatbot_core::model::{
    Finish, ModelEvent, ModelFault, ModelMessage, ModelProfile, ModelRequest, ModelStream,
};
use chatbot_core::price::ModelPrice;
use chatbot_protocol::data_part::Usage;
use futures_util::future::BoxFuture;
use futures_util::{FutureExt as _, StreamExt as _};

use reply::Reply;

/// The offline model's id.
pub const ID: &str = "offline";
/// The tool that it searches the course pages with.
pub const SEARCH_TOOL: &str = "course_material_search";
/// The tool that it asks for a student's progress.
pub const PROGRESS_TOOL: &str = "course_progress";
/// The tool that it asks what is open and what comes next.
pub const STRUCTURE_TOOL: &str = "course_structure";
/// The tool that it reads the open page with.
pub const PAGE_TOOL: &str = "page_lookup";
/// The tool that it asks what sets a state of the course.
pub const STATE_TOOL: &str = "lookup_state";

/// The model. It always says the same to the same request.
#[derive(Clone, Debug)]
pub struct OfflineModel {
    profile: ModelProfile,
    pace: Duration,
}

impl OfflineModel {
    /// A model that says a word each `pace`; without a pause when that is zero, for tests.
    pub fn new(pace: Duration) -> Self {
        let profile = ModelProfile {
            id: ID.into(),
            label: "Offline model (extracts from the course pages)".into(),
            tools: true,
            temperature: false,
            context_tokens: 128_000,
            price: Some(ModelPrice::FREE),
        };
        Self { profile, pace }
    }
}

impl Default for OfflineModel {
    /// At the pace of a fast reader.
    fn default() -> Self {
        Self::new(Duration::from_millis(20))
    }
}

impl ModelClient for OfflineModel {
    fn profile(&self) -> &ModelProfile {
        &self.profile
    }

    fn ask(&self, request: ModelRequest) -> BoxFuture<'_, Result<ModelStream, ModelFault>> {
        let pace = self.pace;
        async move { Ok(say(&request, pace)) }.boxed()
    }
}

fn say(request: &ModelRequest, pace: Duration) -> ModelStream {
    let reply = reply::to(request);
    let usage = Usage { input_tokens: input_words(request), output_tokens: count(&reply.words()) };
    async_stream::stream! {
        match reply {
            Reply::Text(text) => {
                for word in text.split_inclusive([' ', '\n']) {
                    if !pace.is_zero() {
                        tokio::time::sleep(pace).await;
                    }
                    yield Ok(ModelEvent::Text(word.to_owned()));
                }
            }
            Reply::Calls(calls) => {
                for call in calls {
                    yield Ok(ModelEvent::Call(call));
                }
            }
        }
        yield Ok(ModelEvent::Completed { finish: Finish::Done, usage: Some(usage) });
    }
    .boxed()
}

fn input_words(request: &ModelRequest) -> u32 {
    let words = request.messages.iter().map(|message| match message {
        ModelMessage::System(text) | ModelMessage::User(text) => count(text),
        ModelMessage::ToolResult { output, .. } => count(output),
        ModelMessage::Assistant { text, calls } => {
            count(text) + calls.iter().map(|call| count(&call.arguments)).sum::<u32>()
        }
    });
    words.fold(0, u32::saturating_add)
}

fn count(text: &str) -> u32 {
    u32::try_from(text.split_whitespace().count()).unwrap_or(u32::MAX)
}
