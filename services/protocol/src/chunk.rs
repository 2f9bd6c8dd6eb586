//! The chunks of the AI SDK's UI message stream, version 1: only those, and only the fields, that every
//! client major (5, 6 and 7) accepts.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::data_part::{
    CitationData, ModelStatusData, NoticeData, SuggestionsData, ToolDisplayInput, ToolDisplayOutput,
    ToolStatusData,
};
use crate::ids::CitationId;
use crate::limits::LimitsData;
use crate::ui_message::MessageMetadata;

/// One event of the stream: one `data:` line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum UiMessageChunk {
    /// The message begins.
    #[schema(rename_all = "camelCase")]
    Start {
        /// The assistant message's id; always the server's.
        message_id: String,
        /// Facts known at the start.
        message_metadata: MessageMetadata,
    },
    /// A model round begins.
    StartStep,
    /// A model round ends.
    FinishStep,
    /// A text part begins.
    #[schema(rename_all = "camelCase")]
    TextStart {
        /// The part's id, unique in the message.
        id: String,
    },
    /// More text.
    #[schema(rename_all = "camelCase")]
    TextDelta {
        /// The part's id.
        id: String,
        /// What is added.
        delta: String,
    },
    /// A text part ends.
    #[schema(rename_all = "camelCase")]
    TextEnd {
        /// The part's id.
        id: String,
    },
    /// A tool is called.
    #[schema(rename_all = "camelCase")]
    ToolInputAvailable {
        /// The call's id.
        tool_call_id: String,
        /// The tool's name.
        tool_name: String,
        /// What students see of the arguments.
        input: ToolDisplayInput,
        /// Whether the tool is described by data, so that no page was compiled for it.
        #[serde(default, skip_serializing_if = "is_false")]
        #[ts(as = "Option<bool>", optional)]
        dynamic: bool,
    },
    /// A person has to approve a call before it runs. Clients before version 6 know no such chunk.
    #[schema(rename_all = "camelCase")]
    ToolApprovalRequest {
        /// The approval's id, which the answer names.
        approval_id: String,
        /// The call's id.
        tool_call_id: String,
    },
    /// The person did not approve.
    #[schema(rename_all = "camelCase")]
    ToolOutputDenied {
        /// The call's id.
        tool_call_id: String,
    },
    /// A tool has answered.
    #[schema(rename_all = "camelCase")]
    ToolOutputAvailable {
        /// The call's id.
        tool_call_id: String,
        /// What students see of the output.
        output: ToolDisplayOutput,
    },
    /// A tool could not answer.
    #[schema(rename_all = "camelCase")]
    ToolOutputError {
        /// The call's id.
        tool_call_id: String,
        /// A sentence for people.
        error_text: String,
    },
    /// A source is cited for the first time.
    #[schema(rename_all = "camelCase")]
    SourceUrl {
        /// The citation's id.
        source_id: CitationId,
        /// Link to the passage.
        url: String,
        /// Title of the page.
        title: String,
    },
    /// A citation, sent again under the same id when more is known.
    #[schema(rename_all = "camelCase")]
    DataCitation {
        /// The citation's id.
        id: CitationId,
        /// What is known of it.
        data: CitationData,
    },
    /// Something the student should know.
    #[schema(rename_all = "camelCase")]
    DataNotice {
        /// Unique in the message.
        id: String,
        /// What it is.
        data: NoticeData,
    },
    /// What the student could ask next.
    #[schema(rename_all = "camelCase")]
    DataSuggestions {
        /// Unique in the message.
        id: String,
        /// The questions.
        data: SuggestionsData,
    },
    /// How far a tool is; not kept.
    #[schema(rename_all = "camelCase")]
    DataToolStatus {
        /// What it is.
        data: ToolStatusData,
        /// Always true: the client does not keep it.
        transient: bool,
    },
    /// The model is asked again; not kept.
    #[schema(rename_all = "camelCase")]
    DataModelStatus {
        /// Why and when.
        data: ModelStatusData,
        /// Always true: the client does not keep it.
        transient: bool,
    },
    /// What is left of the limits; not kept.
    #[schema(rename_all = "camelCase")]
    DataLimits {
        /// What is left.
        data: LimitsData,
        /// Always true: the client does not keep it.
        transient: bool,
    },
    /// More facts about the message.
    #[schema(rename_all = "camelCase")]
    MessageMetadata {
        /// Merged into what the client has.
        message_metadata: MessageMetadata,
    },
    /// The message is complete.
    #[schema(rename_all = "camelCase")]
    Finish {
        /// Why the model stopped, in the AI SDK's words.
        finish_reason: FinishReason,
        /// Facts known at the end.
        message_metadata: MessageMetadata,
    },
    /// The student stopped the answer.
    Abort,
    /// The turn failed; the last chunk.
    #[schema(rename_all = "camelCase")]
    Error {
        /// A sentence for people.
        error_text: String,
    },
}

/// Why a message ended, in the AI SDK's spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FinishReason {
    /// The model was done.
    Stop,
    /// The length limit was reached.
    Length,
    /// The provider's filter cut the answer.
    ContentFilter,
    /// The student has to answer a call.
    ToolCalls,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}
