import type { Element, Root, RootContent } from 'hast';
import { type Direction, directionOf, withoutTurns } from './text-direction';

/** What is read for itself, each by its own first words. */
const blocks = new Set(['p', 'ul', 'ol', 'li', 'blockquote', 'table', 'th', 'td', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/**
 * Gives each block the direction of its own words. The browser's `dir=auto` does not do for that: it passes over what
 * has a direction of its own, so that a quotation would not be seen to be of the paragraphs in it. Code is read from
 * the left, whatever is around it; a link is apart from what is around it.
 */
export function rehypeDirections() {
  return (tree: Root): void => direct(tree);
}

function direct(parent: Root | Element): void {
  for (const child of parent.children) {
    if (child.type === 'text') child.value = withoutTurns(child.value);
    if (child.type !== 'element') continue;
    const direction = directionFor(child);
    if (direction) child.properties.dir = direction;
    else delete child.properties.dir;
    if (!isCode(child)) direct(child);
  }
}

function directionFor(element: Element): Direction | 'auto' | undefined {
  if (isCode(element)) return 'ltr';
  if (element.tagName === 'a') return 'auto';
  return blocks.has(element.tagName) ? firstDirection(element.children) : undefined;
}

/** Code, and formulas, which are code until they are drawn. */
function isCode({ tagName }: Element): boolean {
  return tagName === 'code' || tagName === 'pre';
}

/** Neither code nor the number of a source says how a block is read. */
function firstDirection(nodes: RootContent[]): Direction | undefined {
  for (const node of nodes) {
    const direction = node.type === 'text' ? directionOf(node.value) : undefined;
    const inner = node.type === 'element' && !isCode(node) ? firstDirection(node.children) : undefined;
    if (direction ?? inner) return direction ?? inner;
  }
  return undefined;
}
