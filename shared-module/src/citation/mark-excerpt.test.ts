import type { Nodes, Root } from 'hast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { describe, expect, test } from 'vitest';
import type { Stretch } from '../wire';
import { remarkFormulas } from '../formula/remark-formulas';
import { excerptMarkdown } from './excerpt-markdown';
import { rehypeExcerptMarks } from './mark-excerpt';

/** `‹…›` is a stretch of the passage; the result is the text as it is drawn, with `{…}` around what is marked. */
function drawn(written: string): string {
  const stretches: Stretch[] = [];
  let passage = '';
  let start = 0;
  for (const piece of written.split(/([‹›])/)) {
    if (piece === '‹') start = passage.length;
    else if (piece === '›') stretches.push({ start, end: passage.length });
    else passage += piece;
  }
  const processor = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkFormulas())
    .use(remarkRehype)
    .use(() => rehypeExcerptMarks(passage, stretches));
  return shown(processor.runSync(processor.parse(excerptMarkdown(passage))) as Root).replace(/\s+/g, ' ').trim();
}

function shown(node: Nodes): string {
  if (node.type === 'text') return node.value;
  const inner = 'children' in node ? node.children.map((child) => shown(child)).join('') : '';
  return node.type === 'element' && node.tagName === 'mark' ? `{${inner}}` : inner;
}

describe('what a sentence shares with its passage is marked', () => {
  test.each([
    ['in a sentence', 'A ‹primary key› identifies ‹every row›.', 'A {primary key} identifies {every row}.'],
    ['the second of two like words', 'A key is a ‹key›.', 'A key is a {key}.'],
    ['across code', 'Write ‹`WHERE` here› now.', 'Write {WHERE} {here} now.'],
    ['within code', 'for x in y:\n    ‹print›(x)', 'for x in y: {print}(x)'],
    ['a formula as a whole', 'Then ‹$a + b$› holds.', 'Then {a + b} holds.'],
    ['after a formula', 'Then $a$ holds for ‹a›.', 'Then a holds for {a}.'],
    ['in a table', 'id | name\n1 | ‹Ada›', 'id name 1 {Ada}'],
    ['in a list', '- one\n- ‹two›', 'one {two}'],
    ['after a link', 'See [it](/the/page) and the ‹page›.', 'See it and the {page}.'],
    ['part of bold words', 'This is **very ‹bold›**.', 'This is very {bold}.'],
    ['signs that mean themselves', '2*x*3 ‹__init__› [1]', '2*x*3 {__init__} [1]'],
    ['in Finnish', 'Pääavain ‹yksilöi› rivin.', 'Pääavain {yksilöi} rivin.'],
  ])('%s', (_name, written, expected) => {
    expect(drawn(written)).toBe(expected);
  });
});
