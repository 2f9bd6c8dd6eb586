import '../client/without-eval';
import { useChat } from '@ai-sdk/react';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import type { ChatSession, SessionView } from '../client/chat-session';
import type { CourseMessage } from '../client/course-message';
import { useSession } from '../client/use-session';
import { type ChatText, useChatText } from '../language/language';
import type { PanelPlace } from '../layout/chat-dock';
import { ChatHeader } from './chat-header';
import styles from './chat-panel.module.css';
import { Composer } from './composer';
import { errorSentence } from './error-sentence';
import { LiveRegion } from './live-region';
import { MessageList } from './message-list';
import { RefusalNote } from './refusal-note';
import type { Trouble } from './welcome';

export interface ChatPanelProps extends PanelPlace {
  session: ChatSession;
}

/** Repaints at most this often while text streams in. */
const repaintMs = 50;

/** The conversation with a chatbot: header, messages, composer. */
export function ChatPanel({ session, sheet, onSheet, onClose, onEscape }: ChatPanelProps) {
  const text = useChatText();
  const view = useSession(session);
  // The chat is made by the session: with one of its own, `useChat` shows a resumed text twice.
  const { messages, status, error } = useChat<CourseMessage>({ chat: view.chat, experimental_throttle: repaintMs });
  const busy = status === 'submitted' || status === 'streaming';
  const trouble = troubleOf(text, session, view, messages, error);
  const field = useRef<HTMLTextAreaElement>(null);
  const { greeting, questions } = useWelcome(session, view);

  useEffect(() => {
    void session.load();
    field.current?.focus({ preventScroll: true });
  }, [session]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    if (busy) void session.stop();
    else onEscape?.();
  };
  const startNew = () => {
    session.startNew();
    field.current?.focus();
  };
  const ask = useCallback((question: string) => void session.send(question), [session]);
  const retry = useCallback((messageId?: string) => void session.retry(messageId), [session]);
  const said = trouble?.sentence ?? (view.refusal ? errorSentence(text, view.refusal.code) : null);
  return (
    <div className={styles.panel} onKeyDown={onKeyDown}>
      <ChatHeader
        chatbot={session.chatbot}
        fresh={messages.length === 0}
        sheet={sheet}
        onSheet={onSheet}
        onNew={startNew}
        onClose={onClose}
      />
      {view.phase === 'loading' ? (
        <p className={styles.loading}>{text('chat.loading')}</p>
      ) : (
        <MessageList
          messages={messages}
          busy={busy}
          activity={view.activity}
          trouble={trouble}
          welcome={{ greeting, questions }}
          onAsk={ask}
          onRetry={retry}
        />
      )}
      <Foot session={session} view={view} busy={busy} field={field} onAsk={ask} />
      <LiveRegion messages={messages} status={status} trouble={said} />
    </div>
  );
}

interface FootProps {
  session: ChatSession;
  view: SessionView;
  busy: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
  onAsk: (question: string) => void;
}

/** The composer, and above it why the last message was refused. */
function Foot({ session, view, busy, field, onAsk }: FootProps) {
  return (
    <div className={styles.foot}>
      {view.phase === 'ready' && view.refusal && <RefusalNote refusal={view.refusal} session={session} />}
      <Composer
        draft={view.draft}
        busy={busy}
        limit={view.limits?.messageCharacters ?? null}
        field={field}
        onDraft={(draft) => session.setDraft(draft)}
        onSend={onAsk}
        onStop={() => void session.stop()}
      />
    </div>
  );
}

function useWelcome({ chatbot }: ChatSession, view: SessionView) {
  const ready = view.phase === 'ready';
  return useMemo(
    () => ({ greeting: chatbot.initialMessage, questions: ready ? chatbot.suggestedMessages : [] }),
    [chatbot, ready],
  );
}

/** What is wrong with the conversation as a whole; a failed answer tells of itself. */
function troubleOf(
  text: ChatText,
  session: ChatSession,
  view: SessionView,
  messages: CourseMessage[],
  error: Error | undefined,
): Trouble | null {
  if (view.phase === 'failed') {
    const sentence = errorSentence(text, view.refusal?.code ?? 'internal');
    return { sentence, action: text('chat.again'), onAction: () => void session.load() };
  }
  if (view.reconnecting) return { sentence: text('state.reconnecting'), action: '' };
  const last = messages.at(-1);
  const told = last?.metadata?.state === 'failed' || last?.metadata?.state === 'interrupted';
  if (!error || told || view.refusal) return null;
  return {
    sentence: text('state.brokeOff'),
    action: text('state.reload'),
    onAction: () => void session.showOpenTurn(),
  };
}
