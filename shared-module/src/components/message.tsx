import { memo, type ReactNode, useMemo } from 'react';
import { citationPoints, citationsOf } from '../citation/citation-points';
import { uncited } from '../citation/uncited';
import { textParts } from '../citation/verdicts';
import { askedCall, asksStudent } from '../client/asked-call';
import { type CourseMessage, isToolPart, textOf } from '../client/course-message';
import { guessLanguage } from '../language/guess-language';
import { useChatText } from '../language/language';
import { AnswerNote, Notice } from './answer-note';
import { AnswerText } from './answer-text';
import { AskedCard } from './asked-card';
import { CitationsProvider } from './citations';
import { MessageActions } from './message-actions';
import styles from './message.module.css';
import { SourceList } from './source-list';
import { Preparing, ToolActivity, toolCallOfPart } from './tool-activity';

export interface MessageProps {
  message: CourseMessage;
  /** Whether this message is being written right now. */
  streaming: boolean;
  /** Whether the conversation ends with this message. */
  last: boolean;
  /** Whether answers are to cite their sources. */
  citing: boolean;
  onRetry?: (() => void) | undefined;
  /** Whether it is only read: nothing can be done with it. */
  record?: boolean;
}

/** One message of the conversation. */
export const Message = memo(function Message(props: MessageProps) {
  const { message, streaming, last, citing, onRetry, record = false } = props;
  const text = useChatText();
  if (message.role === 'user') {
    return (
      <article className={styles.question} aria-label={text('message.you')}>
        {message.metadata?.selection && <Selected words={message.metadata.selection} />}
        <div dir="auto" lang={guessLanguage(textOf(message))}>
          {textOf(message)}
        </div>
      </article>
    );
  }
  const waiting = last && !streaming && asksStudent(message);
  const without = citing && !streaming ? uncited(message) : null;
  return (
    <article className={styles.answer} aria-label={text('message.answer')} aria-busy={streaming}>
      <AnswerParts message={message} streaming={streaming} waiting={waiting} />
      {without && <p className={styles.note}>{text('uncited.line')}</p>}
      {!streaming && <AnswerNote metadata={message.metadata} onRetry={onRetry} />}
      {!record && !streaming && !waiting && <MessageActions message={message} uncited={without} onRetry={onRetry} />}
    </article>
  );
});

/** The text of a page that a question is about; what does not fit into some lines is told by its title. */
function Selected({ words }: { words: string }) {
  const text = useChatText();
  return (
    <blockquote
      className={styles.selected}
      aria-label={text('message.selected')}
      dir="auto"
      lang={guessLanguage(words)}
      title={words}
    >
      {words}
    </blockquote>
  );
}

interface AnswerPartsProps {
  message: CourseMessage;
  streaming: boolean;
  /** Whether nothing more happens before the student has answered. */
  waiting: boolean;
}

function AnswerParts({ message, streaming, waiting }: AnswerPartsProps) {
  const citations = useMemo(() => citationsOf(message), [message]);
  const texts = useMemo(() => textParts(message), [message]);
  const shown = partsOf(message, streaming, waiting);
  const last = message.parts.at(-1);
  const writing = last?.type === 'text' || last?.type === 'data-citation' || last?.type === 'source-url';
  const working = last !== undefined && isToolPart(last) && toolCallOfPart(last).state === 'running';
  return (
    <CitationsProvider citations={citations} texts={texts} checking={streaming}>
      {shown}
      {streaming && !writing && !working && <Preparing />}
      {!streaming && <SourceList citations={citations} />}
    </CitationsProvider>
  );
}

function partsOf(message: CourseMessage, streaming: boolean, waiting: boolean): ReactNode[] {
  let count = 0;
  return message.parts.map((part, index) => {
    if (part.type === 'text') {
      const number = count;
      const points = citationPoints(message, number);
      count += 1;
      if (part.text.trim() === '') return null;
      const unfinished = streaming && index === message.parts.length - 1;
      return <AnswerText key={index} text={part.text} points={points} part={number} unfinished={unfinished} />;
    }
    if (part.type === 'data-notice' && isRepeated(message, index)) return null;
    if (part.type === 'data-notice') return <Notice key={index} notice={part.data} shown={textOf(message) !== ''} />;
    if (!isToolPart(part)) return null;
    const asked = askedCall(message, index, waiting);
    // While the answer is being written, the server does not take an answer to it yet.
    if (asked) return streaming && asked.state === 'unanswered' ? null : <AskedCard key={asked.callId} call={asked} />;
    const call = toolCallOfPart(part);
    // A call that never ended is only of interest while the answer is being written.
    return call.state === 'running' && !streaming ? null : <ToolActivity key={part.toolCallId} call={call} />;
  });
}

/** The same notice stands above: once is enough. */
function isRepeated({ parts }: CourseMessage, index: number): boolean {
  const notice = parts[index];
  if (notice?.type !== 'data-notice') return false;
  return parts.slice(0, index).some((part) => part.type === 'data-notice' && part.data.code === notice.data.code);
}
