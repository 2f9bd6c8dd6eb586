import { useChatText } from '../language/language';
import { Fault } from './answer-note';
import styles from './chat-panel.module.css';

export interface NoChatProps {
  /** Given when it is not known whether there is a chatbot: asks again. */
  onAgain?: (() => void) | undefined;
}

/** What stands on a page instead of the chat: there is no chatbot, or it could not be loaded. */
export function NoChat({ onAgain }: NoChatProps) {
  const text = useChatText();
  if (onAgain) return <Fault sentence={text('chat.notLoaded')} action={text('chat.again')} onAction={onAgain} />;
  return <p className={styles.none}>{text('chat.none')}</p>;
}
