import '../client/without-eval';
import { useChat } from '@ai-sdk/react';
import { type KeyboardEvent, lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { ChatSession } from '../client/chat-session';
import type { CourseMessage } from '../client/course-message';
import { needsConsent, type Selection } from '../client/session-state';
import { useSession } from '../client/use-session';
import { useChatText, useLanguage } from '../language/language';
import { localeOf } from '../language/text';
import type { PanelPlace } from '../layout/chat-dock';
import type { ConversationId } from '../wire';
import { Fault } from './answer-note';
import { ChatHeader } from './chat-header';
import styles from './chat-panel.module.css';
import { Foot } from './chat-foot';
import { Conversation } from './conversation';
import { refusalSentence } from './error-sentence';
import { LiveRegion } from './live-region';
import { modelSentence } from './tool-activity';
import { troubleOf } from './trouble';
import { useDownload } from './use-download';
import { useKeptFocus } from './use-kept-focus';
import { useSlow } from './use-slow';

export interface ChatPanelProps extends PanelPlace {
  session: ChatSession;
  /** Text that is selected on the page; it can go along with a question. */
  selectedText?: string | null;
}

/** Loaded with the first look at the list: its menus are much code. */
const History = lazy(() => import('../history/history'));
/** Repaints at most this often while text streams in. */
const repaintMs = 50;

/** The conversation with a chatbot: header, messages, composer; or the list of the student's conversations. */
export function ChatPanel({ session, selectedText = null, ...place }: ChatPanelProps) {
  const text = useChatText();
  const locale = localeOf[useLanguage()];
  const view = useSession(session);
  // The chat is made by the session: with one of its own, `useChat` shows a resumed text twice.
  const { messages, status, error } = useChat<CourseMessage>({ chat: view.chat, experimental_throttle: repaintMs });
  const busy = status === 'submitted' || status === 'streaming';
  const slow = useSlow(busy, signOfLife(messages, view.activity?.toolCallId));
  const trouble = troubleOf(text, session, view, messages, error);
  const refused = view.refusal ? refusalSentence(text, view.refusal, locale) : null;
  const waited = busy && view.model ? modelSentence(text, view.model) : null;
  const [listing, setListing] = useState(false);
  const { failed, download } = useDownload(session);
  const field = useRef<HTMLTextAreaElement>(null);
  const focusField = useCallback(() => field.current?.focus({ preventScroll: true }), []);
  const onFocus = useKeptFocus(focusField);
  const consent = view.phase === 'ready' && needsConsent(session.chatbot, view);

  useEffect(() => void session.load(), [session]);
  useGoingOn(focusField, !listing && !consent, session, view.selection, place.restored === true);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    if (listing) setListing(false);
    else if (busy) void session.stop();
    else place.onEscape?.();
  };
  const startNew = () => {
    session.startNew();
    setListing(false);
    focusField();
  };
  return (
    <div className={styles.panel} onKeyDown={onKeyDown} onFocus={onFocus}>
      <ChatHeader
        chatbot={session.chatbot}
        place={place}
        fresh={messages.length === 0}
        listing={listing}
        onListing={setListing}
        onNew={startNew}
        onDownload={() => view.conversationId !== null && download(view.conversationId)}
      />
      {failed && <Fault sentence={text('download.failed')} action="" />}
      {listing ? (
        <Listing session={session} current={view.conversationId} onListing={setListing} onDownload={download} />
      ) : (
        <>
          <Conversation {...{ session, view, messages, busy, slow, trouble, consent }} onClose={place.onClose} />
          {!consent && <Foot {...{ session, view, busy, field }} offered={selectedText} />}
        </>
      )}
      <LiveRegion
        messages={messages}
        status={status}
        trouble={trouble?.sentence ?? refused ?? waited ?? (slow ? text('state.slow') : null)}
      />
    </div>
  );
}

interface ListingProps {
  session: ChatSession;
  current: ConversationId | null;
  onListing: (listing: boolean) => void;
  onDownload: (id: ConversationId) => void;
}

function Listing({ session, current, onListing, onDownload }: ListingProps) {
  const text = useChatText();
  return (
    <Suspense fallback={<p className={styles.loading}>{text('history.loading')}</p>}>
      <History
        session={session}
        current={current}
        onOpen={(id) => session.open(id).then(() => onListing(false))}
        onDownload={onDownload}
      />
    </Suspense>
  );
}

/**
 * Focuses the field when the student can go on there: also after the list, the disclaimer, and taking text along. Of a
 * chat that was open when the page was loaded the first time is left out.
 */
function useGoingOn(
  focusField: () => void,
  ready: boolean,
  session: ChatSession,
  selection: Selection | null,
  restored: boolean,
): void {
  const quiet = useRef(restored);
  useEffect(() => {
    if (!ready) return;
    if (quiet.current) quiet.current = false;
    else focusField();
  }, [focusField, ready, session, selection]);
}

/** Changes whenever something of the answer has arrived. */
function signOfLife(messages: CourseMessage[], activity: string | undefined): string {
  const last = messages.at(-1);
  const part = last?.parts.at(-1);
  const length = part && 'text' in part ? part.text.length : 0;
  return [last?.id, last?.parts.length, length, activity].join();
}
