/**
 * Wide code, tables and formulas scroll inside themselves. So that the keyboard can scroll them, too, each that is
 * wider than the page takes the focus; tables get a frame for it, as they cannot scroll and remain tables.
 */
export function reachWideParts(page: HTMLElement, frameClass: string): void {
  for (const table of page.querySelectorAll('table')) {
    if (table.parentElement?.className === frameClass) continue;
    const frame = document.createElement('div');
    frame.className = frameClass;
    table.replaceWith(frame);
    frame.append(table);
  }
  // The empty corner of a table heads nothing.
  for (const corner of page.querySelectorAll('th:empty')) corner.replaceWith(document.createElement('td'));
  for (const part of page.querySelectorAll<HTMLElement>('pre, .math-display, table')) {
    const scrolled = part instanceof HTMLTableElement ? part.parentElement : part;
    if (scrolled && scrolled.scrollWidth > scrolled.clientWidth) scrolled.tabIndex = 0;
  }
}
