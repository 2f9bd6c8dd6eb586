// Written by `make types` from services/protocol; do not edit.

import type { UserId, CourseId, PageId, ChatbotId, ConversationId, TurnId, CallId, CitationId } from './ids';
import type { ErrorCode } from './error-code';
import type { Span, Verdict } from './data-part';
import type { UiMessage } from './ui-message';
import type { CitationPolicy } from './api';

/**
 * What became of a cited text since.
 */
export type Freshness = "fresh" | "moved" | "changed" | "gone";

/**
 * A person in an audit; absent where their data was erased.
 */
export type Person = { 
/**
 * Their id.
 */
id: UserId, 
/**
 * Their name.
 */
name: string, };

/**
 * A course, chatbot or the like to filter by.
 */
export type Named = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its name.
 */
name: string, };

/**
 * Body of `GET /audit/filters`: what the admin can filter by.
 */
export type AuditFilters = { 
/**
 * The courses that they audit.
 */
courses: Array<Named>, 
/**
 * Their teachers.
 */
teachers: Array<Named>, 
/**
 * Their chatbots.
 */
chatbots: Array<Named>, 
/**
 * The tools that cite.
 */
tools: Array<string>, };

/**
 * A row of the citations list: a sentence and the passage that it cites, or a passage that was found and not cited.
 */
export type AuditedCitation = { 
/**
 * Its id.
 */
id: string, 
/**
 * The turn.
 */
turnId: TurnId, 
/**
 * The course.
 */
courseId: CourseId, 
/**
 * Its title.
 */
course: string, 
/**
 * The chatbot.
 */
chatbotId: ChatbotId, 
/**
 * Its name.
 */
chatbot: string, 
/**
 * The model's id.
 */
model: string, 
/**
 * The tool that brought the passage; absent for a marker that names no source.
 */
tool: string | null, 
/**
 * The page; absent for a marker that names no source.
 */
pageId: PageId | null, 
/**
 * Its title then.
 */
page: string | null, 
/**
 * The sentence; absent when the passage was not cited, or erased.
 */
sentence: string | null, 
/**
 * Its first quotation.
 */
quote: string | null, 
/**
 * What was found; absent when the passage was not cited.
 */
verdict: Verdict | null, 
/**
 * How likely the passage holds the whole sentence, 0 to 1.
 */
score: number | null, 
/**
 * What became of the cited text.
 */
freshness: Freshness | null, 
/**
 * Whether the answer used it.
 */
cited: boolean, 
/**
 * When it was answered.
 */
at: string, 
/**
 * Whether and how it was reviewed.
 */
review: Review | null, 
/**
 * Whether the person's data was erased.
 */
erased: boolean, };

/**
 * Who looked at a citation and what they noted.
 */
export type Review = { 
/**
 * Who.
 */
by: Person | null, 
/**
 * When.
 */
at: string, 
/**
 * What they noted.
 */
note: string, };

/**
 * Body of `PUT /audit/citations/{id}/review`.
 */
export type NewReview = { 
/**
 * Whether it is reviewed; no again takes a review back.
 */
reviewed: boolean, 
/**
 * A note, at most 2,000 characters.
 */
note: string, };

/**
 * How many citations a filter finds: whole numbers up to a bound, beyond it `at_least`.
 */
export type CitationCount = { 
/**
 * How many.
 */
count: number, 
/**
 * Whether there are more.
 */
atLeast: boolean, };

/**
 * One citation with everything about it.
 */
export type CitationDetail = { 
/**
 * The row in the list.
 */
row: AuditedCitation, 
/**
 * Who asked; absent when erased.
 */
student: Person | null, 
/**
 * The conversation; absent when erased.
 */
conversationId: ConversationId | null, 
/**
 * What was asked; absent when erased.
 */
question: string | null, 
/**
 * The answer; absent when erased.
 */
answer: UiMessage | null, 
/**
 * The sentence in it, with what is missing, quoted and shared.
 */
span: Span | null, 
/**
 * The passage then.
 */
then: PassageThen | null, 
/**
 * The page now; absent when it is deleted.
 */
now: PassageNow | null, 
/**
 * The call that brought it.
 */
call: CallTrace | null, 
/**
 * The configuration's version that was in force.
 */
version: number, 
/**
 * Its citation policy.
 */
citationPolicy: CitationPolicy, };

/**
 * A passage as it was when it was cited.
 */
export type PassageThen = { 
/**
 * The page's title.
 */
title: string, 
/**
 * The chapter's.
 */
chapter: string | null, 
/**
 * The heading above it.
 */
section: string | null, 
/**
 * Its text, whole.
 */
text: string, 
/**
 * The stretch of it that says most of the sentence.
 */
citedText: string | null, 
/**
 * The page's revision.
 */
revision: number, };

/**
 * What stands there now.
 */
export type PassageNow = { 
/**
 * The page; another one when the text has moved.
 */
pageId: PageId, 
/**
 * Its title.
 */
title: string, 
/**
 * Link to it.
 */
url: string, 
/**
 * The text that is now nearest to the passage; absent when nothing like it is there.
 */
text: string | null, 
/**
 * The page's revision.
 */
revision: number, 
/**
 * Whether students may read the page.
 */
open: boolean, };

/**
 * A share of the citations of a time.
 */
export type CitationRate = { 
/**
 * The first day of the week.
 */
week: string, 
/**
 * Which course, chatbot or model.
 */
key: string, 
/**
 * Its name.
 */
name: string, 
/**
 * The verdict.
 */
verdict: Verdict, 
/**
 * How many.
 */
count: number, };

/**
 * Body of `POST /audit/citations/recheck`.
 */
export type NewRecheck = { 
/**
 * Of this course alone; of all that the admin audits when absent.
 */
courseId?: CourseId, };

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

/**
 * A row of `GET /audit/log`: who looked at or changed what.
 */
export type AccessEntry = { 
/**
 * Its id.
 */
id: string, 
/**
 * Who; absent for the system.
 */
actor: Person | null, 
/**
 * What they did, in a stable word.
 */
action: string, 
/**
 * To what kind of thing.
 */
subjectKind: string, 
/**
 * To which.
 */
subjectId: string | null, 
/**
 * In which course.
 */
course: Named | null, 
/**
 * More about it.
 */
detail: unknown, 
/**
 * When.
 */
at: string, };
