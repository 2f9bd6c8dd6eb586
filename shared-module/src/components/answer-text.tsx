import { memo, useMemo } from 'react';
import type { Components } from 'react-markdown';
import type { CitationPoint } from '../citation/citation-points';
import { remarkCitations } from '../citation/place-citations';
import { guessLanguage } from '../language/guess-language';
import styles from './answer-text.module.css';
import { CitationChip } from './citation-chip';
import { TextPartContext } from './citations';
import { CodeBlock } from './code-block';
import { SafeMarkdown } from './safe-markdown';

const components: Components = {
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  sup: ({ children, node }) => {
    const { dataCitation: number, dataEnd: end } = node?.properties ?? {};
    return number === undefined ? <sup>{children}</sup> : <CitationChip number={Number(number)} end={Number(end)} />;
  },
};

export interface AnswerTextProps {
  /** The Markdown source. */
  text: string;
  points: CitationPoint[];
  /** Which text part of its message this is, counting text parts only. */
  part: number;
  /** Whether it is being written right now. */
  unfinished?: boolean;
}

/** A text part of an answer, with its citation numbers. */
export const AnswerText = memo(function AnswerText({ text, points, part, unfinished = false }: AnswerTextProps) {
  const placing = useMemo(() => () => remarkCitations(points), [points]);
  return (
    <div className={styles.answerText} lang={guessLanguage(text)}>
      <TextPartContext value={part}>
        <SafeMarkdown text={text} unfinished={unfinished} remarkPlugin={placing} components={components} />
      </TextPartContext>
    </div>
  );
}, sameText);

function sameText(before: AnswerTextProps, after: AnswerTextProps): boolean {
  return (
    before.text === after.text &&
    before.part === after.part &&
    before.unfinished === after.unfinished &&
    JSON.stringify(before.points) === JSON.stringify(after.points)
  );
}
