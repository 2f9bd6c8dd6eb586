import { useCallback } from 'react';
import { Button } from 'react-aria-components';
import type { CourseMessage } from '../client/course-message';
import { useChatText } from '../language/language';
import type { ToolStatusData } from '../wire';
import { Fault } from './answer-note';
import styles from './chat-panel.module.css';
import { DownIcon } from './icons';
import { Message } from './message';
import { QuestionList } from './question-list';
import { Preparing, ToolActivity, unseenCall } from './tool-activity';
import { useFollowBottom } from './use-follow-bottom';
import { type Trouble, Welcome } from './welcome';

export interface MessageListProps {
  messages: CourseMessage[];
  busy: boolean;
  /** Whether answers are to cite their sources. */
  citing: boolean;
  /** Whether the answer has been silent for a while. */
  slow: boolean;
  activity: ToolStatusData | null;
  trouble: Trouble | null;
  welcome: { greeting: string | null; questions: string[] };
  /** Questions to go on with. */
  next: string[];
  onAsk: (question: string) => void;
  onRetry: (messageId?: string) => void;
  /** Loads the messages before the first one, if there may be any. */
  onEarlier: (() => Promise<void>) | undefined;
}

/** The conversation; it follows what is written only while its end is in view. */
export function MessageList(props: MessageListProps) {
  const { messages, busy, citing, slow, activity, trouble, welcome, next, onAsk, onRetry, onEarlier } = props;
  const text = useChatText();
  const last = messages.at(-1);
  const lastId = last?.id;
  const { scroller, content, atBottom, toBottom, keepPlace } = useFollowBottom(lastId, messages[0]?.id);
  const call = busy ? unseenCall(activity, last) : null;
  const retryLast = useCallback(() => onRetry(lastId), [onRetry, lastId]);
  const showEarlier = () => {
    keepPlace();
    void onEarlier?.();
  };
  return (
    <div className={styles.conversation}>
      <div
        ref={scroller}
        className={styles.scroller}
        data-covered={!atBottom}
        role="log"
        aria-live="off"
        aria-label={text('chat.messages')}
        tabIndex={0}
      >
        <div ref={content} className={styles.messages}>
          {onEarlier ? (
            <Button className={styles.earlier ?? ''} onPress={showEarlier}>
              {text('chat.earlier')}
            </Button>
          ) : (
            <Welcome {...welcome} empty={messages.length === 0} onAsk={onAsk} />
          )}
          {messages.map((message) => (
            <Message
              key={message.id}
              message={message}
              last={message === last}
              citing={citing}
              streaming={busy && message === last && message.role === 'assistant'}
              onRetry={message === last && !busy ? retryLast : undefined}
            />
          ))}
          {call ? <ToolActivity call={call} /> : busy && last?.role === 'user' && <Preparing />}
          {slow && <p className={styles.slow}>{text('state.slow')}</p>}
          {trouble && <Fault {...trouble} />}
          <QuestionList label={text('chat.next')} questions={next} onAsk={onAsk} />
        </div>
      </div>
      {!atBottom && (
        <Button className={styles.newest ?? ''} onPress={toBottom}>
          <DownIcon /> {text('chat.newest')}
        </Button>
      )}
    </div>
  );
}
