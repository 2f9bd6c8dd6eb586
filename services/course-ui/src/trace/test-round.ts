import type { RoundTrace } from '@course-chatbot/chat';

/** A round whose answer was taken although it names no source. */
export function round(part: Partial<RoundTrace> = {}): RoundTrace {
  return {
    number: 1,
    attempts: 1,
    disposition: 'answer',
    offered: [],
    text: 'A key.',
    calls: [],
    rejects: [{ reason: 'done_evidence_missing' }],
    inputTokens: 10,
    outputTokens: 2,
    ...part,
  };
}
