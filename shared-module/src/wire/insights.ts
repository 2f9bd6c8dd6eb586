// Written by `make types` from services/protocol; do not edit.

import type { PageId, ChatbotId } from './ids';
import type { UiMessage } from './ui-message';
import type { CitationPolicy } from './api';
import type { VerdictCount } from './trial';

/**
 * Body of `GET /manage/courses/{courseId}/insights`. Staff and previews are not counted; what tells of fewer
 * than five students is absent.
 */
export type Insights = { 
/**
 * The first day, in the course's time zone.
 */
from: string, 
/**
 * The last day.
 */
to: string, 
/**
 * The course's time zone.
 */
timeZone: string, 
/**
 * The currency of what models cost, an ISO 4217 code; absent when nobody set prices: no cost is told then.
 */
currency: string | null, 
/**
 * The chatbots that the course has or had, to choose from.
 */
chatbots: Array<InsightChatbot>, 
/**
 * Students who asked something; absent when fewer than five.
 */
activeStudents: number | null, 
/**
 * Questions asked.
 */
questions: number, 
/**
 * Each day, gaps included.
 */
days: Array<InsightDay>, 
/**
 * Answers and how they stand by their citations.
 */
answers: AnswerShares, 
/**
 * All cited sentences by verdict.
 */
verdicts: Array<VerdictCount>, 
/**
 * Questions that the material did not answer, similar ones together, most frequent first.
 */
unanswered: Array<UnansweredQuestion>, 
/**
 * Pages by how often they were cited, most first; those that never were last, with 0.
 */
pages: Array<PageUse>, 
/**
 * What students think of answers.
 */
feedback: FeedbackSummary, 
/**
 * What the course's limit for the month is, and what was used of it.
 */
month: MonthUsage, };

/**
 * A chatbot to filter by.
 */
export type InsightChatbot = { 
/**
 * Its id.
 */
id: ChatbotId, 
/**
 * Its name.
 */
name: string, 
/**
 * Its policy now.
 */
citationPolicy: CitationPolicy, };

/**
 * A day.
 */
export type InsightDay = { 
/**
 * Which.
 */
day: string, 
/**
 * Questions asked.
 */
questions: number, 
/**
 * Students who asked; absent when between one and four.
 */
students: number | null, 
/**
 * Tokens that went to models.
 */
inputTokens: number, 
/**
 * Tokens that came from them.
 */
outputTokens: number, 
/**
 * What these tokens cost when they were used, in millionths of the currency; absent when some had no price, or
 * where the day tells of fewer than five.
 */
costMicros: number | null, };

/**
 * Answers by how they stand. Each answer is counted once, in the first that fits.
 */
export type AnswerShares = { 
/**
 * Every cited sentence was found on the page.
 */
supported: number, 
/**
 * Some were found, or only partly.
 */
partly: number, 
/**
 * Cited sentences, but none was found.
 */
unsupported: number, 
/**
 * Nothing was cited.
 */
uncited: number, 
/**
 * Stopped, failed or interrupted.
 */
unfinished: number, };

/**
 * Questions of similar wording that the material did not answer.
 */
export type UnansweredQuestion = { 
/**
 * One of them, names masked.
 */
question: string, 
/**
 * How often something like it was asked.
 */
count: number, 
/**
 * When last.
 */
lastAskedAt: string, };

/**
 * How often a page was cited.
 */
export type PageUse = { 
/**
 * The page.
 */
pageId: PageId, 
/**
 * Its title.
 */
title: string, 
/**
 * Its address.
 */
url: string, 
/**
 * How many sentences cite it.
 */
cited: number, };

/**
 * What students think of answers.
 */
export type FeedbackSummary = { 
/**
 * Thumbs up.
 */
up: number, 
/**
 * Thumbs down.
 */
down: number, 
/**
 * The newest with a reason or a comment.
 */
comments: Array<FeedbackComment>, };

/**
 * A piece of feedback without a person, names masked.
 */
export type FeedbackComment = { 
/**
 * Up or down.
 */
rating: Rating, 
/**
 * Why.
 */
reason: FeedbackReason | null, 
/**
 * In the student's words.
 */
comment: string | null, 
/**
 * What was asked.
 */
question: string, 
/**
 * When.
 */
at: string, };

/**
 * What a course used this month.
 */
export type MonthUsage = { 
/**
 * Tokens used.
 */
usedTokens: number, 
/**
 * The limit of the chatbot asked for, or the lowest of the course's; none when absent.
 */
limitTokens: number | null, 
/**
 * What the tokens cost when they were used, in millionths of the currency; absent when some had no price.
 */
usedCostMicros: number | null, };

/**
 * Whether an answer helped.
 */
export type Rating = "up" | "down";

/**
 * Why an answer did not help, or did.
 */
export type FeedbackReason = "wrong" | "wrong_source" | "off_topic" | "unclear" | "incomplete" | "other";

/**
 * Body of `PUT /messages/{id}/feedback`, and `metadata.feedback` of an answer.
 */
export type Feedback = { 
/**
 * Whether it helped.
 */
rating: Rating, 
/**
 * Why.
 */
reason?: FeedbackReason, 
/**
 * In the student's words, at most 2,000 characters.
 */
comment?: string, };

/**
 * A conversation in a teacher's list: no person, no title.
 */
export type AnonymousConversation = { 
/**
 * An id that only this list knows; it is not the conversation's own.
 */
id: string, 
/**
 * Its chatbot's name.
 */
chatbot: string, 
/**
 * The first question, shortened, names masked.
 */
opening: string, 
/**
 * The day it was begun, in the course's time zone.
 */
day: string, 
/**
 * How many questions it has.
 */
questions: number, };

/**
 * A conversation as a teacher may read it: names masked, no person, no times.
 */
export type AnonymousMessages = { 
/**
 * Its messages, oldest first.
 */
messages: Array<UiMessage>, };
