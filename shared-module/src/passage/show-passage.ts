import type { PassageMark } from './mark-passage';

/**
 * Scrolls a marked passage into the part of the window that nothing covers, as `scroll-padding` tells it: the whole
 * of it where there is room, else its beginning.
 */
export function showPassage({ first, last }: PassageMark): void {
  const begin = first.getBoundingClientRect();
  const rest = Math.max(0, last.getBoundingClientRect().bottom - begin.bottom);
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const fits = begin.height + rest <= roomInWindow();
  // As if the first mark were as high as all of them; that works whatever element it is that scrolls.
  first.style.scrollMarginBottom = fits ? `${rest}px` : '';
  first.scrollIntoView({ block: fits ? 'center' : 'start', behavior: still ? 'auto' : 'smooth' });
}

/** The height of the window without what lies over it. */
function roomInWindow(): number {
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  return window.innerHeight - (parseFloat(scrollPaddingTop) || 0) - (parseFloat(scrollPaddingBottom) || 0);
}
