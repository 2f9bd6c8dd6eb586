import '../client/without-eval';
import { useChat } from '@ai-sdk/react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import type { CourseMessage } from '../client/course-message';
import type { PreviewSession } from '../client/preview-session';
import { needsConsent } from '../client/session-state';
import { useSession } from '../client/use-session';
import { useChatText, useLanguage } from '../language/language';
import { localeOf } from '../language/text';
import type { TurnId } from '../wire';
import { Foot } from './chat-foot';
import styles from './chat-panel.module.css';
import { Conversation } from './conversation';
import { refusalSentence } from './error-sentence';
import { LiveRegion } from './live-region';
import { troubleOf } from './trouble';

export interface PreviewPanelProps {
  session: PreviewSession;
  /** Stands in the composer's place while the chatbot cannot be tried. */
  blocked?: ReactNode;
  /** Told when an answer has ended. */
  onAnswered: (turnId: TurnId) => void;
}

const repaintMs = 50;

/** The conversation as a student sees it, without what belongs to a course page. */
export function PreviewPanel({ session, blocked, onAnswered }: PreviewPanelProps) {
  const text = useChatText();
  const locale = localeOf[useLanguage()];
  const view = useSession(session);
  const { messages, status, error } = useChat<CourseMessage>({ chat: view.chat, experimental_throttle: repaintMs });
  const busy = status === 'submitted' || status === 'streaming';
  const trouble = troubleOf(text, session, view, messages, error);
  const refused = view.refusal ? refusalSentence(text, view.refusal, locale) : null;
  const consent = view.phase === 'ready' && needsConsent(session.chatbot, view);
  const field = useRef<HTMLTextAreaElement>(null);

  useEffect(() => void session.load(), [session]);
  const asked = useRef(consent);
  useEffect(() => {
    // Accepted, the disclaimer takes its buttons along. Who types beside it keeps the focus.
    const lost = document.activeElement === document.body;
    if (asked.current && !consent && lost) field.current?.focus({ preventScroll: true });
    asked.current = consent;
  }, [consent]);
  useAnswered(messages.at(-1), busy, onAnswered);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && busy && !event.nativeEvent.isComposing) void session.stop();
  };
  return (
    <div className={styles.panel} onKeyDown={onKeyDown}>
      <Conversation {...{ session, view, messages, busy, trouble, consent }} slow={false} />
      {!consent && (blocked ?? <Foot {...{ session, view, busy, field }} offered={null} />)}
      <LiveRegion messages={messages} status={status} trouble={trouble?.sentence ?? refused} />
    </div>
  );
}

/** Tells of an answer once, when it is complete. */
function useAnswered(last: CourseMessage | undefined, busy: boolean, onAnswered: (turnId: TurnId) => void): void {
  const told = useRef<TurnId | null>(null);
  const turnId = last?.role === 'assistant' ? last.metadata?.turnId : undefined;
  useEffect(() => {
    if (busy || turnId === undefined || told.current === turnId) return;
    told.current = turnId;
    onAnswered(turnId);
  }, [busy, turnId, onAnswered]);
}
