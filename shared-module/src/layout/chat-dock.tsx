import {
  type CSSProperties,
  type ReactNode,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type Ref,
} from 'react';
import { Button } from 'react-aria-components';
import { readTab, writeTab } from '../client/tab-storage';
import { ChatIcon } from '../components/icons';
import { useChatText } from '../language/language';
import styles from './chat-dock.module.css';
import { useMediaQuery } from './use-media-query';
import { usePanelWidth } from './panel-width';
import { WidthSeparator } from './width-separator';

export interface ChatDockHandle {
  /** Makes room for the page, when the chat covers all of it. */
  showPage: () => void;
  /** Opens the chat, where it is not open. */
  open: () => void;
}

/** Under this the tab keeps how the chat is open. */
const openKey = 'course-chat-open';

/** What the panel inside needs to know of its place. */
export interface PanelPlace {
  sheet: 'half' | 'full';
  onSheet: (size: 'half' | 'full') => void;
  /** Whether the chat beside the text is as wide as it gets. */
  wide: boolean;
  /** Absent where the chat is not beside the text. */
  onWide: ((wide: boolean) => void) | undefined;
  onClose: () => void;
  /** What Esc does when no answer is being written. */
  onEscape: (() => void) | undefined;
  /** Whether it is open because it was before the page was loaded again: then nobody has turned to it. */
  restored?: boolean;
}

export interface ChatDockProps {
  /** The chatbot's name. */
  name: string;
  /** Draws the panel once the chat is open; may be loaded only then. */
  children: (place: PanelPlace) => ReactNode;
  ref?: Ref<ChatDockHandle>;
  /** Told whenever the chat begins or ends to cover the whole page, which should then be inert. */
  onCover?: (covers: boolean) => void;
}

/**
 * Puts the chat beside the text, or over it as a sheet on a narrow screen. Opened by its button only;
 * once open it stays open while the host moves between its pages, and when the tab is loaded again.
 */
export function ChatDock({ name, children, ref, onCover }: ChatDockProps) {
  const text = useChatText();
  const beside = useMediaQuery('(min-width: 1000px)');
  const { open, restored, sheet, setSheet, show, close, launcher } = useOpen(ref);
  const { width, setWidth, wide, setWide } = usePanelWidth();
  const covers = open && !beside && sheet === 'full';
  useEffect(() => {
    onCover?.(covers);
    return () => onCover?.(false);
  }, [covers, onCover]);

  if (!open) {
    return (
      <Button ref={launcher} className={styles.launcher ?? ''} onPress={show} aria-expanded={false}>
        <ChatIcon /> {text('chat.open')}
      </Button>
    );
  }
  return (
    <aside
      className={styles.dock}
      data-sheet={sheet}
      style={{ '--chat-width': `${width}px` } as CSSProperties}
      aria-label={text('chat.label', { name })}
    >
      <div className={styles.frame}>
        {beside && <WidthSeparator width={width} onWidth={setWidth} />}
        {children({
          sheet,
          onSheet: setSheet,
          wide,
          onWide: beside ? setWide : undefined,
          onClose: close,
          onEscape: beside ? undefined : close,
          restored,
        })}
      </div>
    </aside>
  );
}

/** Whether and how it is open; kept when the tab is loaded again. Closed, it gives the focus to its button. */
function useOpen(ref: Ref<ChatDockHandle> | undefined) {
  // Also a window at 200 % zoom: half of it would hold no answer.
  const small = useMediaQuery('(max-width: 599px), (max-height: 559px)');
  const [before] = useState(() => readTab(openKey));
  const [open, setOpen] = useState(before !== null);
  const [restored, setRestored] = useState(before !== null);
  const [sheet, setSheet] = useState<'half' | 'full'>(before === 'full' ? 'full' : 'half');
  const launcher = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const show = useCallback(() => {
    setSheet(small ? 'full' : 'half');
    setRestored(false);
    setOpen(true);
  }, [small]);
  const close = useCallback(() => setOpen(false), []);
  useImperativeHandle(ref, () => ({ showPage: () => setSheet('half'), open: () => (open ? undefined : show()) }), [
    open,
    show,
  ]);
  useEffect(() => {
    if (wasOpen.current && !open) launcher.current?.focus();
    wasOpen.current = open;
  }, [open]);
  useEffect(() => writeTab(openKey, open ? sheet : null), [open, sheet]);
  return { open, restored, sheet, setSheet, show, close, launcher };
}
