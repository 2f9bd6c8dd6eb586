import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * For the heading of a page: it takes the focus when one has come by a link that went with the page before, which
 * would lose it. Whoever loads the page begins at its top.
 */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const cameHere = key !== 'default';
  useEffect(() => {
    if (cameHere && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    // Of one page only: a filter changes the address, too.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return heading;
}
