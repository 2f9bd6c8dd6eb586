import type { Verdict } from '@course-chatbot/chat';
import type { Share } from '../../widgets/chart/share-bar';

/** Verdicts that a chart tells as one. */
export interface VerdictKind {
  key: 'misquoted' | 'unsupported' | 'partly' | 'other' | 'supported';
  kind: Share['kind'];
  verdicts: Verdict[];
}

/** Verdicts as a chart shows them: the worst on top. */
export const verdictKinds: VerdictKind[] = [
  { key: 'misquoted', kind: 'grave', verdicts: ['misquoted'] },
  { key: 'unsupported', kind: 'bad', verdicts: ['unsupported'] },
  { key: 'partly', kind: 'warn', verdicts: ['partly'] },
  { key: 'other', kind: 'faint', verdicts: ['unchecked', 'unresolved', 'hidden'] },
  { key: 'supported', kind: 'good', verdicts: ['supported'] },
];
