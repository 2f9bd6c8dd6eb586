// Written by `make types` from services/protocol; do not edit.

/**
 * How the model should choose tools.
 *
 * On the wire: `"auto"`, `"none"`, `"required"` or `{"type":"tool","toolName":"…"}`. The shape mixes
 * bare strings with a tagged object, so serde is written by hand. Anything else is refused.
 */
export type ToolChoice = "auto" | "none" | "required" | { type: "tool", toolName: string };
