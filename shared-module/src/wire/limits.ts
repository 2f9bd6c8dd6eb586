// Written by `make types` from services/protocol; do not edit.

/**
 * A limit of use, by a word that stays as it is.
 */
export type LimitKind = "messages_per_minute" | "student_tokens_per_day" | "course_tokens_per_month";

/**
 * The limits of a chatbot and what is left of them for a student: body of `GET /me/limits`, and the data of a
 * transient `data-limits` part at the end of an answer.
 */
export type LimitsData = { 
/**
 * The course's time zone (an IANA name), by which days and months begin.
 */
timeZone: string, 
/**
 * The limits there are; empty when the chatbot has none.
 */
limits: Array<LimitStanding>, };

/**
 * How far a limit is used.
 */
export type LimitStanding = { 
/**
 * Which limit.
 */
limit: LimitKind, 
/**
 * How much may be used.
 */
allowed: number, 
/**
 * How much is used, what is reserved for answers that are being written included.
 */
used: number, 
/**
 * How much is left.
 */
left: number, 
/**
 * Whether what is left is too little for another message.
 */
reached: boolean, 
/**
 * When it is whole again; for messages per minute, when the next one is free again. Absent when nothing is used.
 */
resetsAt?: string, };

/**
 * The limit by which a request was refused.
 */
export type LimitRefusal = { 
/**
 * Which limit.
 */
limit: LimitKind, 
/**
 * From when on the same request is worth sending again.
 */
endsAt: string, };
