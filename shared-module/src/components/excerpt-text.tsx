import { memo, useEffect, useMemo, useRef } from 'react';
import { excerptMarkdown } from '../citation/excerpt-markdown';
import { rehypeExcerptMarks } from '../citation/mark-excerpt';
import { guessLanguage } from '../language/guess-language';
import type { Stretch } from '../wire';
import answer from './answer-text.module.css';
import styles from './citation-chip.module.css';
import { SafeMarkdown } from './safe-markdown';

export interface ExcerptTextProps {
  passage: string;
  /** What is marked in it; the first of it is scrolled into view. */
  marked?: Stretch[] | undefined;
}

/** What is seen above the first marked words. */
const roomAbove = 24;

/** A cited passage, drawn as an answer is: formulas, tables, lists and code. */
export const ExcerptText = memo(function ExcerptText({ passage, marked = none }: ExcerptTextProps) {
  const markdown = useMemo(() => excerptMarkdown(passage), [passage]);
  const marking = useMemo(() => () => rehypeExcerptMarks(passage, marked), [passage, marked]);
  const drawn = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [scroller, first] = [drawn.current?.parentElement, drawn.current?.querySelector('mark')];
    if (!scroller || !first) return;
    const [view, mark] = [scroller.getBoundingClientRect(), first.getBoundingClientRect()];
    if (mark.bottom > view.bottom) scroller.scrollTop += mark.top - view.top - roomAbove;
  }, [markdown, marked]);
  return (
    <div ref={drawn} className={`${answer.answerText} ${styles.excerptText}`} lang={guessLanguage(passage)}>
      <SafeMarkdown text={markdown} rehypePlugin={marking} />
    </div>
  );
});

const none: Stretch[] = [];
