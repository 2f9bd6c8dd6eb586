import type { KeyboardEvent, PointerEvent } from 'react';
import { useChatText } from '../language/language';
import styles from './chat-dock.module.css';
import { greatestWidth, leastWidth } from './panel-width';

const stepPx = 24;

/** The line between text and chat: drag it, or move it with the arrow keys. */
export function WidthSeparator({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const text = useChatText();
  const greatest = greatestWidth();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = isRightToLeft(event.currentTarget) ? -stepPx : stepPx;
    const wanted: Partial<Record<string, number>> = {
      ArrowLeft: width + step,
      ArrowRight: width - step,
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
    onWidth(isRightToLeft(event.currentTarget) ? event.clientX : document.documentElement.clientWidth - event.clientX);
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

/** The chat stands at the end of the line: on the left of a page that is read from the right. */
function isRightToLeft(element: HTMLElement): boolean {
  return getComputedStyle(element).direction === 'rtl';
}
