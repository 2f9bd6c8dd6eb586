// Written by `make types` from services/protocol; do not edit.

import type { MessageId, TurnId, CitationId } from './ids';
import type { ErrorCode } from './error-code';
import type { CitationData, NoticeData, SuggestionsData, ToolState, ModelStatusData, ToolDisplayInput, ToolDisplayOutput, Usage } from './data-part';
import type { AnswerState } from './ui-message';
import type { LimitsData } from './limits';

/**
 * One thing that happened in a turn.
 */
export type TurnEvent = { "event": "started", 
/**
 * The turn.
 */
turnId: TurnId, 
/**
 * The assistant message that the turn writes.
 */
messageId: MessageId, 
/**
 * When.
 */
createdAt: string, 
/**
 * The model, in words for people.
 */
model: string, } | { "event": "step_started" } | { "event": "step_ended" } | { "event": "text_started", 
/**
 * Unique in the message.
 */
id: string, } | { "event": "text_added", 
/**
 * The text part.
 */
id: string, 
/**
 * What was added, without markers.
 */
delta: string, } | { "event": "text_ended", 
/**
 * The text part.
 */
id: string, } | { "event": "tool_called", 
/**
 * Unique in the message.
 */
callId: string, 
/**
 * The tool.
 */
toolName: string, 
/**
 * What students see of the arguments.
 */
input: ToolDisplayInput, 
/**
 * Whether the tool is described by data.
 */
dynamic: boolean, } | { "event": "approval_asked", 
/**
 * The call.
 */
callId: string, 
/**
 * What the answer names.
 */
approvalId: string, } | { "event": "tool_denied", 
/**
 * The call.
 */
callId: string, } | { "event": "tool_progressed", 
/**
 * The call.
 */
callId: string, 
/**
 * The tool.
 */
toolName: string, 
/**
 * How far it is.
 */
state: ToolState, 
/**
 * What it is about.
 */
about: string | null, } | { "event": "tool_answered", 
/**
 * The call.
 */
callId: string, 
/**
 * What students see of the output.
 */
output: ToolDisplayOutput, } | { "event": "tool_failed", 
/**
 * The call.
 */
callId: string, 
/**
 * A sentence for people.
 */
text: string, } | { "event": "cited", 
/**
 * The citation.
 */
citationId: CitationId, 
/**
 * Whether this passage is cited for the first time in this message.
 */
first: boolean, 
/**
 * What is known of it.
 */
citation: CitationData, } | { "event": "noticed", 
/**
 * Unique in the message.
 */
id: string, 
/**
 * What.
 */
notice: NoticeData, } | { "event": "suggested", 
/**
 * Unique in the message.
 */
id: string, 
/**
 * The questions.
 */
suggestions: SuggestionsData, } | { "event": "model_awaited", 
/**
 * Why and when.
 */
status: ModelStatusData, } | { "event": "limits_told", 
/**
 * What is left.
 */
limits: LimitsData, } | { "event": "student_awaited", 
/**
 * Tokens used so far.
 */
usage: Usage, } | { "event": "ended", 
/**
 * How.
 */
end: AnswerState, 
/**
 * Why it failed.
 */
errorCode: ErrorCode | null, 
/**
 * When.
 */
finishedAt: string, 
/**
 * Tokens used.
 */
usage: Usage, 
/**
 * Whether the answer was cut by the model's length limit.
 */
cut: boolean, 
/**
 * Whether the filter of the model's provider stopped it.
 */
filtered: boolean, };
