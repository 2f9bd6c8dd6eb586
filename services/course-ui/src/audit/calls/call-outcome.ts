import type { CallTrace, RoundTrace } from '@course-chatbot/chat';

export type Outcome = 'ran' | 'failed' | 'refused' | 'open';

/** What became of a call: it ran, it ran and failed, it was refused before it could, or it is not over. */
export function outcomeOf({ disposition, status }: Pick<CallTrace, 'disposition' | 'status'>): Outcome {
  if (!['accept', 'edit'].includes(disposition)) return 'refused';
  if (['denied', 'rejected', 'ignored'].includes(status)) return 'refused';
  if (['pending', 'running', 'waiting'].includes(status)) return 'open';
  return ['failed', 'unknown'].includes(status) ? 'failed' : 'ran';
}

/** The decision about a round: a reply without calls that is answered is the answer itself. */
export function roundDecision({ disposition, calls }: Pick<RoundTrace, 'disposition' | 'calls'>): string | null {
  return disposition === 'answer' && calls.length === 0 ? 'done' : disposition;
}

/** A refusal in its parts, as far as it has them. */
export interface RejectParts {
  reason: string | null;
  pointer: string | null;
  expected: string[];
  got: string | null;
}

export function rejectParts(reject: unknown): RejectParts | null {
  if (reject === null || typeof reject !== 'object') return null;
  const { reason, pointer, expected, got } = reject as Record<string, unknown>;
  return {
    reason: typeof reason === 'string' ? reason : null,
    pointer: typeof pointer === 'string' && pointer !== '' ? pointer : null,
    expected: Array.isArray(expected) ? expected.map(String) : [],
    got: got === undefined || got === null ? null : typeof got === 'string' ? got : JSON.stringify(got),
  };
}

/** JSON on lines of its own, where it is JSON: the bytes themselves stay as they are. */
export function readable(written: string): string {
  try {
    return JSON.stringify(JSON.parse(written), null, 2);
  } catch {
    return written;
  }
}
