import '../client/without-eval';
import { useEffect, useMemo, useRef } from 'react';
import { remarkMarks } from '../citation/mark-answer';
import { passageMarks } from '../citation/passage-marks';
import { type SentenceMark, sentenceMarks } from '../citation/sentence-marks';
import { guessLanguage } from '../language/guess-language';
import type { Span, UiMessage } from '../wire';
import answer from './answer-text.module.css';
import { ExcerptText } from './excerpt-text';
import styles from './marked-answer.module.css';
import { SafeMarkdown } from './safe-markdown';

export interface MarkedAnswerProps {
  message: UiMessage;
  /** The sentence that is marked; what is amiss in it, too. */
  span: Span | null;
}

/** An answer that is only read, with one of its sentences marked and in view. */
export function MarkedAnswer({ message, span }: MarkedAnswerProps) {
  const texts = textsOf(message);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    const mark = element?.querySelector('mark');
    // Within the box alone: the page stays where it is.
    if (element && mark) element.scrollTop = Math.max(0, mark.offsetTop - element.offsetTop - 24);
  }, [message, span]);
  return (
    <div ref={box} className={styles.answer} tabIndex={0} dir="auto">
      {texts.map((text, part) => (
        <TextPart key={part} text={text} span={span?.part === part ? span : null} />
      ))}
    </div>
  );
}

function TextPart({ text, span }: { text: string; span: Span | null }) {
  const plugin = useMemo(() => {
    const marks: SentenceMark[] = span ? [{ start: span.start, end: span.end, kind: 'cited' }, ...sentenceMarks(span)] : [];
    return () => remarkMarks(marks);
  }, [span]);
  return (
    <div className={answer.answerText} lang={guessLanguage(text)}>
      <SafeMarkdown text={text} remarkPlugin={plugin} />
    </div>
  );
}

export interface MarkedPassageProps {
  passage: string;
  /** The sentence that cites it, and the answer that this stands in: what they share is marked. */
  span: Span | null;
  message: UiMessage | null;
}

/** A passage, with the words that a sentence shares with it marked. */
export function MarkedPassage({ passage, span, message }: MarkedPassageProps) {
  const written = message && span ? (textsOf(message)[span.part] ?? '') : '';
  const marks = useMemo(() => (span ? passageMarks(span, written, passage) : []), [span, written, passage]);
  return (
    <div className={styles.passage} tabIndex={0} dir="auto">
      <ExcerptText passage={passage} marked={marks} />
    </div>
  );
}

function textsOf({ parts }: UiMessage): string[] {
  return parts.filter((part) => part.type === 'text').map((part) => String(part.text ?? ''));
}
