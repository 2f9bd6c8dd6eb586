// Written by `make types` from services/protocol; do not edit.

import type { ConversationId } from './ids';
import type { Verdict } from './data-part';
import type { AnswerState } from './ui-message';
import type { ChatbotSettings } from './manage';

/**
 * As whom a teacher tries a chatbot.
 */
export type ViewAs = "student" | "me";

/**
 * Body of `POST /manage/chatbots/{id}/preview`.
 */
export type NewPreview = { 
/**
 * The settings to try, saved or not.
 */
settings: ChatbotSettings, 
/**
 * As whom.
 */
viewAs: ViewAs, };

/**
 * A conversation to try a chatbot in; messages go to `POST /chat` as in any other.
 */
export type Preview = { 
/**
 * The conversation.
 */
conversationId: ConversationId, 
/**
 * As whom.
 */
viewAs: ViewAs, };

/**
 * A question by which a teacher tests a chatbot.
 */
export type TestQuestion = { 
/**
 * Its id.
 */
id: string, 
/**
 * What is asked.
 */
question: string, 
/**
 * When it was saved.
 */
createdAt: string, };

/**
 * Body of `POST /manage/chatbots/{id}/tests`.
 */
export type NewTestQuestion = { 
/**
 * What is asked, 1 to 8,000 characters.
 */
question: string, };

/**
 * Body of `POST /manage/chatbots/{id}/tests/run`.
 */
export type RunTests = { 
/**
 * The settings to try; those in force when absent.
 */
settings?: ChatbotSettings, };

/**
 * All test questions asked in one go.
 */
export type TestRun = { 
/**
 * Its id; also that of its job.
 */
id: string, 
/**
 * When it began.
 */
startedAt: string, 
/**
 * When it ended.
 */
endedAt: string | null, 
/**
 * The version in force when it ran.
 */
version: number, 
/**
 * Whether it ran with settings that were not saved.
 */
unsaved: boolean, 
/**
 * What came of each question, in the order in which they were asked.
 */
results: Array<TestResult>, };

/**
 * What came of a test question.
 */
export type TestResult = { 
/**
 * The question's id.
 */
testId: string, 
/**
 * What was asked.
 */
question: string, 
/**
 * The answer's text.
 */
answer: string, 
/**
 * How it ended.
 */
state: AnswerState, 
/**
 * How many of its cited sentences got which verdict.
 */
verdicts: Array<VerdictCount>, 
/**
 * The tools that ran, each once.
 */
tools: Array<string>, 
/**
 * How long it took, in milliseconds.
 */
milliseconds: number, 
/**
 * Tokens in and out.
 */
tokens: number, };

/**
 * How many got this verdict.
 */
export type VerdictCount = { 
/**
 * The verdict.
 */
verdict: Verdict, 
/**
 * How many.
 */
count: number, };

/**
 * Long work that goes on by itself.
 */
export type Job = { 
/**
 * Its id.
 */
id: string, 
/**
 * What it does.
 */
kind: JobKind, 
/**
 * How it stands.
 */
state: JobState, 
/**
 * How much is done.
 */
done: number, 
/**
 * Of how much.
 */
total: number, };

/**
 * What long work does.
 */
export type JobKind = "test_run" | "recheck";

/**
 * How long work stands.
 */
export type JobState = "running" | "done" | "failed";
