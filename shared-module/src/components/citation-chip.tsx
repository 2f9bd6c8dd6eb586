import { useRef } from 'react';
import { Button } from 'react-aria-components';
import { useChatText } from '../language/language';
import styles from './citation-chip.module.css';
import { isHidden } from './citation-popover';
import { useCitations } from './citations';

/** Keeps a number on the line of the word before it. */
const wordJoiner = '\u2060';

/** The small number behind a cited sentence. */
export function CitationChip({ number }: { number: number }) {
  const { byNumber, shown, press, enter, leave } = useCitations();
  const text = useChatText();
  const chip = useRef<HTMLButtonElement>(null);
  const citation = byNumber.get(number);
  if (!citation) return null;
  const open = shown !== null && shown.chip === chip.current;
  const label = isHidden(citation)
    ? text('citation.openHidden', { number })
    : text('citation.open', { number, title: citation.title });
  return (
    <span className={styles.glued}>
      {wordJoiner}
      <Button
        ref={chip}
        className={styles.chip ?? ''}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPress={({ target }) => press(number, target)}
        onHoverStart={({ target }) => enter(number, target)}
        onHoverEnd={leave}
      >
        {number}
      </Button>
    </span>
  );
}
