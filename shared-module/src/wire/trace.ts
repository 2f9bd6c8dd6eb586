// Written by `make types` from services/protocol; do not edit.

import type { TurnId, CallId, CitationId } from './ids';
import type { ErrorCode } from './error-code';
import type { UiMessage } from './ui-message';
import type { Person } from './audit';

/**
 * A requirement of a call and whether it held.
 */
export type RequirementTrace = { 
/**
 * What was required, in words.
 */
requirement: string, 
/**
 * Whether it held.
 */
met: boolean, };

/**
 * A call as it is on record.
 */
export type CallTrace = { 
/**
 * Its id.
 */
id: CallId, 
/**
 * Which reply of the round it stood in, from 1.
 */
attempt: number, 
/**
 * The name that the model wrote.
 */
name: string, 
/**
 * The arguments that the model wrote, byte for byte; absent when erased.
 */
arguments: string | null, 
/**
 * The name that was judged and ran.
 */
effectiveName: string, 
/**
 * The arguments that were authorised and ran, byte for byte; absent when erased.
 */
effectiveArguments: string | null, 
/**
 * What was decided: accept, answer, edit, skip, splice, retry, discard, fail.
 */
disposition: string, 
/**
 * Who is told of a refusal: model or log_only.
 */
audience: string | null, 
/**
 * The refusal.
 */
reject: unknown, 
/**
 * Why a gate said no.
 */
logReason: string | null, 
/**
 * What was required when it was judged.
 */
requirements: Array<RequirementTrace>, 
/**
 * … and once more right before it ran.
 */
requirementsAtRun: Array<RequirementTrace> | null, 
/**
 * The configuration's version that it was judged by.
 */
version: number, 
/**
 * How it stands: pending, running, waiting, done, failed, denied and so on.
 */
status: string, 
/**
 * What the model was given; absent when erased, or to teachers.
 */
output: string | null, 
/**
 * When it began to run.
 */
startedAt: string | null, 
/**
 * When it ended.
 */
endedAt: string | null, };

/**
 * A row of `GET /audit/tool-calls`.
 */
export type AuditedCall = { 
/**
 * The call.
 */
call: CallTrace, 
/**
 * The turn.
 */
turnId: TurnId, 
/**
 * The course's title.
 */
course: string, 
/**
 * The chatbot's name.
 */
chatbot: string, 
/**
 * When it was asked.
 */
at: string, };

/**
 * Everything about a turn, round by round.
 */
export type TurnTrace = { 
/**
 * Its id.
 */
id: TurnId, 
/**
 * The course's title.
 */
course: string, 
/**
 * The chatbot's name.
 */
chatbot: string, 
/**
 * The configuration's version in force when it was accepted.
 */
version: number, 
/**
 * The model's id.
 */
model: string, 
/**
 * Who asked; absent when erased, or to teachers.
 */
student: Person | null, 
/**
 * What was asked; absent when erased.
 */
question: string | null, 
/**
 * The answer; absent when erased.
 */
answer: UiMessage | null, 
/**
 * The turn's state, in the database's word.
 */
state: string, 
/**
 * Why it failed.
 */
errorCode: ErrorCode | null, 
/**
 * When it was accepted.
 */
startedAt: string, 
/**
 * When it ended.
 */
endedAt: string | null, 
/**
 * Requests to the model.
 */
requests: number, 
/**
 * Tokens that went to it.
 */
inputTokens: number, 
/**
 * Tokens that came from it.
 */
outputTokens: number, 
/**
 * Its rounds, in order.
 */
rounds: Array<RoundTrace>, 
/**
 * The passages that its calls brought, by source number.
 */
passages: Array<PassageTrace>, };

/**
 * A round of a turn.
 */
export type RoundTrace = { 
/**
 * Which, from 1.
 */
number: number, 
/**
 * How often the model was asked.
 */
attempts: number, 
/**
 * What was decided about the reply.
 */
disposition: string | null, 
/**
 * The tools that were offered.
 */
offered: Array<string>, 
/**
 * The reply's text, markers included; absent when erased.
 */
text: string | null, 
/**
 * Its calls, refused ones too.
 */
calls: Array<CallTrace>, 
/**
 * What the check of the finished answer found wrong.
 */
rejects: Array<unknown>, 
/**
 * Tokens that went to the model.
 */
inputTokens: number, 
/**
 * Tokens that came from it.
 */
outputTokens: number, };

/**
 * A passage that a call brought.
 */
export type PassageTrace = { 
/**
 * Its id.
 */
id: CitationId, 
/**
 * The call.
 */
callId: CallId, 
/**
 * The number that the model was told.
 */
number: number, 
/**
 * The number that the student saw, when it was cited.
 */
shownNumber: number | null, 
/**
 * The page's title.
 */
title: string, 
/**
 * The heading above it.
 */
section: string | null, 
/**
 * Link to it.
 */
url: string, 
/**
 * Its text.
 */
text: string, };
