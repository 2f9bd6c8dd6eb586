import type { Nodes, Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { VFile } from 'vfile';
import { describe, expect, test } from 'vitest';
import { remarkFormulas } from '../formula/remark-formulas';
import { remarkSentence } from './cut-sentence';
import type { SentenceMark } from './sentence-marks';

/** `⟦…⟧` is the sentence, `‹…›` what is missing in it; the result has `{…}` around what was marked. */
function cut(written: string): string {
  const marks: SentenceMark[] = [];
  const range = { start: 0, end: 0 };
  let source = '';
  let markStart = 0;
  for (const piece of written.split(/([⟦⟧‹›])/)) {
    if (piece === '⟦') range.start = source.length;
    else if (piece === '⟧') range.end = source.length;
    else if (piece === '‹') markStart = source.length;
    else if (piece === '›') marks.push({ start: markStart, end: source.length, kind: 'missing' });
    else source += piece;
  }
  const processor = unified().use(remarkParse).use(remarkGfm).use(remarkFormulas()).use(() => remarkSentence(range, marks));
  return shown(processor.runSync(processor.parse(source), new VFile(source)) as Root);
}

function shown(node: Nodes): string {
  const inner = 'children' in node ? node.children.map((child) => shown(child as Nodes)).join('') : '';
  if (node.data && 'hName' in node.data && node.data.hName === 'mark') return `{${inner}}`;
  if (node.type === 'root') return inner;
  if (node.type === 'paragraph') return `${inner}¶`;
  if ('children' in node) return `${node.type}(${inner})`;
  if (node.type === 'text') return node.value;
  return 'value' in node ? `${node.type}<${node.value}>` : node.type;
}

describe('one sentence of an answer', () => {
  test.each([
    ['is cut out of its paragraph', 'One. ⟦Two ‹42› three.⟧ Four.', 'Two {42} three.¶'],
    ['keeps its emphasis when that begins before it', '**One. ⟦Two.⟧ Three.**', 'strong(Two.)¶'],
    ['keeps emphasis within a mark', '⟦One ‹**two** three› four.⟧', 'One strong({two}){ three} four.¶'],
    ['keeps emphasis around a mark', '⟦One **two ‹three› four**.⟧', 'One strong(two {three} four).¶'],
    ['of a list is a paragraph', '- One.\n- ⟦Two ‹x›.⟧\n- Three.', 'Two {x}.¶'],
    ['of a table is a paragraph', '| a | b |\n|---|---|\n| One. | ⟦Two ‹x›.⟧ |', 'Two {x}.¶'],
    ['of a heading is a paragraph', '## ⟦One ‹x›⟧\n\nTwo.', 'One {x}¶'],
    ['keeps code whole, marked as a whole', '⟦Use `a ‹b› c` here.⟧ Two.', 'Use {inlineCode<a b c>} here.¶'],
    ['keeps a formula whole', '⟦So $x ‹+› y$ it is.⟧', 'So {inlineMath<x + y>} it is.¶'],
    ['keeps a link', '⟦See [the ‹page›](/x).⟧ Two.', 'See link(the {page}).¶'],
    ['keeps an address', '⟦See https://a.example/x ‹now›.⟧', 'See link(https://a.example/x) {now}.¶'],
    ['is found past escapes', 'a\\*b. ⟦c\\*d ‹e›.⟧ f', 'c*d {e}.¶'],
    ['is found past entities', 'a &amp; b. ⟦c &amp; ‹d›.⟧', 'c & {d}.¶'],
    ['counts UTF-16 code units', '😀 One. ⟦Two 😀 ‹ä›.⟧', 'Two 😀 {ä}.¶'],
    ['in a block of code is the block', 'Run.\n\n⟦```\nx = 1\n```⟧\n\nTwo.', 'code<x = 1>'],
    ['over two lines of a quotation', '> ⟦One\n> ‹two›.⟧ Three', 'One\n{two}.¶'],
  ])('%s', (_name, written, expected) => {
    expect(cut(written)).toBe(expected);
  });
});
