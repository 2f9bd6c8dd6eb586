//! A model that searches for what it is told, and then says what it is told.

use std::sync::Arc;

use chatbot_core::ModelClient;
use chatbot_core::model::{
    Finish, ModelCall, ModelCatalogue, ModelEvent, ModelFault, ModelMessage, ModelProfile, ModelRequest,
    ModelStream,
};
use chatbot_core::price::ModelPrice;
use chatbot_protocol::data_part::Usage;
use futures_util::future::BoxFuture;
use futures_util::{FutureExt as _, StreamExt as _, stream};
use serde_json::json;

use super::{ASKED, Asked};

const SEARCH_TOOL: &str = "course_material_search";

/// The model, and the only one.
pub(super) struct Script(Arc<Told>);

impl Script {
    pub(super) fn new() -> Self {
        let profile = ModelProfile {
            id: "demo-script".into(),
            label: "Script of the demo".into(),
            tools: true,
            temperature: false,
            context_tokens: 128_000,
            price: Some(ModelPrice::FREE),
        };
        Self(Arc::new(Told(profile)))
    }
}

impl ModelCatalogue for Script {
    fn find(&self, _: Option<&str>) -> Arc<dyn ModelClient> {
        Arc::clone(&self.0) as Arc<dyn ModelClient>
    }

    fn profiles(&self) -> Vec<ModelProfile> {
        vec![self.0.0.clone()]
    }
}

struct Told(ModelProfile);

impl ModelClient for Told {
    fn profile(&self) -> &ModelProfile {
        &self.0
    }

    fn ask(&self, request: ModelRequest) -> BoxFuture<'_, Result<ModelStream, ModelFault>> {
        let usage = Usage { input_tokens: 400, output_tokens: 40 };
        let end = ModelEvent::Completed { finish: Finish::Done, usage: Some(usage) };
        let events = reply(&request).into_iter().chain([end]).map(Ok);
        let events: Vec<Result<ModelEvent, ModelFault>> = events.collect();
        async move { Ok(stream::iter(events).boxed()) }.boxed()
    }
}

/// The search, and once it has found something the answer, which cites it.
fn reply(request: &ModelRequest) -> Option<ModelEvent> {
    let asked =
        ASKED.iter().find(|asked| request.messages.iter().any(|message| is_question(message, asked)))?;
    let found = request.messages.iter().rev().find_map(|message| match message {
        ModelMessage::ToolResult { output, .. } => Some(output),
        _ => None,
    });
    Some(match found {
        None => ModelEvent::Call(ModelCall {
            id: "search".into(),
            name: SEARCH_TOOL.into(),
            arguments: json!({"query": asked.query}).to_string(),
        }),
        Some(found) => {
            let marker = marker_before(found, asked.cited).unwrap_or_default();
            ModelEvent::Text(format!("{}{marker}", asked.answer))
        }
    })
}

fn is_question(message: &ModelMessage, asked: &Asked) -> bool {
    matches!(message, ModelMessage::User(text) if text.contains(asked.question))
}

/// The marker of the passage that holds these words.
fn marker_before<'f>(found: &'f str, words: &str) -> Option<&'f str> {
    let before = &found[..found.find(words)?];
    let begins = before.rfind('【')?;
    let ends = before[begins..].find('】')? + '】'.len_utf8();
    Some(&before[begins..begins + ends])
}
