// Written by `make types` from services/protocol; do not edit.

/**
 * A person, as the host knows them (`lms.users`).
 */
export type UserId = string;

/**
 * An organisation of the host (`lms.organizations`).
 */
export type OrganizationId = string;

/**
 * A course (`lms.courses`).
 */
export type CourseId = string;

/**
 * A chapter (`lms.chapters`).
 */
export type ChapterId = string;

/**
 * A page (`lms.pages`).
 */
export type PageId = string;

/**
 * An exercise (`lms.exercises`).
 */
export type ExerciseId = string;

/**
 * A configured chatbot of a course.
 */
export type ChatbotId = string;

/**
 * A student's conversation with a chatbot.
 */
export type ConversationId = string;

/**
 * A stored message.
 */
export type MessageId = string;

/**
 * One student message and the way to the end of its answer.
 */
export type TurnId = string;

/**
 * One committed model reply inside a turn.
 */
export type RoundId = string;

/**
 * One tool call of a round.
 */
export type CallId = string;

/**
 * A piece of a page that can be cited.
 */
export type PassageId = string;

/**
 * A passage that a tool brought into a turn, cited or not.
 */
export type CitationId = string;
