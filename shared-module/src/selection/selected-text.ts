import { sourceAttribute } from '../passage/mark-passage';

/** As much as the server takes, in characters. */
export const longestSelection = 2_000;

/**
 * The text that is selected inside a page, or null. A formula gives its source, whole, however it is drawn;
 * what is too long is cut.
 */
export function selectedText(page: HTMLElement, selection: Selection | null): string | null {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0).cloneRange();
  const [startsHere, endsHere] = [page.contains(range.startContainer), page.contains(range.endContainer)];
  if (!startsHere && !endsHere) return null;
  // Selecting a whole last paragraph ends at the beginning of what follows the page.
  if (!startsHere) range.setStart(page, 0);
  if (!endsHere) range.setEnd(page, page.childNodes.length);
  coverFormulas(range);
  const copy = document.createElement('div');
  copy.append(range.cloneContents());
  for (const formula of copy.querySelectorAll(`[${sourceAttribute}]`)) {
    formula.replaceWith(formula.getAttribute(sourceAttribute) ?? '');
  }
  for (const block of copy.querySelectorAll('p, li, h1, h2, h3, h4, h5, h6, tr, td, th, pre, blockquote'))
    block.after('\n');
  const text = [
    ...(copy.textContent ?? '')
      .replace(/[^\S\n]+/g, ' ')
      .replace(/\s*\n\s*/g, '\n')
      .trim(),
  ];
  return text.length === 0 ? null : text.slice(0, longestSelection).join('').trim();
}

/** Moves the ends of a range that lie inside a formula out of it. */
function coverFormulas(range: Range): void {
  const formulaOf = (node: Node) =>
    (node instanceof Element ? node : node.parentElement)?.closest(`[${sourceAttribute}]`);
  const first = formulaOf(range.startContainer);
  const last = formulaOf(range.endContainer);
  if (first) range.setStartBefore(first);
  if (last) range.setEndAfter(last);
}
