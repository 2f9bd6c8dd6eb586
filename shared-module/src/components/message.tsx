import { memo, type ReactNode, useMemo } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { citationPoints, citationsOf } from '../citation/citation-points';
import { type CourseMessage, isToolPart, textOf } from '../client/course-message';
import { useChatText, useLanguage } from '../language/language';
import { localeOf } from '../language/text';
import type { MessageMetadata } from '../wire';
import { AnswerNote, Notice } from './answer-note';
import { AnswerText } from './answer-text';
import { CitationsProvider } from './citations';
import { InfoIcon } from './icons';
import styles from './message.module.css';
import { SourceList } from './source-list';
import { Preparing, ToolActivity, toolCallOfPart } from './tool-activity';

export interface MessageProps {
  message: CourseMessage;
  /** Whether this message is being written right now. */
  streaming: boolean;
  onRetry?: (() => void) | undefined;
}

/** One message of the conversation. */
export const Message = memo(function Message({ message, streaming, onRetry }: MessageProps) {
  const text = useChatText();
  if (message.role === 'user') {
    return (
      <article className={styles.question} aria-label={text('message.you')}>
        {textOf(message)}
      </article>
    );
  }
  return (
    <article className={styles.answer} aria-label={text('message.answer')} aria-busy={streaming}>
      <AnswerParts message={message} streaming={streaming} />
      {!streaming && <AnswerNote metadata={message.metadata} onRetry={onRetry} />}
      {!streaming && <AboutAnswer metadata={message.metadata} />}
    </article>
  );
});

function AnswerParts({ message, streaming }: { message: CourseMessage; streaming: boolean }) {
  const citations = useMemo(() => citationsOf(message), [message]);
  const shown = partsOf(message, streaming);
  const last = message.parts.at(-1);
  const writing = last?.type === 'text' || last?.type === 'data-citation' || last?.type === 'source-url';
  const working = last !== undefined && isToolPart(last) && toolCallOfPart(last).state === 'running';
  return (
    <CitationsProvider citations={citations}>
      {shown}
      {streaming && !writing && !working && <Preparing />}
      {!streaming && <SourceList citations={citations} />}
    </CitationsProvider>
  );
}

function partsOf(message: CourseMessage, streaming: boolean): ReactNode[] {
  let textParts = 0;
  return message.parts.map((part, index) => {
    if (part.type === 'text') {
      const points = citationPoints(message, textParts);
      textParts += 1;
      return part.text.trim() === '' ? null : <AnswerText key={index} text={part.text} points={points} />;
    }
    if (part.type === 'data-notice') return <Notice key={index} notice={part.data} />;
    if (!isToolPart(part)) return null;
    const call = toolCallOfPart(part);
    // A call that never ended is only of interest while the answer is being written.
    return call.state === 'running' && !streaming ? null : <ToolActivity key={part.toolCallId} call={call} />;
  });
}

/** When and by which model an answer was written, on demand. */
function AboutAnswer({ metadata }: { metadata: MessageMetadata | undefined }) {
  const text = useChatText();
  const language = useLanguage();
  const at = metadata?.finishedAt ?? metadata?.createdAt;
  if (!at && !metadata?.model) return null;
  const time = at && new Date(at).toLocaleString(localeOf[language], { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <DialogTrigger>
      <Button className={styles.about ?? ''} aria-label={text('message.about')}>
        <InfoIcon />
      </Button>
      <Popover className={styles.aboutPopover ?? ''} placement="top start">
        <Dialog className={styles.aboutDialog ?? ''} aria-label={text('message.about')}>
          {metadata?.model && <p>{text('message.model', { model: metadata.model })}</p>}
          {time && <p>{text('message.at', { time })}</p>}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
