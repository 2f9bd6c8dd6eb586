import { useChatText } from '../language/language';
import { modelName } from '../language/model-name';
import type { PanelPlace } from '../layout/chat-dock';
import type { ChatbotSummary } from '../wire';
import styles from './chat-panel.module.css';
import { IconButton } from './icon-button';
import {
  BackIcon,
  CloseIcon,
  DownloadIcon,
  ExpandIcon,
  HistoryIcon,
  NarrowIcon,
  NewIcon,
  ShrinkIcon,
  WidenIcon,
} from './icons';

export interface ChatHeaderProps {
  chatbot: ChatbotSummary;
  place: PanelPlace;
  /** Whether nothing was said yet. */
  fresh: boolean;
  /** Whether the list of conversations is shown instead of the conversation. */
  listing: boolean;
  onListing: (listing: boolean) => void;
  onNew: () => void;
  onDownload: () => void;
}

/** Who answers, and what can be done with the conversation. */
export function ChatHeader({ chatbot, place, fresh, listing, onListing, onNew, onDownload }: ChatHeaderProps) {
  const text = useChatText();
  return (
    <header className={styles.header}>
      <h2 className={styles.name} title={chatbot.name}>
        <bdi>{chatbot.name}</bdi>
      </h2>
      <div className={styles.headerActions}>
        <IconButton label={text(listing ? 'chat.back' : 'chat.history')} onPress={() => onListing(!listing)}>
          {listing ? <BackIcon /> : <HistoryIcon />}
        </IconButton>
        <IconButton label={text('chat.new')} isDisabled={fresh && !listing} onPress={onNew}>
          <NewIcon />
        </IconButton>
        {!listing && (
          <IconButton label={text('chat.download')} isDisabled={fresh} onPress={onDownload}>
            <DownloadIcon />
          </IconButton>
        )}
        <SizeButton place={place} />
        <IconButton label={text('chat.close')} onPress={place.onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      {chatbot.model && (
        <p className={styles.model}>
          <bdi>{modelName(text, chatbot.model)}</bdi>
        </p>
      )}
    </header>
  );
}

/** Beside the text the chat gets wider, over it higher. */
function SizeButton({ place }: { place: PanelPlace }) {
  const text = useChatText();
  const { wide, onWide, sheet, onSheet } = place;
  if (onWide) {
    return (
      <IconButton label={text(wide ? 'chat.narrow' : 'chat.widen')} onPress={() => onWide(!wide)}>
        {wide ? <NarrowIcon /> : <WidenIcon />}
      </IconButton>
    );
  }
  const full = sheet === 'full';
  return (
    <IconButton label={text(full ? 'chat.shrink' : 'chat.expand')} onPress={() => onSheet(full ? 'half' : 'full')}>
      {full ? <ShrinkIcon /> : <ExpandIcon />}
    </IconButton>
  );
}
