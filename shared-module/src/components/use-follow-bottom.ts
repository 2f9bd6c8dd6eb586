import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Nearer to the end than this counts as being there. */
const nearPx = 48;

/**
 * Keeps a scrolled list at its end while it grows, as long as the reader is there. A new last item is brought into
 * view; new first items leave what is in view where it is, if `keepPlace` was called before.
 */
export function useFollowBottom(lastId: string | undefined, firstId: string | undefined) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  const lastTop = useRef(0);
  const [atBottom, setAtBottom] = useState(true);

  const jump = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    element.scrollTop = element.scrollHeight;
    lastTop.current = element.scrollTop;
  }, []);

  useEffect(() => {
    const element = scroller.current;
    const inner = content.current;
    if (!element || !inner) return;
    const look = () => {
      const near = element.scrollHeight - element.scrollTop - element.clientHeight < nearPx;
      // Only the reader scrolls up; that the end has moved away is no reason to stop following it.
      if (near) following.current = true;
      else if (element.scrollTop < lastTop.current) following.current = false;
      lastTop.current = element.scrollTop;
      setAtBottom(near || following.current);
    };
    const grow = new ResizeObserver(() => {
      if (following.current) jump();
      else look();
    });
    grow.observe(inner);
    grow.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      grow.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [jump]);

  const toBottom = useCallback(() => {
    following.current = true;
    jump();
    scroller.current?.focus({ preventScroll: true });
  }, [jump]);

  // A message that was just added (one's own question, above all) is always brought into view.
  useLayoutEffect(() => {
    following.current = true;
    jump();
  }, [lastId, jump]);

  const keep = useKeptPlace(scroller, firstId);
  const keepPlace = useCallback(() => {
    following.current = false;
    keep();
  }, [keep]);
  return { scroller, content, atBottom, toBottom, keepPlace };
}

/** Remembers, before items are put in front of the first one, what is in view, and brings it back into view then. */
function useKeptPlace(scroller: RefObject<HTMLDivElement | null>, firstId: string | undefined): () => void {
  const fromEnd = useRef<number | null>(null);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element && fromEnd.current !== null) element.scrollTop = element.scrollHeight - fromEnd.current;
    fromEnd.current = null;
  }, [scroller, firstId]);
  return useCallback(() => {
    const element = scroller.current;
    if (element) fromEnd.current = element.scrollHeight - element.scrollTop;
  }, [scroller]);
}
