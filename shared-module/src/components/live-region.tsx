import { useEffect, useRef, useState } from 'react';
import { askedCall } from '../client/asked-call';
import { type CourseMessage, textOf } from '../client/course-message';
import { type ChatText, useChatText } from '../language/language';
import { spokenText } from '../language/spoken-text';
import { errorSentence } from './error-sentence';
import styles from './chat-panel.module.css';

export interface LiveRegionProps {
  messages: CourseMessage[];
  status: 'submitted' | 'streaming' | 'ready' | 'error';
  /** A sentence about a refused message or a broken connection, if there is one. */
  trouble: string | null;
}

/** Tells screen readers how the answer stands, and its text once, when it is complete. Always mounted. */
export function LiveRegion({ messages, status, trouble }: LiveRegionProps) {
  const text = useChatText();
  const [said, setSaid] = useState('');
  const before = useRef(status);
  /** The message whose text is said. */
  const told = useRef<string | null>(null);
  const last = messages.at(-1);

  useEffect(() => {
    const wasBusy = before.current === 'submitted' || before.current === 'streaming';
    if (status === 'streaming' && before.current !== 'streaming') setSaid(text('announce.started'));
    if (wasBusy && (status === 'ready' || status === 'error')) {
      setSaid(endSentence(text, last));
      told.current = last?.id ?? null;
    }
    before.current = status;
  }, [status, last, text]);

  useEffect(() => {
    // Left, deleted or erased: of what is gone nothing stays in the page.
    if (told.current === null || messages.some(({ id }) => id === told.current)) return;
    told.current = null;
    setSaid('');
  }, [messages]);

  useEffect(() => {
    if (trouble) setSaid(trouble);
  }, [trouble]);

  return (
    <p className={styles.unseen} aria-live="polite" role="status">
      {said}
    </p>
  );
}

function endSentence(text: ChatText, message: CourseMessage | undefined): string {
  if (message?.role !== 'assistant') return '';
  const { state, errorCode } = message.metadata ?? {};
  if (state === 'finished') return text('announce.finished', { text: spokenText(textOf(message), text) });
  if (state === 'waiting') return [spokenText(textOf(message), text), ...asked(text, message)].join(' ').trim();
  if (state === 'stopped') return text('announce.stopped');
  return text('announce.failed', { reason: errorSentence(text, errorCode ?? 'interrupted') });
}

/** What waits for the student. An approval has the focus, so that it is read out anyhow. */
function asked(text: ChatText, message: CourseMessage): string[] {
  return message.parts.flatMap((_, index) => {
    const call = askedCall(message, index, true);
    if (call?.state !== 'open') return [];
    return call.kind === 'approval' ? [text('asked.approval')] : [text('announce.asked', { about: call.about ?? '' })];
  });
}
