//! Guards the generated files of `shared-module/src/wire`: the TypeScript twins of the wire types, and
//! samples of every chunk that the AI SDK's own schema is run over. `make types` writes them.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;
use std::path::Path;

use chatbot_protocol::api::{
    ChatbotSummary, CitationPolicy, Conversation, ConversationSummary, Disclaimer, Limits, ListPage,
    NewConversation, Problem, RenameConversation,
};
use chatbot_protocol::audit::{
    AccessEntry, AuditFilters, AuditedCall, AuditedCitation, CallTrace, CitationCount, CitationDetail,
    CitationRate, Freshness, Named, NamedChatbot, NewRecheck, NewReview, PassageNow, PassageThen,
    PassageTrace, Person, RequirementTrace, Review, RoundTrace, TurnTrace, VerdictCounts,
};
use chatbot_protocol::chunk::{FinishReason, UiMessageChunk};
use chatbot_protocol::data_part::{
    CitationData, MissingWords, ModelState, ModelStatusData, NoticeCode, NoticeData, QuotePlace, QuotedWords,
    Span, Stretch, SuggestionsData, ToolDisplayInput, ToolDisplayOutput, ToolState, ToolStatusData, Usage,
    Verdict,
};
use chatbot_protocol::insights::{
    AnonymousConversation, AnonymousMessages, AnswerShares, Feedback, FeedbackComment, FeedbackReason,
    FeedbackSummary, InsightChatbot, InsightDay, Insights, MonthUsage, PageUse, Rating, UnansweredQuestion,
};
use chatbot_protocol::limits::{LimitKind, LimitRefusal, LimitStanding, LimitsData};
use chatbot_protocol::manage::{
    ChatbotLimits, ChatbotSettings, ChatbotVersion, Job, JobKind, JobState, ManagedChatbot, ManagedModel,
    ManagedTool, NewPreview, NewTestQuestion, Preview, RunTests, SettingChange, SettingsFault,
    SettingsFaultCode, TeachingStyle, TestQuestion, TestResult, TestRun, ToolGroup, UsageToday, VerdictCount,
    ViewAs,
};
use chatbot_protocol::ui_message::{AnswerState, MessageMetadata, Part, Role, ToolPartState, UiMessage};
use chatbot_protocol::{
    CallId, ChapterId, ChatbotId, CitationId, ConversationId, CourseId, ErrorCode, ExerciseId, InvalidCalls,
    MessageId, OrganizationId, PageId, PassageId, Resolution, RoundId, ToolChoice, TurnEvent, TurnId,
    Unhandled, UserId, turn_event,
};
use ts_rs::{Config, TS};
use uuid::Uuid;

const NOTE: &str = "// Written by `make types` from services/protocol; do not edit.\n\n";

/// A generated file: its name, and each type in it with its declaration.
struct Twin {
    file: &'static str,
    types: Vec<(String, String)>,
}

macro_rules! twin {
    ($file:literal: $($wire:ty),+ $(,)?) => {
        Twin { file: $file, types: vec![$(declaration::<$wire>()),+] }
    };
}

fn declaration<T: TS>() -> (String, String) {
    let config = Config::default();
    let docs = T::docs().map(|docs| format!("{}\n", docs.trim_end())).unwrap_or_default();
    let name = T::ident(&config).split('<').next().unwrap().to_owned();
    (name, format!("{docs}export {}\n", T::decl(&config)))
}

/// A file for each module of this crate, so that a reader finds a type where its Rust side stands.
fn twins() -> Vec<Twin> {
    vec![
        twin!["ids": UserId, OrganizationId, CourseId, ChapterId, PageId, ExerciseId, ChatbotId, ConversationId,
            MessageId, TurnId, RoundId, CallId, PassageId, CitationId],
        twin!["error-code": ErrorCode],
        twin!["tool-choice": ToolChoice],
        twin!["resolution": Resolution, Unhandled, InvalidCalls],
        twin!["data-part": Span, Stretch, MissingWords, QuotePlace, QuotedWords, Verdict, CitationData, NoticeCode, NoticeData, SuggestionsData, ToolState,
            ToolStatusData, ModelState, ModelStatusData, ToolDisplayInput, ToolDisplayOutput, Usage],
        twin!["ui-message": Role, AnswerState, MessageMetadata, UiMessage],
        twin!["chunk": FinishReason, UiMessageChunk],
        twin!["turn-event": TurnEvent],
        twin!["api": Problem, Disclaimer, CitationPolicy, ChatbotSummary, NewConversation, Limits, Conversation,
            ConversationSummary, ListPage<ts_rs::Dummy>, RenameConversation],
        twin!["limits": LimitKind, LimitsData, LimitStanding, LimitRefusal],
        twin!["manage": ToolGroup, ManagedTool, ManagedModel, TeachingStyle, ChatbotSettings, ChatbotLimits, ManagedChatbot, UsageToday, SettingsFault, SettingsFaultCode, ChatbotVersion, SettingChange],
        twin!["trial": ViewAs, NewPreview, Preview, TestQuestion, NewTestQuestion, RunTests, TestRun, TestResult, VerdictCount, Job, JobKind, JobState],
        twin!["insights": Insights, InsightChatbot, InsightDay, AnswerShares, UnansweredQuestion, PageUse, FeedbackSummary, FeedbackComment, MonthUsage, Rating, FeedbackReason, Feedback, AnonymousConversation, AnonymousMessages],
        twin!["audit": Freshness, Person, Named, NamedChatbot, AuditFilters, AuditedCitation, Review, NewReview, CitationCount, CitationDetail, PassageThen, PassageNow, CitationRate, VerdictCounts, NewRecheck, AccessEntry],
        twin!["trace": RequirementTrace, CallTrace, AuditedCall, TurnTrace, RoundTrace, PassageTrace],
    ]
}

impl Twin {
    fn text(&self, all: &[Self]) -> String {
        let declarations: Vec<&str> =
            self.types.iter().map(|(_, declaration)| declaration.as_str()).collect();
        let declarations = declarations.join("\n");
        let words: BTreeSet<&str> = declarations.split(|c: char| !c.is_alphanumeric()).collect();
        let imports = all.iter().filter(|other| other.file != self.file).filter_map(|other| {
            let used: Vec<&str> = other
                .types
                .iter()
                .map(|(name, _)| name.as_str())
                .filter(|name| words.contains(name))
                .collect();
            (!used.is_empty())
                .then(|| format!("import type {{ {} }} from './{}';\n", used.join(", "), other.file))
        });
        let imports: String = imports.collect();
        let gap = if imports.is_empty() { "" } else { "\n" };
        format!("{NOTE}{imports}{gap}{declarations}")
    }
}

#[test]
fn the_typescript_twins_are_up_to_date() {
    let twins = twins();
    let index: Vec<String> =
        twins.iter().map(|twin| format!("export type * from './{}';\n", twin.file)).collect();
    must_equal("index.ts", &format!("{NOTE}{}", index.concat()));
    for twin in &twins {
        must_equal(&format!("{}.ts", twin.file), &twin.text(&twins));
    }
}

#[test]
fn the_chunk_samples_are_up_to_date() {
    let id = Uuid::from_u128(7);
    let message = UiMessage {
        id: id.to_string(),
        role: Role::Assistant,
        metadata: Some(MessageMetadata { state: Some(AnswerState::Finished), ..MessageMetadata::default() }),
        parts: sample_parts(),
    };
    let chunks = |message: &UiMessage, more: Vec<TurnEvent>| {
        let mut chunks: Vec<UiMessageChunk> = turn_event::events_of(message, MessageId(id))
            .iter()
            .chain(&more)
            .flat_map(TurnEvent::to_chunks)
            .collect();
        chunks.dedup();
        chunks
    };
    let asked = UiMessage {
        metadata: Some(MessageMetadata { state: Some(AnswerState::Waiting), ..MessageMetadata::default() }),
        parts: parts_of_approvals(),
        ..message.clone()
    };
    // What clients before version 6 do not know goes apart.
    let is_of_approvals = |chunk: &UiMessageChunk| {
        matches!(chunk, UiMessageChunk::ToolApprovalRequest { .. } | UiMessageChunk::ToolOutputDenied { .. })
    };
    let (since_6, more): (Vec<_>, Vec<_>) = chunks(&asked, Vec::new()).into_iter().partition(is_of_approvals);
    let of_every_version = [chunks(&message, other_events()), more].concat();
    let samples = serde_json::json!({
        "message": message, "chunks": of_every_version,
        "messageSince6": asked, "chunksSince6": since_6,
    });
    must_equal("chunk-samples.json", &format!("{}\n", serde_json::to_string_pretty(&samples).unwrap()));
}

#[test]
fn a_stored_message_reads_back_as_it_was() {
    for part in sample_parts().into_iter().chain(parts_of_approvals()) {
        let json = serde_json::to_string(&part).unwrap();
        assert_eq!(serde_json::from_str::<Part>(&json).unwrap(), part);
    }
}

fn call(state: ToolPartState) -> Part {
    Part::Tool {
        name: "course_material_search".into(),
        call_id: "c1".into(),
        input: ToolDisplayInput {
            about: Some("primary keys".into()),
            for_page: Some(serde_json::json!([1])),
        },
        state,
        dynamic: false,
        approval: None,
    }
}

fn parts_of_approvals() -> Vec<Part> {
    let asked = |state| match call(state) {
        Part::Tool { name, call_id, input, state, .. } => {
            Part::Tool { name, call_id, input, state, dynamic: true, approval: Some("a1".into()) }
        }
        other => other,
    };
    vec![
        Part::StepStart,
        asked(ToolPartState::Called),
        asked(ToolPartState::Denied),
        asked(ToolPartState::Answered(ToolDisplayOutput::default())),
    ]
}

fn sample_parts() -> Vec<Part> {
    let id = CitationId(Uuid::from_u128(9));
    vec![
        Part::StepStart,
        call(ToolPartState::Answered(ToolDisplayOutput {
            found: Some(3),
            answer: Some(serde_json::json!({"choice": "rows"})),
        })),
        call(ToolPartState::Failed("This could not be done.".into())),
        call(ToolPartState::Called),
        Part::StepStart,
        Part::Text { text: "A key identifies a row.".into(), streaming: false },
        Part::SourceUrl { source_id: id, url: "/courses/db/keys#primary-keys".into(), title: "Keys".into() },
        Part::Citation { id, data: sample_citation() },
        Part::Suggestions {
            id: "s1".into(),
            data: SuggestionsData { messages: vec!["What is a foreign key?".into()] },
        },
        Part::Notice {
            id: "n1".into(),
            data: NoticeData { code: NoticeCode::TriedAgain, text: "Trying again.".into() },
        },
    ]
}

fn sample_span() -> Span {
    Span {
        verdict: Some(Verdict::Partly),
        missing: vec![MissingWords { start: 6, end: 16, strong: false }],
        quotes: vec![QuotedWords { start: 2, end: 5, place: QuotePlace::Elsewhere }],
        shared: vec![Stretch { start: 10, end: 13 }],
        ..Span::unchecked(0, 0, 23)
    }
}

fn sample_citation() -> CitationData {
    CitationData {
        number: 1,
        page_id: PageId(Uuid::from_u128(3)),
        title: "Keys".into(),
        chapter: Some("The relational model".into()),
        section: Some("Primary keys".into()),
        url: "/courses/db/keys#primary-keys".into(),
        snippet: "A primary key identifies a row.".into(),
        verdict: Some(Verdict::Supported),
        spans: vec![sample_span()],
    }
}

fn other_events() -> Vec<TurnEvent> {
    let ended_by = |end, error_code, filtered| TurnEvent::Ended {
        end,
        error_code,
        finished_at: chrono::DateTime::UNIX_EPOCH,
        usage: Usage { input_tokens: 10, output_tokens: 5 },
        cut: end == AnswerState::Finished,
        filtered,
    };
    let ended = |end, error_code| ended_by(end, error_code, false);
    vec![
        TurnEvent::ToolProgressed {
            call_id: "c1".into(),
            tool_name: "course_progress".into(),
            state: ToolState::Running,
            about: None,
        },
        TurnEvent::ModelAwaited {
            status: ModelStatusData {
                state: ModelState::Busy,
                seconds: 2,
                text: "The model is busy.".into(),
            },
        },
        TurnEvent::LimitsTold {
            limits: LimitsData {
                time_zone: "Europe/Helsinki".into(),
                limits: vec![LimitStanding {
                    limit: LimitKind::StudentTokensPerDay,
                    allowed: 10_000,
                    used: 9_000,
                    left: 1_000,
                    reached: true,
                    resets_at: Some(chrono::DateTime::UNIX_EPOCH),
                }],
            },
        },
        ended(AnswerState::Finished, None),
        ended_by(AnswerState::Finished, None, true),
        ended(AnswerState::Stopped, None),
        ended(AnswerState::Failed, Some(ErrorCode::ModelBusy)),
        ended(AnswerState::Interrupted, Some(ErrorCode::Interrupted)),
    ]
}

#[allow(
    clippy::disallowed_methods,
    reason = "the switch between writing and checking is for `make types` alone"
)]
fn must_equal(name: &str, wanted: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared-module/src/wire").join(name);
    if std::env::var_os("WRITE_WIRE_TYPES").is_some() {
        std::fs::write(&path, wanted).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == wanted, "{name} is out of date: run `make types`");
}
