import type { ChatText } from '../language/language';
import type { Verdict } from '../wire';
import styles from './verdict.module.css';

/** Each verdict has a shape of its own, so that its colour is never needed. */
const shapes: Record<Verdict, string> = {
  supported: 'M2 6.5l2.6 2.6L10 3.4',
  partly: 'M6 1.8a4.2 4.2 0 1 0 0 8.4a4.2 4.2 0 1 0 0-8.4z',
  unsupported: 'M2.6 2.6l6.8 6.8M9.4 2.6l-6.8 6.8',
  misquoted: 'M1.8 4.4h8.4M1.8 7.8h8.4M8.2 1.6L3.8 10.6',
  unresolved: 'M2 6h8',
  hidden: 'M6 1.8a4.2 4.2 0 1 0 0 8.4a4.2 4.2 0 1 0 0-8.4zM3 9L9 3',
  unchecked: 'M2 6h8',
};

/** The half of `partly` that is filled. */
const half = 'M6 1.8a4.2 4.2 0 0 1 0 8.4z';

/** The shape of a verdict; its words stand beside it or in the name of what it is part of. */
export function VerdictSign({ verdict }: { verdict: Verdict }) {
  return (
    <svg
      className={styles.sign}
      data-verdict={verdict}
      viewBox="0 0 12 12"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {verdict === 'partly' && <path d={half} fill="currentColor" stroke="none" />}
      <path d={shapes[verdict]} />
    </svg>
  );
}

/** A verdict in words that promise no more than was checked. */
export function verdictWords(text: ChatText, verdict: Verdict): string {
  return text(`verdict.${verdict}`);
}
