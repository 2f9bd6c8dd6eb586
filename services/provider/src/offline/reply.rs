//! What the offline model does with a request: speak, or call tools.

use chatbot_core::model::{ModelCall, ModelRequest, ToolSpec};
use chatbot_protocol::ToolChoice;

use super::conversation::Conversation;
use super::intent::{self, Intent};
use super::question::{self, Before, Part};
use super::text::language;
use super::text::words::Analyser;
use super::{
    PAGE_TOOL, PROGRESS_TOOL, SEARCH_TOOL, STATE_TOOL, STRUCTURE_TOOL, about, answer, arguments, next,
    overview, phrases, progress, state,
};

/// A whole reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Words.
    Text(String),
    /// Calls, in order.
    Calls(Vec<ModelCall>),
}

impl Reply {
    /// All its words, for counting.
    pub fn words(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Calls(calls) => calls.iter().map(|call| call.arguments.clone() + " ").collect(),
        }
    }
}

/// Replies to a request.
pub fn to(request: &ModelRequest) -> Reply {
    if let Some(questions) = next::questions(request) {
        return Reply::Text(questions);
    }
    let conversation = Conversation::read(&request.messages);
    let mind = Mind {
        request,
        parts: question::parts(
            conversation.question,
            Before { questions: &conversation.earlier, answer: conversation.last_answer },
            conversation.selection,
            &Analyser::of(&request.language),
        ),
        intent: intent::of(conversation.question),
        conversation,
    };
    mind.reply()
}

struct Mind<'a> {
    request: &'a ModelRequest,
    conversation: Conversation<'a>,
    parts: Vec<Part>,
    intent: Intent,
}

impl Mind<'_> {
    fn reply(&self) -> Reply {
        match &self.request.tool_choice {
            ToolChoice::Tool { tool_name } => match self.tool(tool_name) {
                Some(tool) => self.calls(&[(tool, self.whole_query())]),
                None => Reply::Text(self.results_told().unwrap_or_else(|| self.without_tools())),
            },
            ToolChoice::Required if !self.request.tools.is_empty() => self.must_call(),
            _ => self.free(),
        }
    }

    fn free(&self) -> Reply {
        let may_call = self.request.tool_choice != ToolChoice::None;
        if self.conversation.rounds.is_empty() {
            let calls = if may_call { self.first_calls() } else { Vec::new() };
            return if calls.is_empty() { Reply::Text(self.without_tools()) } else { self.calls(&calls) };
        }
        if let Some(call) = self.beginning_of_course().filter(|_| may_call) {
            return self.calls(&[call]);
        }
        if let Some(text) = self.results_told() {
            return Reply::Text(text);
        }
        match self.tool(SEARCH_TOOL).zip(self.broader_query()) {
            Some(call) if may_call => self.calls(&[call]),
            _ => Reply::Text(self.gave_up()),
        }
    }

    fn must_call(&self) -> Reply {
        let calls = self.first_calls();
        match (calls.is_empty(), self.request.tools.first()) {
            (true, Some(_)) => {
                let tool = self.tool(SEARCH_TOOL).unwrap_or(&self.request.tools[0]);
                self.calls(&[(tool, self.whole_query())])
            }
            _ => self.calls(&calls),
        }
    }

    /// What a question wants to be looked up; nothing for small talk or without the tools.
    fn first_calls(&self) -> Vec<(&ToolSpec, String)> {
        if let Some(call) = self.overview() {
            return vec![call];
        }
        let mut calls = Vec::new();
        let has_progress = self.tool(PROGRESS_TOOL).is_some();
        let (progress, search) = match self.intent {
            Intent::SmallTalk(_) => (false, false),
            Intent::Progress { also_material } => (true, also_material || !has_progress),
            // Without the tool for it, how far one is says most about it.
            Intent::Structure => (true, !has_progress),
            Intent::AboutCourse | Intent::OpenPage | Intent::State | Intent::Question => (false, true),
        };
        // The pages say more of it.
        let state = state::name(self.conversation.question).filter(|_| self.intent == Intent::State);
        calls.extend(self.tool(STATE_TOOL).zip(state));
        if progress {
            calls.extend(self.tool(PROGRESS_TOOL).map(|tool| (tool, String::new())));
        }
        if let Some(tool) = self.tool(SEARCH_TOOL).filter(|_| search) {
            calls.extend(self.parts.iter().map(|part| (tool, part.query.clone())));
        }
        calls
    }

    /// The call that shows a whole: the course, or the open page.
    fn overview(&self) -> Option<(&ToolSpec, String)> {
        match self.intent {
            Intent::AboutCourse | Intent::Structure => Some((self.tool(STRUCTURE_TOOL)?, String::new())),
            Intent::OpenPage => Some((self.tool(PAGE_TOOL)?, "this page".to_owned())),
            _ => None,
        }
    }

    /// The call that reads the page with which a course begins, once its chapters are known.
    fn beginning_of_course(&self) -> Option<(&ToolSpec, String)> {
        let [round] = self.conversation.rounds.as_slice() else { return None };
        let course = round.iter().find(|result| result.name == STRUCTURE_TOOL)?;
        let wanted = self.intent == Intent::AboutCourse;
        Some((self.tool(PAGE_TOOL).filter(|_| wanted)?, about::first_page(course.output)?.to_owned()))
    }

    fn results_told(&self) -> Option<String> {
        let speech = self.speech();
        let result_of = |tool| self.conversation.rounds.iter().flatten().find(|result| result.name == tool);
        if let Some(course) = result_of(STRUCTURE_TOOL).filter(|_| self.intent == Intent::AboutCourse) {
            let page = result_of(PAGE_TOOL).map(|page| page.output);
            return Some(about::course(course.output, page, speech));
        }
        if let Some(result) = result_of(STRUCTURE_TOOL) {
            return Some(overview::of_course(result.output, speech));
        }
        if let Some(result) = result_of(PAGE_TOOL).filter(|_| self.intent == Intent::OpenPage) {
            return Some(overview::of_page(result.output, speech));
        }
        let analyser = Analyser::of(&self.request.language);
        let results: Vec<_> = self.conversation.rounds.iter().flatten().collect();
        let progress = results.iter().find(|result| result.name == PROGRESS_TOOL);
        let progress = progress.map(|result| progress::told(result.output, speech));
        let state = result_of(STATE_TOOL).and_then(|result| state::told(result.output, speech));
        let found = answer::from_sources(&self.parts, &results, &analyser, speech);
        match (progress.or(state), found) {
            (Some(told), Some(found)) => Some(format!("{told}\n\n{found}")),
            (one, other) => one.or(other),
        }
    }

    /// The one second try: fewer and more telling words.
    fn broader_query(&self) -> Option<String> {
        if self.conversation.rounds.len() != 1
            || self.conversation.rounds[0].iter().all(|r| r.name != SEARCH_TOOL)
        {
            return None;
        }
        question::broader(&self.parts)
    }

    fn gave_up(&self) -> String {
        let mut results = self.conversation.rounds.iter().flatten();
        let failed = results.clone().count() > 0 && results.all(|result| answer::is_error(result.output));
        let words = phrases::of(self.speech());
        if failed { words.search_failed } else { words.no_answer }.to_owned()
    }

    fn without_tools(&self) -> String {
        let words = phrases::of(self.speech());
        match self.intent {
            Intent::SmallTalk(kind) => words.small_talk(kind).to_owned(),
            _ => words.no_search.to_owned(),
        }
    }

    fn calls(&self, calls: &[(&ToolSpec, String)]) -> Reply {
        let first = self.conversation.calls_before;
        let calls = calls.iter().enumerate().map(|(place, (tool, query))| ModelCall {
            id: format!("offline_{}", first + place),
            name: tool.name.clone(),
            arguments: arguments::of(tool, query),
        });
        Reply::Calls(calls.collect())
    }

    fn tool(&self, name: &str) -> Option<&ToolSpec> {
        self.request.tools.iter().find(|tool| tool.name == name)
    }

    fn whole_query(&self) -> String {
        let queries: Vec<_> = self.parts.iter().map(|part| part.query.as_str()).collect();
        queries.join(" ")
    }

    fn speech(&self) -> language::Speech {
        language::of(self.conversation.question, &self.request.language)
    }
}
