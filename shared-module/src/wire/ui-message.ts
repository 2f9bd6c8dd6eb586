// Written by `make types` from services/protocol; do not edit.

import type { PageId, TurnId } from './ids';
import type { ErrorCode } from './error-code';
import type { Usage } from './data-part';
import type { Feedback } from './insights';

/**
 * Who speaks.
 */
export type Role = "user" | "assistant";

/**
 * How an answer stands.
 */
export type AnswerState = "running" | "waiting" | "finished" | "stopped" | "failed" | "interrupted";

/**
 * What is known of a message besides its parts. Of an answer a chunk may carry a part of it; the client merges.
 */
export type MessageMetadata = { 
/**
 * The turn that wrote the answer.
 */
turnId?: TurnId, 
/**
 * When the turn was accepted.
 */
createdAt?: string, 
/**
 * When it ended.
 */
finishedAt?: string, 
/**
 * The model that answers, in words for people.
 */
model?: string, 
/**
 * Tokens used.
 */
usage?: Usage, 
/**
 * How the answer stands.
 */
state?: AnswerState, 
/**
 * Why it failed.
 */
errorCode?: ErrorCode, 
/**
 * Of a question: the page with the text that it was asked about.
 */
pageId?: PageId, 
/**
 * Of a question: the text that the student had selected there.
 */
selection?: string, 
/**
 * Of an answer: what its student thinks of it. Never stored with the message.
 */
feedback?: Feedback, };

/**
 * A message with its parts, in the shape of the AI SDK's `UIMessage`.
 */
export type UiMessage = { 
/**
 * The client's own id of a user message, ours of an assistant message.
 */
id: string, 
/**
 * Who speaks.
 */
role: Role, 
/**
 * Facts about the answer, or what a question was asked about.
 */
metadata?: MessageMetadata, 
/**
 * What the message consists of, in order.
 */
parts: Array<{ type: string } & Record<string, unknown>>, };
