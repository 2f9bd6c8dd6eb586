import { memo, useMemo } from 'react';
import type { Components } from 'react-markdown';
import type { CitationPoint } from '../citation/citation-points';
import { remarkCitations } from '../citation/place-citations';
import { guessLanguage } from '../language/guess-language';
import styles from './answer-text.module.css';
import { CitationChip } from './citation-chip';
import { CodeBlock } from './code-block';
import { SafeMarkdown } from './safe-markdown';

const components: Components = {
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  sup: ({ children, node }) => {
    const number = node?.properties.dataCitation;
    return number === undefined ? <sup>{children}</sup> : <CitationChip number={Number(number)} />;
  },
};

export interface AnswerTextProps {
  /** The Markdown source. */
  text: string;
  points: CitationPoint[];
}

/** A text part of an answer, with its citation numbers. */
export const AnswerText = memo(function AnswerText({ text, points }: AnswerTextProps) {
  const placing = useMemo(() => () => remarkCitations(points), [points]);
  return (
    <div className={styles.answerText} lang={guessLanguage(text)}>
      <SafeMarkdown text={text} remarkPlugin={placing} components={components} />
    </div>
  );
}, sameText);

function sameText(before: AnswerTextProps, after: AnswerTextProps): boolean {
  return before.text === after.text && JSON.stringify(before.points) === JSON.stringify(after.points);
}
