import { describe, expect, test } from 'vitest';
import { excerptMarkdown } from './excerpt-markdown';

describe('a passage as Markdown', () => {
  test.each([
    ['a sentence', 'A key identifies a row.', 'A key identifies a row.'],
    ['a formula', 'Then $R(A, B)$ holds.', 'Then $R(A, B)$ holds.'],
    ['a formula on lines of its own', 'So:\n\n$$\na + b\n= c\n$$', 'So:\n\n$$\na + b\n= c\n$$'],
    ['a formula by itself', '$$x^2$$', '$$\nx^2\n$$'],
    ['prices', 'It costs $5 and not $10.', 'It costs \\$5 and not \\$10.'],
    ['code between ticks', 'Write `a | b` here.', 'Write `a | b` here.'],
    ['a table', 'id | name\n1 | Ada', '| id | name |\n| --- | --- |\n| 1 | Ada |'],
    ['a table with an empty corner', '| A | B\nx | 1 | 2', '|  | A | B |\n| --- | --- | --- |\n| x | 1 | 2 |'],
    ['a table as Markdown has it', '| a | b |\n|---|:-:|\n| 1 | 2 |', '| a | b |\n| --- | --- |\n| 1 | 2 |'],
    [
      'bars in the cells of a table',
      'set | size\n$A$ | $|A|$\n`a|b` | 2',
      '| set | size |\n| --- | --- |\n| $A$ | $\\vert A\\vert $ |\n| `a\\|b` | 2 |',
    ],
    ['one line with a bar', 'P(A | B) is small.', 'P(A \\| B) is small.'],
    ['a list', '- one\n- two', '- one\n- two'],
    ['a list in a list', '1. one\n  - inner\n2. two', '1. one\n    - inner\n2. two'],
    ['a line below an item', '- one\nmore of it\n- two', '- one\\\nmore of it\n- two'],
    ['code below an item', '1. Write:\nx = 1\n2. Run it.', '1. Write:\n\n```\nx = 1\n```\n\n2. Run it.'],
    ['indented lines', 'for x in y:\n    print(x)', '```\nfor x in y:\n    print(x)\n```'],
    ['code with an empty line', 'a = 1\n\n# next\nb = 2', '```\na = 1\n\n# next\nb = 2\n```'],
    ['a query', 'SELECT name\nFROM student\nWHERE id = 1;', '```\nSELECT name\nFROM student\nWHERE id = 1;\n```'],
    ['values as a program prints them', "{'a': 1, 'b': 2}\n[1, 2]", "```\n{'a': 1, 'b': 2}\n[1, 2]\n```"],
    ['markup', '<div>\n  <p>Hi</p>\n</div>', '```\n<div>\n  <p>Hi</p>\n</div>\n```'],
    ['a fence of the page', '```js\nconst a = 1\n\nlog(a)\n```\nEnd.', '```\nconst a = 1\n\nlog(a)\n```\n\nEnd.'],
    ['code with a fence in it', 'x = """\n  ```\n"""', '````\nx = """\n  ```\n"""\n````'],
    ['signs that mean themselves', '2*x*3 __init__ [1] <b> #1', '2\\*x\\*3 \\_\\_init\\_\\_ \\[1\\] \\<b\\> \\#1'],
    ['bold words', 'This is **very** bold.', 'This is **very** bold.'],
    ['links and pictures by their words', 'See [it](/a) ![a tree](http://x/y.png).', 'See it a tree.'],
    ['what would begin a list or a heading', '1970. A year', '1970\\. A year'],
    ['an address', 'See https://a.example/b_c_d.', 'See <https://a.example/b_c_d>.'],
    ['lines of their own', 'Sum: 3\nMean: 2', 'Sum: 3\\\nMean: 2'],
  ])('%s', (_name, passage, expected) => {
    expect(excerptMarkdown(passage)).toBe(expected);
  });

  test.each([
    'SELECT is the word that a query begins with.',
    'For each row the loop runs once.',
    'A function is a named block of code.',
    'The value of x = 3 is stored.',
    'Mikä tahansa rivi, jolla avain on tyhjä, hylätään.',
    'From here on we import modules.',
    'Let $f(x) = x^2$ be given.',
    '$f(x) = x^2$ and nothing else.',
  ])('prose is not taken for code: %s', (sentence) => {
    expect(excerptMarkdown(sentence)).not.toContain('```');
  });
});
