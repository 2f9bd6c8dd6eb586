import type { Parent, PhrasingContent, Root, RootContent, Text } from 'mdast';
import type { VFile } from 'vfile';
import { type Extent, extentsOfChildren, indexInValue } from './place-citations';
import { kindsWithin, type SentenceMark } from './sentence-marks';

/** Blocks whose children are pieces of a line: each becomes a paragraph. */
const lines = new Set(['paragraph', 'heading', 'tableCell']);
/** Blocks that are shown whole or not at all. */
const wholeBlocks = new Set(['code', 'math']);
/** Pieces of a line that can be cut; any other piece is shown whole. */
const cuttable = new Set(['emphasis', 'strong', 'delete', 'link', 'linkReference']);

export interface Cut {
  range: Extent;
  marks: SentenceMark[];
  source: string;
}

/**
 * A remark plugin that leaves of a Markdown text one sentence and marks words in it, both by offsets of the source.
 * The whole text is parsed before, so that emphasis, links, code and formulas stay what they are.
 */
export function remarkSentence(range: Extent, marks: SentenceMark[]) {
  return (tree: Root, file: VFile): void => {
    tree.children = linesWithin(tree, { range, marks, source: String(file) });
  };
}

function linesWithin(parent: Parent, cut: Cut): RootContent[] {
  const extents = extentsOfChildren(parent);
  return parent.children.flatMap((child, index): RootContent[] => {
    if (!overlaps(extents[index], cut.range)) return [];
    if (wholeBlocks.has(child.type)) return [child];
    if (!('children' in child)) return [];
    if (!lines.has(child.type)) return linesWithin(child, cut);
    const children = piecesWithin(child, cut);
    return children.length > 0 ? [{ type: 'paragraph', children }] : [];
  });
}

function piecesWithin(parent: Parent, cut: Cut): PhrasingContent[] {
  const extents = extentsOfChildren(parent);
  return parent.children.flatMap((child, index): PhrasingContent[] => {
    const extent = extents[index];
    if (!extent || !overlaps(extent, cut.range)) return [];
    if (child.type === 'text') return textWithin(child, extent, cut);
    if (cuttable.has(child.type) && 'children' in child && child.position) {
      return [{ ...child, children: piecesWithin(child, cut) } as PhrasingContent];
    }
    return [marked(child as PhrasingContent, kindsWithin(cut.marks, extent.start, extent.end))];
  });
}

/** A text, from the beginning of the sentence to its end, in pieces at the borders of marks. */
export function textWithin(text: Text, extent: Extent, { range, marks, source }: Cut): PhrasingContent[] {
  const start = Math.max(extent.start, range.start);
  const end = Math.min(extent.end, range.end);
  const borders = new Set([start, end]);
  for (const { start, end } of marks) borders.add(start).add(end);
  const within = [...borders].filter((border) => border >= start && border <= end).sort((a, b) => a - b);
  const written = source.slice(extent.start, extent.end);
  const indexOf = (offset: number) => {
    const at = offset - extent.start;
    return text.position ? indexInValue(text.value, written, at) : at;
  };
  return within.slice(1).flatMap((until, index) => {
    const from = within[index] ?? start;
    const value = text.value.slice(indexOf(from), indexOf(until));
    return value === '' ? [] : [marked({ type: 'text', value }, kindsWithin(marks, from, until))];
  });
}

export function marked(piece: PhrasingContent, kinds: string): PhrasingContent {
  if (kinds === '') return piece;
  return { type: 'emphasis', children: [piece], data: { hName: 'mark', hProperties: { dataMark: kinds } } };
}

function overlaps(extent: Extent | undefined, range: Extent): boolean {
  return extent !== undefined && extent.start < range.end && extent.end > range.start;
}
