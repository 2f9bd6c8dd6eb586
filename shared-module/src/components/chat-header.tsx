import { useChatText } from '../language/language';
import type { ChatbotSummary } from '../wire';
import styles from './chat-panel.module.css';
import { IconButton } from './icon-button';
import { CloseIcon, ExpandIcon, NewIcon, ShrinkIcon } from './icons';

export interface ChatHeaderProps {
  chatbot: ChatbotSummary;
  /** Whether nothing was said yet. */
  fresh: boolean;
  sheet: 'half' | 'full';
  onSheet: (size: 'half' | 'full') => void;
  onNew: () => void;
  onClose: () => void;
}

/** Who answers, and what can be done with the conversation. */
export function ChatHeader({ chatbot, fresh, sheet, onSheet, onNew, onClose }: ChatHeaderProps) {
  const text = useChatText();
  const full = sheet === 'full';
  return (
    <header className={styles.header}>
      <div className={styles.who}>
        <h2 className={styles.name}>{chatbot.name}</h2>
        {chatbot.model && <p className={styles.model}>{chatbot.model}</p>}
      </div>
      <IconButton label={text('chat.new')} isDisabled={fresh} onPress={onNew}>
        <NewIcon />
      </IconButton>
      <IconButton
        label={text(full ? 'chat.shrink' : 'chat.expand')}
        className={styles.sheetOnly}
        onPress={() => onSheet(full ? 'half' : 'full')}
      >
        {full ? <ShrinkIcon /> : <ExpandIcon />}
      </IconButton>
      <IconButton label={text('chat.close')} onPress={onClose}>
        <CloseIcon />
      </IconButton>
    </header>
  );
}
