import { useCallback } from 'react';
import { Button } from 'react-aria-components';
import type { CourseMessage } from '../client/course-message';
import { useChatText } from '../language/language';
import type { ToolStatusData } from '../wire';
import { Fault } from './answer-note';
import styles from './chat-panel.module.css';
import { DownIcon } from './icons';
import { Message } from './message';
import { Preparing, ToolActivity, unseenCall } from './tool-activity';
import { useFollowBottom } from './use-follow-bottom';
import { type Trouble, Welcome } from './welcome';

export interface MessageListProps {
  messages: CourseMessage[];
  busy: boolean;
  activity: ToolStatusData | null;
  trouble: Trouble | null;
  welcome: { greeting: string | null; questions: string[] };
  onAsk: (question: string) => void;
  onRetry: (messageId?: string) => void;
}

/** The conversation; it follows what is written only while its end is in view. */
export function MessageList(props: MessageListProps) {
  const { messages, busy, activity, trouble, welcome, onAsk, onRetry } = props;
  const text = useChatText();
  const { scroller, content, atBottom, toBottom } = useFollowBottom(messages.length);
  const last = messages.at(-1);
  const call = busy ? unseenCall(activity, last) : null;
  const lastId = last?.id;
  const retryLast = useCallback(() => onRetry(lastId), [onRetry, lastId]);
  return (
    <div className={styles.conversation}>
      <div ref={scroller} className={styles.scroller} role="log" aria-live="off" aria-label={text('chat.messages')} tabIndex={0}>
        <div ref={content} className={styles.messages}>
          <Welcome {...welcome} empty={messages.length === 0} onAsk={onAsk} />
          {messages.map((message) => (
            <Message
              key={message.id}
              message={message}
              streaming={busy && message === last && message.role === 'assistant'}
              onRetry={message === last && !busy ? retryLast : undefined}
            />
          ))}
          {call ? <ToolActivity call={call} /> : busy && last?.role === 'user' && <Preparing />}
          {trouble && <Fault {...trouble} />}
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
