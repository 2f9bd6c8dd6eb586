import '../client/without-eval';
import { asCourseMessages } from '../client/course-message';
import type { UiMessage } from '../wire';
import { Message } from './message';
import styles from './transcript.module.css';

/** A conversation that is only read. */
export function Transcript({ messages }: { messages: UiMessage[] }) {
  return (
    <div className={styles.transcript}>
      {asCourseMessages(messages).map((message) => (
        <Message key={message.id} message={message} streaming={false} last={false} citing={false} record />
      ))}
    </div>
  );
}
