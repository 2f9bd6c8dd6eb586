import { Button } from 'react-aria-components';
import type { ReactNode } from 'react';
import { useChatText } from '../language/language';
import type { MessageMetadata, NoticeData } from '../wire';
import { errorSentence } from './error-sentence';
import styles from './message.module.css';

export interface AnswerNoteProps {
  metadata: MessageMetadata | undefined;
  /** Only the last answer can be asked for again. */
  onRetry?: (() => void) | undefined;
}

/** How an answer ended, when it did not simply finish. */
export function AnswerNote({ metadata, onRetry }: AnswerNoteProps) {
  const text = useChatText();
  const state = metadata?.state;
  if (state === 'stopped') return <p className={styles.note}>{text('state.stopped')}</p>;
  if (state !== 'failed' && state !== 'interrupted') return null;
  const code = metadata?.errorCode ?? (state === 'failed' ? 'internal' : 'interrupted');
  return <Fault sentence={errorSentence(text, code)} action={text('state.retry')} onAction={onRetry} />;
}

export interface FaultProps {
  sentence: string;
  action: string;
  onAction?: (() => void) | undefined;
  children?: ReactNode;
}

/** One sentence about what went wrong and one thing to do. */
export function Fault({ sentence, action, onAction, children }: FaultProps) {
  return (
    <div className={styles.fault}>
      <p>{sentence}</p>
      {onAction && (
        <Button className={styles.action ?? ''} onPress={onAction}>
          {action}
        </Button>
      )}
      {children}
    </div>
  );
}

export interface NoticeProps {
  notice: NoticeData;
  /** Whether something of the answer is shown. */
  shown: boolean;
}

export function Notice({ notice, shown }: NoticeProps) {
  const text = useChatText();
  const sentences: Record<NoticeData['code'], string> = {
    tried_again: text('notice.tried_again'),
    history_shortened: text('notice.history_shortened'),
    selection_dropped: text('notice.selection_dropped'),
    limit_near: text('notice.limit_near'),
    answer_cut: text('notice.answer_cut'),
    answer_filtered: text('notice.answer_filtered'),
    not_confirmed: text(shown ? 'notice.not_confirmed' : 'notice.none_confirmed'),
  };
  // A server may know of more than this page does.
  const known: Partial<Record<string, string>> = sentences;
  return <p className={styles.note}>{known[notice.code] ?? notice.text}</p>;
}
