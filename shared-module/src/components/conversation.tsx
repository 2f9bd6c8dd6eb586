import { useCallback, useMemo } from 'react';
import type { ChatSession } from '../client/chat-session';
import { type CourseMessage, nextQuestions } from '../client/course-message';
import type { SessionView } from '../client/session-state';
import { useChatText } from '../language/language';
import styles from './chat-panel.module.css';
import { AnsweringContext } from './asked-card';
import { RatingContext } from './rate-answer';
import { DisclaimerCard } from './disclaimer-card';
import { MessageList } from './message-list';
import { ModelStatusContext } from './tool-activity';
import type { Trouble } from './welcome';

export interface ConversationProps {
  session: ChatSession;
  view: SessionView;
  messages: CourseMessage[];
  busy: boolean;
  slow: boolean;
  trouble: Trouble | null;
  /** Whether the disclaimer has to be accepted first. */
  consent: boolean;
  /** Closes the chat; absent where it is only tried. */
  onClose?: (() => void) | undefined;
}

/** What was said; before the first question, what has to be accepted. */
export function Conversation({ session, view, messages, busy, slow, trouble, consent, onClose }: ConversationProps) {
  const text = useChatText();
  const ask = useCallback((question: string) => void session.send(question), [session]);
  const retry = useCallback((messageId?: string) => void session.retry(messageId), [session]);
  const earlier = useCallback(() => session.loadEarlier(), [session]);
  const { chatbot } = session;
  const ready = view.phase === 'ready';
  const welcome = useMemo(
    () => ({ greeting: chatbot.initialMessage, questions: ready ? chatbot.suggestedMessages : [] }),
    [chatbot, ready],
  );
  if (view.phase === 'loading') return <p className={styles.loading}>{text('chat.loading')}</p>;
  if (consent && chatbot.disclaimer) {
    return <DisclaimerCard disclaimer={chatbot.disclaimer} onAccept={() => session.accept()} onClose={onClose} />;
  }
  return (
    <AnsweringContext value={session}>
      <RatingContext value={session.takesRatings ? session : null}>
        <ModelStatusContext value={busy ? view.model : null}>
          <MessageList
            messages={messages}
            busy={busy}
            citing={chatbot.citationPolicy !== 'off'}
            slow={slow}
            activity={view.activity}
            trouble={trouble}
            welcome={welcome}
            next={busy ? none : nextQuestions(messages.at(-1))}
            onAsk={ask}
            onRetry={retry}
            onEarlier={view.earlier && !busy ? earlier : undefined}
          />
        </ModelStatusContext>
      </RatingContext>
    </AnsweringContext>
  );
}

const none: string[] = [];
