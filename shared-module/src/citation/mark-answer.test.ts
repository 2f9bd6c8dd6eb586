import { unified } from 'unified';
import remarkParse from 'remark-parse';
import { expect, test } from 'vitest';
import type { Nodes } from 'mdast';
import { VFile } from 'vfile';
import { remarkMarks } from './mark-answer';

function drawn(text: string, marks: Array<[string, 'cited' | 'missing']>): string {
  const file = new VFile(text);
  const tree = unified().use(remarkParse).parse(file);
  const placed = marks.map(([words, kind]) => ({ start: text.indexOf(words), end: text.indexOf(words) + words.length, kind }));
  remarkMarks(placed)(tree, file);
  return written(tree);
}

function written(node: Nodes): string {
  const inner = 'children' in node ? node.children.map(written).join('') : 'value' in node ? node.value : '';
  const mark = node.data && 'hProperties' in node.data ? node.data.hProperties?.dataMark : undefined;
  return mark ? `[${String(mark)}:${inner}]` : inner;
}

test('one sentence of an answer is marked, and what is missing in it, and everything else stays', () => {
  expect(drawn('First. A key has 17 parts. Last.', [['A key has 17 parts.', 'cited'], ['17', 'missing']])).toBe(
    'First. [cited:A key has ][cited missing:17][cited: parts.] Last.',
  );
});

test('a sentence is marked across emphasis and code, in a list', () => {
  expect(drawn('- One.\n- The **key** is `id`.\n', [['The **key** is `id`.', 'cited']])).toBe(
    'One.[cited:The ][cited:key][cited: is ][cited:id][cited:.]',
  );
});
