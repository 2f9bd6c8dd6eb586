import { useContext, useRef } from 'react';
import { Button } from 'react-aria-components';
import { isHidden, spanAt } from '../citation/verdicts';
import { type ChatText, useChatText } from '../language/language';
import type { CitationData, Verdict } from '../wire';
import styles from './citation-chip.module.css';
import { TextPartContext, useCitations } from './citations';
import { VerdictSign, verdictWords } from './verdict-sign';

/** Keeps a number on the line of the word before it. */
const wordJoiner = '\u2060';

export interface CitationChipProps {
  number: number;
  /** Where the sentence before it ends in its text part. */
  end: number;
}

/** The small number behind a cited sentence, with the verdict on that sentence. */
export function CitationChip({ number, end }: CitationChipProps) {
  const { byNumber, checking, shown, press, enter, leave } = useCitations();
  const part = useContext(TextPartContext);
  const text = useChatText();
  const chip = useRef<HTMLButtonElement>(null);
  const citation = byNumber.get(number);
  if (!citation) return null;
  const open = shown !== null && shown.chip === chip.current;
  const place = { number, part, end };
  const verdict = isHidden(citation) ? 'hidden' : spanAt(citation, place)?.verdict;
  return (
    <span className={styles.glued}>
      {wordJoiner}
      <Button
        ref={chip}
        className={styles.chip ?? ''}
        aria-label={chipLabel(text, citation, verdict)}
        aria-haspopup="dialog"
        aria-expanded={open}
        data-verdict={verdict}
        onPress={({ target }) => press(place, target)}
        onHoverStart={({ target }) => enter(place, target)}
        onHoverEnd={leave}
      >
        {number}
        {/* Its room is kept while the sentence is being checked: nothing moves when the verdict comes. */}
        {(verdict || checking) && (
          <span className={styles.sign}>{verdict && <VerdictSign verdict={verdict} />}</span>
        )}
      </Button>
    </span>
  );
}

function chipLabel(text: ChatText, { number, title }: CitationData, verdict: Verdict | undefined): string {
  if (verdict === 'hidden') return text('citation.openHidden', { number });
  if (verdict === undefined) return text('citation.open', { number, title });
  return text('citation.openChecked', { number, title, verdict: verdictWords(text, verdict) });
}
