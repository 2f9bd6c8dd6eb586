import { render } from '@testing-library/react';
import type { Nodes } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { describe, expect, test } from 'vitest';
import { escapedInline } from '../citation/escaped-inline';
import { SafeMarkdown } from '../components/safe-markdown';
import { remarkFormulas } from './remark-formulas';

/** The formulas of a text as the parser finds them, display formulas in brackets. */
function formulas(text: string, unfinished = false): string[] {
  const length = unfinished ? text.length : undefined;
  return formulasOf(unified().use(remarkParse).use(remarkGfm).use(remarkFormulas(length)).parse(text));
}

function formulasOf(node: Nodes): string[] {
  if (node.type === 'inlineMath') return [node.value];
  if (node.type === 'math') return [`[${node.value}]`];
  return 'children' in node ? node.children.flatMap((child) => formulasOf(child as Nodes)) : [];
}

/** In lines: the text, and the formulas in it. */
const inLines: Array<[name: string, text: string, expected: string[]]> = [
  ['two prices', 'It fell from $148 → $19.', []],
  ['a range', 'Between $2bn to $4bn, or $5-$10, or $5–$10 a month.', []],
  ['a range without blanks', 'US$5/US$6 and A$20.', []],
  ['a price and a formula', 'For $5 you get $x^2$ in print.', ['x^2']],
  ['a formula and a price', 'So $x^2$ costs $5.', ['x^2']],
  ['a blank at either end', 'Not $ x$ and not $x $.', []],
  ['formulas', 'Let $x$ and $R(A, B)$ be, $n!$.', ['x', 'R(A, B)', 'n!']],
  ['a formula that begins with a digit', 'Then $2x = 4$.', ['2x = 4']],
  ['a dollar sign in a formula', 'Then $x = \\$5$ holds.', ['x = \\$5']],
  ['places of a template', 'Write ${a}${b} here.', []],
  ['code', 'Write `$x$` and `a $b` or `c$`.', []],
  ['a variable of a shell, and code', 'In $HOME and in `$PATH` too.', []],
  ['brackets', 'Let \\(x^2\\) and \\( a + b \\) be.', ['x^2', 'a + b']],
  ['brackets in brackets', 'Let \\(f(x) = (x)\\) be.', ['f(x) = (x)']],
  ['a line break in brackets', 'Let \\(a \\\\) b\\) be.', ['a \\\\) b']],
  ['brackets that are empty, or not closed', 'A \\(\\) and \\(x', []],
  ['two dollar signs', 'Then $$x^2$$ holds.', ['x^2']],
];

describe('formulas', () => {
  test.each(inLines)('in an answer: %s', (_name, text, expected) => {
    expect(formulas(text).map((formula) => formula.trim())).toEqual(expected);
  });

  test.each(inLines)('in a passage, by the same rule: %s', (_name, text, expected) => {
    expect(formulas(escapedInline(text)).map((formula) => formula.trim())).toEqual(expected);
  });

  test.each([
    ['over two lines', 'So $a +\nb$ it is.', ['a +\nb']],
    ['over two quoted lines', '> So $a +\n> b$ it is.', ['a +\nb']],
    ['not over two paragraphs', 'So $a\n\nb$ it is.', []],
    ['in tables', '| a | b |\n|---|---|\n| $5 | $x$ |\n| \\(y\\) | $6 |', ['x', 'y']],
    ['brackets on a line', 'So:\n\n\\[ x^2 \\]\n\nEnd.', ['[x^2 ]']],
    ['brackets on lines', 'So:\n\\[\na\n+ b\n\\]\nEnd.', ['[a\n+ b]']],
    ['brackets around lines', 'So:\n\\[\nx = 1 \\]\nEnd.', ['[x = 1 ]']],
    ['brackets in a list', '1. So:\n   \\[\n   x\n   \\]\n2. End', ['[x]']],
    ['brackets in a quotation', '> \\[\n> x\nEnd.', ['[x]']],
    ['brackets that mean themselves', 'See \\[1\\] and\n\\[2\\] too, or \\[ \\].\n\n\\[ \\]\n\n\\[note\\]: x', []],
    ['brackets in code', '```\n\\[\nx\n\\]\n```\n\n`\\(x\\)`', []],
    ['dollar signs on lines', '$$\nx\n$$', ['[x]']],
  ])('%s', (_name, text, expected) => {
    expect(formulas(text)).toEqual(expected);
  });

  test.each(['Now $5-$10, then $20.', 'From $148→$19 and $x$$y to `$5-$`.', 'Kept as is: ${a}${b}.'])(
    'nothing that is no formula in the end is one while it is being written: %s',
    (text) => {
      expect(formulas(text)).toEqual([]);
      for (let length = 1; length <= text.length; length += 1) {
        expect(formulas(text.slice(0, length), true), text.slice(0, length)).toEqual([]);
      }
    },
  );

  test('a formula stays one while the rest is being written', () => {
    expect(formulas('So $x$', true)).toEqual([]);
    expect(formulas('So $x$ ', true)).toEqual(['x']);
    expect(formulas('So $x$\n\nThen', true)).toEqual(['x']);
    expect(formulas('So \\(x\\)', true)).toEqual(['x']);
    expect(formulas('So $x$')).toEqual(['x']);
  });

  test('are drawn, and a price is text', () => {
    const { container } = render(<SafeMarkdown text={'For $5: \\(x\\), then $10.\n\n\\[ y \\]'} />);
    expect(container.querySelectorAll('.katex')).toHaveLength(2);
    expect(container.querySelectorAll('.katex-display')).toHaveLength(1);
    expect(container.textContent).toContain('For $5: ');
    expect(container.textContent).toContain(', then $10.');
  });
});
