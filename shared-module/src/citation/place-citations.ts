import type { Nodes, Parent, Root, Text } from 'mdast';
import type { VFile } from 'vfile';
import type { CitationPoint } from './citation-points';

/** Where something stands in a source, in UTF-16 code units. */
export interface Extent {
  start: number;
  end: number;
}

/** Parents whose children are pieces of a line. */
const lines = new Set(['paragraph', 'heading', 'emphasis', 'strong', 'delete', 'tableCell']);
/** A number is never put inside these: it stands right after them. */
const closed = new Set(['link', 'linkReference', 'footnoteReference', 'inlineCode', 'inlineMath', 'code', 'math']);

/**
 * A remark plugin that puts citation numbers into the tree of a Markdown text, at offsets of its source.
 * Working on the parsed tree, it cannot disturb the Markdown: the source itself is never changed.
 */
export function remarkCitations(points: CitationPoint[]) {
  return (tree: Root, file: VFile): void => {
    const source = String(file);
    const lastFirst = [...points].sort((a, b) => b.offset - a.offset);
    for (const point of lastFirst) place(tree, point, source);
  };
}

function place(parent: Parent, point: CitationPoint, source: string): void {
  const extents = extentsOfChildren(parent);
  const index = extents.findLastIndex(({ start }) => start < point.offset);
  const child = parent.children[index];
  const extent = extents[index];
  const inLine = lines.has(parent.type);
  if (!child || !extent) return insert(parent, 0, point, inLine);
  const inside = point.offset < extent.end;
  if (child.type === 'text' && inside) return split(parent, index, child, extent, point, source);
  const enterable = 'children' in child && !closed.has(child.type);
  if (enterable && (inside || !inLine)) return place(child, point, source);
  insert(parent, index + 1, point, inLine);
}

/** Where the children stand in the source. A node that a plugin made has no position: it follows its neighbour. */
export function extentsOfChildren(parent: Parent): Extent[] {
  let cursor = parent.position?.start.offset ?? 0;
  return parent.children.map((child) => {
    const start = child.position?.start.offset ?? cursor;
    const end = child.position?.end.offset ?? start + lengthOf(child);
    cursor = end;
    return { start, end };
  });
}

function lengthOf(node: Nodes): number {
  if ('value' in node) return node.value.length;
  if ('children' in node) return node.children.reduce((sum, child) => sum + lengthOf(child), 0);
  return 0;
}

function split(parent: Parent, index: number, text: Text, extent: Extent, point: CitationPoint, source: string): void {
  const at = text.position
    ? indexInValue(text.value, source.slice(extent.start, extent.end), point.offset - extent.start)
    : point.offset - extent.start;
  const before: Text = { ...text, value: text.value.slice(0, at) };
  if (text.position) {
    before.position = { start: text.position.start, end: { ...text.position.end, offset: point.offset } };
  }
  const after: Text = { type: 'text', value: text.value.slice(at) };
  parent.children.splice(index, 1, before, ...citationNodes(point), after);
}

function insert(parent: Parent, index: number, point: CitationPoint, inLine: boolean): void {
  const nodes = citationNodes(point);
  if (inLine) parent.children.splice(index, 0, ...nodes);
  else parent.children.splice(index, 0, { type: 'paragraph', children: nodes });
}

function citationNodes(point: CitationPoint): Text[] {
  return point.numbers.map((number) => ({
    type: 'text',
    value: String(number),
    position: undefined,
    data: {
      hName: 'sup',
      hProperties: { dataCitation: number, dataEnd: point.offset },
      hChildren: [{ type: 'text', value: String(number) }],
    },
  }));
}

/**
 * The index in a text's value that an offset of its source stands for. They differ by escapes (`\*`),
 * entities (`&amp;`) and the prefixes of quoted lines, which the value does not have.
 */
export function indexInValue(value: string, source: string, offset: number): number {
  let at = 0;
  for (let index = 0; index < value.length; index += 1) {
    const found = source.indexOf(value.charAt(index), at);
    const next = found === -1 ? at : found;
    if (next >= offset) return index;
    at = next + 1;
    if (value.charAt(index) === '&') at += /^(amp|#38|#x26);/i.exec(source.slice(at))?.[0].length ?? 0;
  }
  return value.length;
}
