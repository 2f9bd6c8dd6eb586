//! Our own data parts of the stream: `data-citation`, `data-notice`, `data-suggestions` (kept in the
//! message), `data-tool-status` and `data-model-status` (transient).

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::ids::PageId;

/// A cited sentence: where it stands in the answer, and what was found when it was held against the passage.
/// Offsets are UTF-16 code units, so that a page can use them on its own strings as they are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Span {
    /// Which text part of the message, counting text parts only, from 0.
    pub part: u32,
    /// Start of the cited sentence.
    pub start: u32,
    /// End of the cited sentence; the citation's number is drawn here.
    pub end: u32,
    /// What was found; absent until the sentence was checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub verdict: Option<Verdict>,
    /// What of the sentence stands in no passage that it cites; offsets in the text part.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<MissingWords>>", optional)]
    pub missing: Vec<MissingWords>,
    /// The sentence's quotations; offsets in the text part.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<QuotedWords>>", optional)]
    pub quotes: Vec<QuotedWords>,
    /// Where the sentence's words stand in the passage; offsets in the snippet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Stretch>>", optional)]
    pub shared: Vec<Stretch>,
}

impl Span {
    /// A sentence that is not checked yet.
    pub fn unchecked(part: u32, start: u32, end: u32) -> Self {
        Self { part, start, end, ..Self::default() }
    }

    /// Whether both are of one sentence.
    pub const fn is_at(&self, other: &Self) -> bool {
        self.part == other.part && self.start == other.start && self.end == other.end
    }
}

/// A stretch of a text, in UTF-16 code units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Stretch {
    /// Where it starts.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
}

/// Words of a sentence that stand in no passage which it cites.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct MissingWords {
    /// Where they start.
    pub start: u32,
    /// Where they end.
    pub end: u32,
    /// Whether they are a number, a name or code: those have no other words.
    pub strong: bool,
}

/// A quotation in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct QuotedWords {
    /// Where it starts, without its marks.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
    /// Where it was found.
    pub place: QuotePlace,
}

/// Where a quotation stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum QuotePlace {
    /// In a passage that the sentence cites.
    Cited,
    /// In another passage that was found for this answer.
    Elsewhere,
    /// In none of them.
    Nowhere,
}

/// What a check of a citation found. Until it was checked there is no verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The sentence's words, names, numbers and quotations stand in the passage.
    Supported,
    /// No quotation is wrong, some words, names or numbers are missing.
    Partly,
    /// Little of the sentence stands in the passage.
    Unsupported,
    /// A quotation stands in no cited passage.
    Misquoted,
    /// The marker named no source of this turn.
    Unresolved,
    /// The page is no longer visible to this student.
    Hidden,
    /// Sentence and passage cannot be compared.
    Unchecked,
}

impl Verdict {
    /// The word in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Supported => "supported",
            Self::Partly => "partly",
            Self::Unsupported => "unsupported",
            Self::Misquoted => "misquoted",
            Self::Unresolved => "unresolved",
            Self::Hidden => "hidden",
            Self::Unchecked => "unchecked",
        }
    }

    /// How much it needs a look: of several the highest stands for all.
    pub const fn gravity(self) -> u8 {
        match self {
            Self::Supported => 0,
            Self::Unchecked => 1,
            Self::Partly => 2,
            Self::Unsupported => 3,
            Self::Misquoted => 4,
            Self::Unresolved => 5,
            Self::Hidden => 6,
        }
    }
}

/// The data of a `data-citation` part; the part's id is the citation's id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CitationData {
    /// The number shown to the student: by first use, one per passage, from 1.
    pub number: u32,
    /// The page that the passage stands on.
    pub page_id: PageId,
    /// The page's title.
    pub title: String,
    /// The title of the page's chapter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub chapter: Option<String>,
    /// The heading right above the passage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub section: Option<String>,
    /// Link to the passage: the page's url and the anchor of the passage's heading.
    pub url: String,
    /// The passage's text, as plain text.
    pub snippet: String,
    /// What was found when the citation was checked: of several sentences the least good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub verdict: Option<Verdict>,
    /// The sentences that cite this passage.
    pub spans: Vec<Span>,
}

impl CitationData {
    /// Takes out what a student may not read any more.
    pub fn hide(&mut self) {
        "—".clone_into(&mut self.title);
        self.chapter = None;
        self.section = None;
        self.url = String::new();
        self.snippet = String::new();
        self.verdict = Some(Verdict::Hidden);
        for span in &mut self.spans {
            *span =
                Span { verdict: Some(Verdict::Hidden), ..Span::unchecked(span.part, span.start, span.end) };
        }
    }
}

/// The data of a `data-notice` part: something the student should know about this answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct NoticeData {
    /// Which notice.
    pub code: NoticeCode,
    /// A plain sentence, for clients that do not know the code.
    pub text: String,
}

/// The notices there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoticeCode {
    /// The model is asked again.
    TriedAgain,
    /// Older messages no longer fit and were left out.
    HistoryShortened,
    /// The selected text does not stand on the page, so it did not go along.
    SelectionDropped,
    /// The answer reached the length limit.
    AnswerCut,
    /// The filter of the model's provider stopped the answer.
    AnswerFiltered,
    /// A limit is nearly reached: the answer is short and nothing more was looked up for it.
    LimitNear,
    /// The course material did not confirm the rest of the answer, so it is not shown.
    NotConfirmed,
}

/// The data of a `data-suggestions` part: what the student could ask next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SuggestionsData {
    /// Whole questions, in the language of the conversation; never empty.
    pub messages: Vec<String>,
}

/// The data of a transient `data-tool-status` part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolStatusData {
    /// The call that this is about.
    pub tool_call_id: String,
    /// The tool's name, the key of its friendly text.
    pub tool_name: String,
    /// How far the call is.
    pub state: ToolState,
    /// What the call is about, in words for people (a search's query).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub about: Option<String>,
}

/// The data of a transient `data-model-status` part: the model did not answer, and is asked again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModelStatusData {
    /// What is being done about it.
    pub state: ModelState,
    /// In how many seconds it is asked again.
    pub seconds: u32,
    /// A plain sentence, for clients that do not know the state.
    pub text: String,
}

/// Why a model is asked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ModelState {
    /// It has too much to do; it is asked again in a while.
    Busy,
    /// It cannot be reached; it is asked again in a while.
    Unavailable,
    /// It is being asked again.
    Asked,
}

/// How far a tool call is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ToolState {
    /// The tool runs.
    Running,
    /// It has answered.
    Done,
    /// It could not answer.
    Failed,
}

/// What students see of a call's arguments. Raw arguments are never shown to them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolDisplayInput {
    /// What the call is about (a search's query), or what an approval would do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub about: Option<String>,
    /// What the page needs to complete the call itself, in a form that the tool declares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    #[schema(nullable = false)]
    pub for_page: Option<serde_json::Value>,
}

impl ToolDisplayInput {
    /// A call that the server completes.
    pub const fn about(about: Option<String>) -> Self {
        Self { about, for_page: None }
    }
}

/// What students see of a call's output. Raw outputs are never shown to them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolDisplayOutput {
    /// How many things were found, where the tool finds things.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub found: Option<u32>,
    /// What the student answered, where the page completed the call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    #[schema(nullable = false)]
    pub answer: Option<serde_json::Value>,
}

/// Tokens that a turn used, as the provider counted them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Usage {
    /// Tokens of the requests.
    pub input_tokens: u32,
    /// Tokens of the replies.
    pub output_tokens: u32,
}

impl std::ops::AddAssign for Usage {
    fn add_assign(&mut self, more: Self) {
        self.input_tokens = self.input_tokens.saturating_add(more.input_tokens);
        self.output_tokens = self.output_tokens.saturating_add(more.output_tokens);
    }
}
