import type { KeyboardEvent, PointerEvent } from 'react';
import { useChatText } from '../language/language';
import styles from './chat-dock.module.css';
import { greatestWidth, leastWidth } from './panel-width';

const stepPx = 24;

/** The line between text and chat: drag it, or move it with the arrow keys. */
export function WidthSeparator({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const text = useChatText();
  const greatest = greatestWidth();
  const onKeyDown = (event: KeyboardEvent) => {
    const wanted: Partial<Record<string, number>> = {
      ArrowLeft: width + stepPx,
      ArrowRight: width - stepPx,
      Home: greatest,
      End: leastWidth,
    };
    const next = wanted[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onWidth(next);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    onWidth(document.documentElement.clientWidth - event.clientX);
  };
  return (
    <div
      className={styles.separator}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={text('chat.resize')}
      aria-valuenow={width}
      aria-valuemin={leastWidth}
      aria-valuemax={greatest}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onPointerMove}
    />
  );
}
