import { memo, useMemo } from 'react';
import { excerptMarkdown } from '../citation/excerpt-markdown';
import { guessLanguage } from '../language/guess-language';
import answer from './answer-text.module.css';
import styles from './citation-chip.module.css';
import { SafeMarkdown } from './safe-markdown';

/** A cited passage, drawn as an answer is: formulas, tables, lists and code. */
export const ExcerptText = memo(function ExcerptText({ passage }: { passage: string }) {
  const markdown = useMemo(() => excerptMarkdown(passage), [passage]);
  return (
    <div className={`${answer.answerText} ${styles.excerptText}`} lang={guessLanguage(passage)}>
      <SafeMarkdown text={markdown} />
    </div>
  );
});
