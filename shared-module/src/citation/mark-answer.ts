import type { Nodes, Parent, PhrasingContent, Root } from 'mdast';
import type { VFile } from 'vfile';
import { type Cut, marked, textWithin } from './cut-sentence';
import { extentsOfChildren } from './place-citations';
import { kindsWithin, type SentenceMark } from './sentence-marks';

/** A remark plugin that marks stretches of a Markdown text, by offsets of its source, and leaves all of it. */
export function remarkMarks(marks: SentenceMark[]) {
  return (tree: Root, file: VFile): void => {
    const source = String(file);
    markWithin(tree, { range: { start: 0, end: source.length }, marks, source });
  };
}

function markWithin(parent: Parent, cut: Cut): void {
  const extents = extentsOfChildren(parent);
  parent.children = parent.children.flatMap((child, index): Nodes[] => {
    const extent = extents[index];
    if (!extent) return [child];
    if (child.type === 'text') return textWithin(child, extent, cut);
    if (child.type === 'inlineCode' || child.type === 'inlineMath') {
      return [marked(child as PhrasingContent, kindsWithin(cut.marks, extent.start, extent.end))];
    }
    if ('children' in child) markWithin(child, cut);
    return [child];
  }) as Parent['children'];
}
