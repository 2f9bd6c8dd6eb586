import { markPassage, type PassageMark, showPassage } from '@course-chatbot/chat';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { anchorOf, isOnPage, type PassageTarget } from './passage-target';

interface ArrivalOptions {
  body: RefObject<HTMLDivElement | null>;
  title: RefObject<HTMLElement | null>;
  target: PassageTarget | null;
  /** Whether the page of the address stands, formulas drawn. */
  ready: boolean;
}

/**
 * Brings the reader to where the address leads. The target's passage is marked, brought into view and focused,
 * until the next click; otherwise it is the address's anchor, or the top of the page with the focus on its title.
 * Returns null while nothing is marked, and else whether the very words were found.
 */
export function useArrival({ body, title, target, ready }: ArrivalOptions): boolean | null {
  const { pathname, hash, key } = useLocation();
  const arrivedAt = useRef<string | null>(null);
  const seenTarget = useRef<PassageTarget | null>(null);
  const [exact, setExact] = useState<boolean | null>(null);

  useEffect(() => {
    if (!ready || !body.current) return;
    // The router's name for where the browser itself began.
    const first = arrivedAt.current === null && key === 'default';
    const arrived = arrivedAt.current === key;
    arrivedAt.current = key;
    const wanted = target && target !== seenTarget.current && isOnPage(target, pathname) ? target : null;
    const mark = wanted && markPassage(body.current, wanted.passage, anchorOf(wanted));
    if (!mark) {
      if (!arrived) goTo(body.current, title.current, hash, first);
      return;
    }
    setExact(mark.exact);
    const leave = showUntilClick(mark, () => {
      seenTarget.current = wanted;
      mark.remove();
      setExact(null);
    });
    return () => {
      leave();
      setExact(null);
    };
  }, [body, title, target, ready, pathname, hash, key]);
  return exact;
}

function goTo(body: HTMLElement, title: HTMLElement | null, hash: string, first: boolean): void {
  const id = decodeURIComponent(hash.slice(1));
  const anchor = id && [...body.querySelectorAll('[id]')].find((element) => element.id === id);
  if (anchor) {
    anchor.scrollIntoView();
    return;
  }
  // The browser itself has placed the very first page.
  if (first) return;
  window.scrollTo(0, 0);
  title?.focus({ preventScroll: true });
}

function showUntilClick(mark: PassageMark, onClick: () => void): () => void {
  showPassage(mark);
  // After the popover, which was left by this, has given the focus back to its button.
  const focusing = setTimeout(() => mark.first.focus({ preventScroll: true }), 50);
  // After the click has done its work: it may be on a link inside the mark.
  const click = () => setTimeout(onClick);
  // Captured: the widgets keep clicks to themselves.
  document.addEventListener('click', click, { once: true, capture: true });
  return () => {
    clearTimeout(focusing);
    document.removeEventListener('click', click, { capture: true });
    mark.remove();
  };
}
