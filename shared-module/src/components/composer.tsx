import { type KeyboardEvent, type ReactNode, type RefObject, useId, useLayoutEffect } from 'react';
import { Button } from 'react-aria-components';
import { useChatText } from '../language/language';
import styles from './composer.module.css';
import { SendIcon, StopIcon } from './icons';

export interface ComposerProps {
  draft: string;
  busy: boolean;
  /** The longest message, in characters, where it is known. */
  limit: number | null;
  /** Whether nothing can be sent now; the draft can be written on. */
  shut?: boolean;
  /** Where it stands why. */
  noteId?: string;
  field: RefObject<HTMLTextAreaElement | null>;
  onDraft: (draft: string) => void;
  onSend: (text: string) => void;
  onStop: () => void;
  /** What goes along with the question, shown above it. */
  children?: ReactNode;
}

/** The counter is shown when less than this share of the limit is left. */
const nearLimit = 0.25;

/** Where the question is typed: Enter sends, Shift+Enter breaks the line, Esc stops the answer. */
export function Composer(props: ComposerProps) {
  const { draft, busy, limit, shut = false, noteId = '', field, onDraft, onSend, onStop, children } = props;
  const text = useChatText();
  const counterId = useId();
  const left = limit === null ? null : limit - [...draft].length;
  const sendable = !shut && draft.trim() !== '' && (left === null || left >= 0);

  const submit = () => {
    if (busy || !sendable) return;
    onSend(draft.trim());
    field.current?.focus({ preventScroll: true });
  };
  const stop = () => {
    onStop();
    // The button is about to have nothing to do.
    field.current?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      submit();
    }
  };

  useGrowth(field, draft);
  return (
    <div className={styles.composer}>
      {children}
      <textarea
        ref={field}
        className={styles.field}
        rows={1}
        value={draft}
        aria-label={text('composer.label')}
        aria-describedby={`${counterId} ${noteId}`.trim()}
        aria-invalid={left !== null && left < 0}
        placeholder={text('composer.placeholder')}
        enterKeyHint="send"
        dir="auto"
        onChange={(event) => onDraft(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button
        className={styles.send ?? ''}
        isDisabled={!busy && !sendable}
        aria-label={text(busy ? 'composer.stop' : 'composer.send')}
        onPress={busy ? stop : submit}
      >
        {busy ? <StopIcon /> : <SendIcon />}
      </Button>
      <Counter id={counterId} left={left} limit={limit} />
    </div>
  );
}

function Counter({ id, left, limit }: { id: string; left: number | null; limit: number | null }) {
  const text = useChatText();
  const near = left !== null && limit !== null && left < limit * nearLimit;
  return (
    <p id={id} className={styles.counter} data-over={left !== null && left < 0} hidden={!near}>
      {near && (left < 0 ? text('composer.over', { count: -left }) : text('composer.left', { count: left }))}
    </p>
  );
}

/** Lets the field grow with its text, up to the height that its style allows. */
function useGrowth(field: RefObject<HTMLTextAreaElement | null>, draft: string): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight + 2}px`;
  }, [field, draft]);
}
