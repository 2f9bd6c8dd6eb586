import { type RefObject, useEffect, useState } from 'react';

/** What rounding may leave of a box that is scrolled to its end. */
const slackPx = 2;

/** Whether a box that scrolls has more below what is seen of it. */
export function useMoreBelow(box: RefObject<HTMLElement | null>): boolean {
  const [more, setMore] = useState(false);
  // After every drawing, too: what is in the box may have grown.
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => setMore(element.scrollHeight - element.scrollTop - element.clientHeight > slackPx);
    look();
    element.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      element.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  });
  return more;
}
