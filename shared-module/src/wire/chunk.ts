// Written by `make types` from services/protocol; do not edit.

import type { CitationId } from './ids';
import type { CitationData, NoticeData, SuggestionsData, ToolStatusData, ModelStatusData, ToolDisplayInput, ToolDisplayOutput } from './data-part';
import type { MessageMetadata } from './ui-message';
import type { LimitsData } from './limits';

/**
 * Why a message ended, in the AI SDK's spelling.
 */
export type FinishReason = "stop" | "length" | "content-filter" | "tool-calls";

/**
 * One event of the stream: one `data:` line.
 */
export type UiMessageChunk = { "type": "start", 
/**
 * The assistant message's id; always the server's.
 */
messageId: string, 
/**
 * Facts known at the start.
 */
messageMetadata: MessageMetadata, } | { "type": "start-step" } | { "type": "finish-step" } | { "type": "text-start", 
/**
 * The part's id, unique in the message.
 */
id: string, } | { "type": "text-delta", 
/**
 * The part's id.
 */
id: string, 
/**
 * What is added.
 */
delta: string, } | { "type": "text-end", 
/**
 * The part's id.
 */
id: string, } | { "type": "tool-input-available", 
/**
 * The call's id.
 */
toolCallId: string, 
/**
 * The tool's name.
 */
toolName: string, 
/**
 * What students see of the arguments.
 */
input: ToolDisplayInput, 
/**
 * Whether the tool is described by data, so that no page was compiled for it.
 */
dynamic?: boolean, } | { "type": "tool-approval-request", 
/**
 * The approval's id, which the answer names.
 */
approvalId: string, 
/**
 * The call's id.
 */
toolCallId: string, } | { "type": "tool-output-denied", 
/**
 * The call's id.
 */
toolCallId: string, } | { "type": "tool-output-available", 
/**
 * The call's id.
 */
toolCallId: string, 
/**
 * What students see of the output.
 */
output: ToolDisplayOutput, } | { "type": "tool-output-error", 
/**
 * The call's id.
 */
toolCallId: string, 
/**
 * A sentence for people.
 */
errorText: string, } | { "type": "source-url", 
/**
 * The citation's id.
 */
sourceId: CitationId, 
/**
 * Link to the passage.
 */
url: string, 
/**
 * Title of the page.
 */
title: string, } | { "type": "data-citation", 
/**
 * The citation's id.
 */
id: CitationId, 
/**
 * What is known of it.
 */
data: CitationData, } | { "type": "data-notice", 
/**
 * Unique in the message.
 */
id: string, 
/**
 * What it is.
 */
data: NoticeData, } | { "type": "data-suggestions", 
/**
 * Unique in the message.
 */
id: string, 
/**
 * The questions.
 */
data: SuggestionsData, } | { "type": "data-tool-status", 
/**
 * What it is.
 */
data: ToolStatusData, 
/**
 * Always true: the client does not keep it.
 */
transient: boolean, } | { "type": "data-model-status", 
/**
 * Why and when.
 */
data: ModelStatusData, 
/**
 * Always true: the client does not keep it.
 */
transient: boolean, } | { "type": "data-limits", 
/**
 * What is left.
 */
data: LimitsData, 
/**
 * Always true: the client does not keep it.
 */
transient: boolean, } | { "type": "message-metadata", 
/**
 * Merged into what the client has.
 */
messageMetadata: MessageMetadata, } | { "type": "finish", 
/**
 * Why the model stopped, in the AI SDK's words.
 */
finishReason: FinishReason, 
/**
 * Facts known at the end.
 */
messageMetadata: MessageMetadata, } | { "type": "abort" } | { "type": "error", 
/**
 * A sentence for people.
 */
errorText: string, };
