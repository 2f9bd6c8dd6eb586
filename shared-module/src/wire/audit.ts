// Written by `make types` from services/protocol; do not edit.

import type { UserId, CourseId, PageId, ChatbotId, ConversationId, TurnId } from './ids';
import type { Span, Verdict } from './data-part';
import type { UiMessage } from './ui-message';
import type { CitationPolicy } from './api';
import type { CallTrace } from './trace';

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
 * A chatbot to filter by; courses often call theirs the same.
 */
export type NamedChatbot = { 
/**
 * Its id.
 */
id: ChatbotId, 
/**
 * Its name.
 */
name: string, 
/**
 * Its course.
 */
courseId: CourseId, };

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
chatbots: Array<NamedChatbot>, 
/**
 * The tools that cite.
 */
tools: Array<string>, 
/**
 * The models that answered in these courses.
 */
models: Array<string>, };

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
 * How the citations of a week fall.
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
 * How many sentences have which verdict.
 */
counts: VerdictCounts, };

/**
 * How many sentences have which verdict.
 */
export type VerdictCounts = { 
/**
 * Supported.
 */
supported: number, 
/**
 * Supported in part.
 */
partly: number, 
/**
 * Not supported.
 */
unsupported: number, 
/**
 * Misquoted.
 */
misquoted: number, 
/**
 * Of markers that name no source.
 */
unresolved: number, 
/**
 * Of pages that were no longer open.
 */
hidden: number, 
/**
 * That could not be checked.
 */
unchecked: number, };

/**
 * Body of `POST /audit/citations/recheck`.
 */
export type NewRecheck = { 
/**
 * Of this course alone; of all that the admin audits when absent.
 */
courseId?: CourseId, };

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
