import { markPassage } from '@course-chatbot/chat';
import { type RefObject, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { anchorOf, isOnPage, type PassageTarget } from './passage-target';

interface MarkOptions {
  body: RefObject<HTMLDivElement | null>;
  target: PassageTarget | null;
  /** Whether the page of the address stands, formulas drawn. */
  ready: boolean;
}

/**
 * Marks the target's passage, brings it into view and moves the focus there, until the next click.
 * Returns null while nothing is marked, and else whether the very words were found.
 */
export function usePassageMark({ body, target, ready }: MarkOptions): boolean | null {
  const { pathname } = useLocation();
  const [exact, setExact] = useState<boolean | null>(null);
  useEffect(() => {
    if (!ready || !target || !body.current || !isOnPage(target, pathname)) return;
    const mark = markPassage(body.current, target.passage, anchorOf(target));
    if (!mark) return;
    setExact(mark.exact);
    mark.first.focus({ preventScroll: true });
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    mark.first.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' });
    const forget = () => {
      mark.remove();
      setExact(null);
    };
    document.addEventListener('click', forget, { once: true });
    return () => {
      document.removeEventListener('click', forget);
      forget();
    };
  }, [body, target, ready, pathname]);
  return exact;
}
