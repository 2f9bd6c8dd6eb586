import type { Nodes, Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { VFile } from 'vfile';
import { describe, expect, test } from 'vitest';
import { remarkFormulas } from '../formula/remark-formulas';
import { indexInValue, remarkCitations } from './place-citations';

/** The Markdown with `^1` where number 1 is to be drawn becomes nested text with `[1]` where it was put. */
function placed(marked: string): string {
  const points: Array<{ offset: number; numbers: number[] }> = [];
  let source = '';
  for (const piece of marked.split(/(\^\d)/)) {
    if (/^\^\d$/.test(piece)) points.push({ offset: source.length, numbers: [Number(piece[1])] });
    else source += piece;
  }
  const processor = unified().use(remarkParse).use(remarkGfm).use(remarkFormulas()).use(() => remarkCitations(points));
  return shown(processor.runSync(processor.parse(source), new VFile(source)) as Root);
}

function shown(node: Nodes): string {
  if (node.data && 'hName' in node.data && node.data.hName === 'sup') return `[${'value' in node ? node.value : ''}]`;
  if ('children' in node) {
    const inner = node.children.map((child) => shown(child as Nodes)).join('');
    return ['root', 'tableRow', 'list', 'table'].includes(node.type) ? inner : `${node.type}(${inner})`;
  }
  if (node.type === 'text') return node.value;
  return 'value' in node ? `${node.type}<${node.value}>` : node.type;
}

describe('citation numbers', () => {
  test.each([
    ['after a sentence', 'One.^1 Two.^2', 'paragraph(One.[1] Two.[2])'],
    ['at the end of emphasis', '**One.**^1 Two.', 'paragraph(strong(One.)[1] Two.)'],
    ['inside emphasis', '*One.^1* two', 'paragraph(emphasis(One.[1]) two)'],
    ['in list items', '- One.^1\n- Two.^2', 'listItem(paragraph(One.[1]))listItem(paragraph(Two.[2]))'],
    ['in table cells', '| a |\n|---|\n| One.^1 |', 'tableCell(a)tableCell(One.[1])'],
    ['in quoted lines', '> One\n> two.^1 Three', 'blockquote(paragraph(One\ntwo.[1] Three))'],
    ['after escapes', 'a\\*b.^1 c', 'paragraph(a*b.[1] c)'],
    ['after entities', 'a &amp; amp b.^1 c', 'paragraph(a & amp b.[1] c)'],
    ['right behind an address', 'See https://a.example/x^1 now', 'paragraph(See link(https://a.example/x)[1] now)'],
    ['never inside a link', '[One. t^1wo](/x) c', 'paragraph(link(One. two)[1] c)'],
    ['never inside a code span', 'a `b. c^1 d` e', 'paragraph(a inlineCode<b. c d>[1] e)'],
    ['never inside a code block', '```\nx = 1.^1\ny\n```\n\nz', 'code<x = 1.\ny>paragraph([1])paragraph(z)'],
    ['never inside a formula', 'a $x. y^1 z$ b', 'paragraph(a inlineMath<x. y z>[1] b)'],
    ['beyond the end', 'One.\n\n^1', 'paragraph(One.[1])'],
    ['behind an e-mail address', 'Ask a@b.example now.^1 Yes', 'paragraph(Ask link(a@b.example) now.[1] Yes)'],
  ])('%s', (_name, marked, expected) => {
    expect(placed(marked)).toBe(expected);
  });

  test('several at one place keep their order', () => {
    const source = 'One.';
    const processor = unified().use(remarkParse).use(() => remarkCitations([{ offset: 4, numbers: [1, 3] }]));
    expect(shown(processor.runSync(processor.parse(source), new VFile(source)) as Root)).toBe('paragraph(One.[1][3])');
  });

  test('offsets are UTF-16 code units', () => {
    expect(placed('😀 ä.^1 b')).toBe('paragraph(😀 ä.[1] b)');
  });

  test('an offset past an escape is found in the value', () => {
    expect(indexInValue('a*b', 'a\\*b', 3)).toBe(2);
    expect(indexInValue('abc', 'abc', 99)).toBe(3);
  });
});
