import { findPassage, type TextRange } from './find-passage';

/** A marked passage. */
export interface PassageMark {
  /** Where the passage begins; can take the focus. */
  first: HTMLElement;
  /** Where it ends. */
  last: HTMLElement;
  /** Whether the words were found; if not, only the heading is marked. */
  exact: boolean;
  remove: () => void;
}

/** A piece of the page: a text, or a rendered formula standing for its source. */
interface Piece {
  node: Text | HTMLElement;
  start: number;
  end: number;
}

/** Elements that are shown as something else than their text keep it in this attribute. */
export const sourceAttribute = 'data-source-text';

/** Marks a passage in a rendered page, searched from the anchor's heading on; or else the heading. */
export function markPassage(page: HTMLElement, passage: string, anchor: string | null): PassageMark | null {
  const pieces = piecesOf(page);
  const text = pieces.map(({ node }) => textOfNode(node)).join('');
  const heading = headingOf(page, anchor);
  const range = findPassage(text, passage, startOf(heading, pieces)) ?? findPassage(text, passage);
  if (range) {
    const marks = pieces.flatMap((piece) => markPiece(piece, range));
    const [first, last] = [marks[0], marks.at(-1)];
    if (first && last) return focusable({ first, last, exact: true, remove: () => marks.forEach(unmark) });
  }
  if (!heading) return null;
  heading.dataset.marked = '';
  return focusable({ first: heading, last: heading, exact: false, remove: () => delete heading.dataset.marked });
}

function headingOf(page: HTMLElement, anchor: string | null): HTMLElement | null {
  // Not by `getElementById`: the frame around the page may use the same id.
  return [...page.querySelectorAll<HTMLElement>('[id]')].find(({ id }) => id === anchor) ?? null;
}

function piecesOf(page: HTMLElement): Piece[] {
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
    if (node instanceof Text) return NodeFilter.FILTER_ACCEPT;
    if ((node as HTMLElement).hasAttribute(sourceAttribute)) return NodeFilter.FILTER_ACCEPT;
    return (node as HTMLElement).closest(`[${sourceAttribute}]`) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
  });
  const pieces: Piece[] = [];
  let start = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const piece = node as Text | HTMLElement;
    if (piece instanceof Text && piece.parentElement?.closest(`[${sourceAttribute}]`)) continue;
    const end = start + textOfNode(piece).length;
    pieces.push({ node: piece, start, end });
    start = end;
  }
  return pieces;
}

function textOfNode(node: Text | HTMLElement): string {
  return node instanceof Text ? node.data : (node.getAttribute(sourceAttribute) ?? '');
}

function startOf(heading: HTMLElement | null, pieces: Piece[]): number {
  if (!heading) return 0;
  const follows = Node.DOCUMENT_POSITION_FOLLOWING;
  return pieces.find(({ node }) => (heading.compareDocumentPosition(node) & follows) !== 0)?.start ?? 0;
}

function markPiece({ node, start, end }: Piece, range: TextRange): HTMLElement[] {
  if (end <= range.start || start >= range.end) return [];
  if (!(node instanceof Text)) {
    node.dataset.marked = '';
    return [node];
  }
  let marked = node;
  if (range.end < end) marked.splitText(range.end - start);
  if (range.start > start) marked = marked.splitText(range.start - start);
  // White space between blocks or table rows must stay where it is.
  if (marked.data.trim() === '') return [];
  const mark = document.createElement('mark');
  marked.replaceWith(mark);
  mark.append(marked);
  return [mark];
}

function unmark(element: HTMLElement): void {
  if (element.tagName !== 'MARK') {
    delete element.dataset.marked;
    return;
  }
  const parent = element.parentNode;
  element.replaceWith(...element.childNodes);
  parent?.normalize();
}

function focusable(mark: PassageMark): PassageMark {
  mark.first.tabIndex = -1;
  return mark;
}
