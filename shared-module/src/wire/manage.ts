// Written by `make types` from services/protocol; do not edit.

import type { CourseId, ChatbotId } from './ids';
import type { ToolChoice } from './tool-choice';
import type { InvalidCalls } from './resolution';
import type { CitationPolicy } from './api';

/**
 * Under which heading a teacher finds a tool.
 */
export type ToolGroup = "material" | "progress" | "structure";

/**
 * A tool that a chatbot may be given.
 */
export type ManagedTool = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its name for people, in English; pages may know better words.
 */
label: string, 
/**
 * What the model is told of it.
 */
description: string, 
/**
 * Under which heading it stands.
 */
category: ToolGroup, 
/**
 * Whether only an administrator may switch it on.
 */
adminOnly: boolean, 
/**
 * Whether it changes nothing.
 */
readOnly: boolean, 
/**
 * JSON Schema of its arguments.
 */
argumentSchema: unknown, };

/**
 * A model that a chatbot may be given.
 */
export type ManagedModel = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its name for people.
 */
label: string, 
/**
 * Whether a chatbot that names none gets it.
 */
isDefault: boolean, 
/**
 * Whether it can call tools.
 */
tools: boolean, 
/**
 * Whether it has a sampling temperature.
 */
temperature: boolean, 
/**
 * How many tokens a request may have.
 */
contextTokens: number, };

/**
 * How a chatbot teaches.
 */
export type TeachingStyle = "direct" | "hints_first" | "no_solutions";

/**
 * Everything that a teacher sets of a chatbot.
 */
export type ChatbotSettings = { 
/**
 * Its name, 1 to 200 characters.
 */
name: string, 
/**
 * Whether students may use it.
 */
enabled: boolean, 
/**
 * What the model is told about its role; may hold variables like `{course}`.
 */
prompt: string, 
/**
 * What it says first.
 */
initialMessage: string | null, 
/**
 * Questions to start with, each once, 1 to 200 characters.
 */
suggestedMessages: Array<string>, 
/**
 * What a student has to accept first. A changed text is a new version of it.
 */
disclaimer: string | null, 
/**
 * The model's id; the deployment's default when absent.
 */
model: string | null, 
/**
 * Sampling temperature, 0 to 2, where the model has one.
 */
temperature: number | null, 
/**
 * The names of the tools that it may use.
 */
allowedTools: Array<string>, 
/**
 * How tools are chosen in the first round.
 */
toolChoice: ToolChoice, 
/**
 * Whether a message may bring its own tool choice.
 */
studentToolChoice: boolean, 
/**
 * What happens to calls of tools that are not granted.
 */
invalidCalls: InvalidCalls, 
/**
 * Whether answers cite and how strictly.
 */
citationPolicy: CitationPolicy, 
/**
 * How it teaches.
 */
style: TeachingStyle, 
/**
 * Whether each answer is followed by questions that the student could ask next.
 */
nextQuestions: boolean, 
/**
 * A regular expression that a finished answer must match.
 */
answerPattern: string | null, 
/**
 * The languages that it answers in, BCP 47 tags; in that of the question when empty.
 */
languages: Array<string>, 
/**
 * From when students may use it.
 */
opensAt: string | null, 
/**
 * Until when.
 */
closesAt: string | null, 
/**
 * After how many days without a message a conversation is deleted; never when absent.
 */
retentionDays: number | null, 
/**
 * What it may cost.
 */
limits: ChatbotLimits, };

/**
 * What a chatbot may cost.
 */
export type ChatbotLimits = { 
/**
 * The longest message, in characters.
 */
messageCharacters: number, 
/**
 * Requests to the model per turn, the last one included.
 */
requestsPerTurn: number, 
/**
 * Seconds per turn.
 */
turnSeconds: number, 
/**
 * Tokens per reply.
 */
outputTokens: number, 
/**
 * Messages of a student per minute; any number when absent.
 */
messagesPerMinute: number | null, 
/**
 * Tokens of a student per day of the course's time zone.
 */
studentTokensPerDay: number | null, 
/**
 * Tokens of the course per month of its time zone.
 */
courseTokensPerMonth: number | null, };

/**
 * A chatbot as its teachers see it. Its version is also the response's `ETag`, which a change names in `If-Match`.
 */
export type ManagedChatbot = { 
/**
 * Its id.
 */
id: ChatbotId, 
/**
 * Its course.
 */
courseId: CourseId, 
/**
 * Whether a course page opens this one.
 */
isDefault: boolean, 
/**
 * The version in force.
 */
version: number, 
/**
 * The settings in force.
 */
settings: ChatbotSettings, 
/**
 * When they were saved.
 */
updatedAt: string, 
/**
 * Who saved them; absent when the system did.
 */
updatedBy: string | null, 
/**
 * What it was used today, of the course's time zone.
 */
today: UsageToday, };

/**
 * What a chatbot was used today and this month. What tells of fewer than five students is absent, as in insights.
 */
export type UsageToday = { 
/**
 * Students who asked something today; absent when they are some, but fewer than five.
 */
students: number | null, 
/**
 * Messages of students today; absent when their number is.
 */
messages: number | null, 
/**
 * The most tokens that one student used today; absent when the number of students is.
 */
mostStudentTokens: number | null, 
/**
 * Tokens of the whole course this month.
 */
courseTokensThisMonth: number, };

/**
 * Something that a setting may not be.
 */
export type SettingsFault = { 
/**
 * The setting, as its field is named; parts with dots: `limits.turnSeconds`, `suggestedMessages.2`.
 */
field: string, 
/**
 * What is wrong with it.
 */
code: SettingsFaultCode, 
/**
 * The bound that is passed, where there is one.
 */
limit?: number, 
/**
 * One sentence for people.
 */
message: string, };

/**
 * What is wrong with a setting.
 */
export type SettingsFaultCode = "missing" | "too_long" | "too_many" | "too_small" | "too_large" | "not_storable" | "unknown" | "admin_only" | "twice" | "not_a_pattern" | "unknown_variable" | "wrong_order" | "conflicts";

/**
 * A version in the diary of a chatbot.
 */
export type ChatbotVersion = { 
/**
 * Its number, from 1.
 */
version: number, 
/**
 * Who saved it; absent when the system did.
 */
author: string | null, 
/**
 * When.
 */
createdAt: string, 
/**
 * What differs from the version before.
 */
changes: Array<SettingChange>, 
/**
 * The settings, whole.
 */
settings: ChatbotSettings, };

/**
 * A setting that differs between two versions.
 */
export type SettingChange = { 
/**
 * The setting, as its field is named; parts with dots: `limits.turnSeconds`.
 */
field: string, 
/**
 * What it was.
 */
before: unknown, 
/**
 * What it is.
 */
after: unknown, };
