// Written by `make types` from services/protocol; do not edit.

import type { ChatbotId, ConversationId, TurnId } from './ids';
import type { ErrorCode } from './error-code';
import type { UiMessage } from './ui-message';
import type { LimitRefusal } from './limits';
import type { SettingsFault } from './manage';

/**
 * An error, as `application/problem+json`.
 */
export type Problem = { 
/**
 * The HTTP status.
 */
status: number, 
/**
 * The stable code.
 */
code: ErrorCode, 
/**
 * One sentence for people.
 */
title: string, 
/**
 * What exactly, where more is known.
 */
detail?: string, 
/**
 * Of `limit_reached`: which limit, and when it ends.
 */
limit?: LimitRefusal, 
/**
 * Of `invalid_settings`: everything that is wrong with them.
 */
faults?: Array<SettingsFault>, };

/**
 * A disclaimer and its version.
 */
export type Disclaimer = { 
/**
 * The text.
 */
text: string, 
/**
 * Raised when the text changes.
 */
version: number, };

/**
 * Whether answers cite and how strictly.
 */
export type CitationPolicy = "off" | "annotate" | "enforce";

/**
 * What a student's page needs to know of a chatbot.
 */
export type ChatbotSummary = { 
/**
 * Its id.
 */
id: ChatbotId, 
/**
 * Its name.
 */
name: string, 
/**
 * Whether a course page opens this one.
 */
isDefault: boolean, 
/**
 * What it says first.
 */
initialMessage: string | null, 
/**
 * What a student has to accept first.
 */
disclaimer: Disclaimer | null, 
/**
 * Questions to start with.
 */
suggestedMessages: Array<string>, 
/**
 * Whether answers cite and how strictly.
 */
citationPolicy: CitationPolicy, 
/**
 * The model that answers, in words for people.
 */
model: string, };

/**
 * Body of `POST /chatbots/{id}/conversations`.
 */
export type NewConversation = { 
/**
 * The disclaimer's version that the student has accepted.
 */
acceptedDisclaimerVersion?: number, };

/**
 * What a message may be.
 */
export type Limits = { 
/**
 * The longest message, in characters.
 */
messageCharacters: number, };

/**
 * A conversation with its newest messages.
 */
export type Conversation = { 
/**
 * Its id.
 */
id: ConversationId, 
/**
 * Its title; empty until the first question.
 */
title: string, 
/**
 * Its chatbot.
 */
chatbotId: ChatbotId, 
/**
 * When it was begun.
 */
createdAt: string, 
/**
 * The version of the disclaimer that the student accepted for it, where there was one.
 */
acceptedDisclaimerVersion: number | null, 
/**
 * Its newest messages, oldest first. An answer that is still being written is not among them.
 */
messages: Array<UiMessage>, 
/**
 * Whether there are messages before these: `?before=` the first one gives them.
 */
hasEarlier: boolean, 
/**
 * The turn that is still being answered.
 */
openTurnId: TurnId | null, 
/**
 * What a message may be.
 */
limits: Limits, };

/**
 * A conversation in a list.
 */
export type ConversationSummary = { 
/**
 * Its id.
 */
id: ConversationId, 
/**
 * Its title; empty until the first question.
 */
title: string, 
/**
 * Its chatbot.
 */
chatbotId: ChatbotId, 
/**
 * When it was begun.
 */
createdAt: string, 
/**
 * When somebody last said something.
 */
updatedAt: string, };

/**
 * One page of a list.
 */
export type ListPage<T> = { 
/**
 * The items.
 */
items: Array<T>, 
/**
 * Hand it back as `cursor` for the next page; null on the last.
 */
nextCursor: string | null, };

/**
 * Body of `PATCH /conversations/{id}`.
 */
export type RenameConversation = { 
/**
 * The new title, 1 to 200 characters.
 */
title: string, };
