import { expect, type Page } from '@playwright/test';

/** What has the keyboard's focus is in view and shows it. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(focusState), { message: 'the focus can be seen' }).toMatchObject({
    somewhere: true,
    ring: true,
    inView: true,
  });
}

function focusState() {
  const element = document.activeElement;
  if (!element || element === document.body) return { somewhere: false, ring: false, inView: false, element: 'body' };
  const drawn = (style: CSSStyleDeclaration) => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
  // A separator draws its line by a pseudo-element.
  const line = getComputedStyle(element, '::after');
  const lineDrawn = line.content !== 'none' && !['transparent', 'rgba(0, 0, 0, 0)'].includes(line.backgroundColor);
  // Within a field for a date the browser draws the ring itself, on the button that opens its calendar.
  const visible = element.matches(':focus-visible') || element.matches('input[type^=date]');
  const { top, bottom, left, right } = element.getBoundingClientRect();
  return {
    somewhere: true,
    ring: visible && (drawn(getComputedStyle(element)) || lineDrawn),
    inView: top < innerHeight && bottom > 0 && left < innerWidth && right > 0,
    element: element.outerHTML.slice(0, 200),
  };
}
