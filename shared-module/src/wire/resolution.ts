// Written by `make types` from services/protocol; do not edit.

/**
 * What to do with an invalid call: one whose name is not granted in this round.
 */
export type Resolution = { "resolution": "fail" } | { "resolution": "ignore" } | { "resolution": "retry", 
/**
 * What the model is told.
 */
feedback: string, } | { "resolution": "repair", 
/**
 * The granted tool's name.
 */
to: string, } | { "resolution": "skip", 
/**
 * What the model is told.
 */
reason: string, };

/**
 * The policy for invalid calls that no resolver decided.
 */
export type Unhandled = "fail" | "ignore" | "retry" | "skip";

/**
 * A chatbot's policy for invalid calls.
 */
export type InvalidCalls = { 
/**
 * How often per turn the model may be asked again.
 */
retries: number, 
/**
 * What happens to a call that no resolver decided.
 */
unhandled: Unhandled, };
