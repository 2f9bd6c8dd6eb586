import { expect, test } from 'vitest';
import en from './en.json';
import fi from './fi.json';
import { spokenText } from './spoken-text';
import { translator } from './text';

const english = translator({ en, fi }, 'en');

test.each([
  ['signs of Markdown', '# A\n\n- **b** and `c`\n- [d](http://e.example)\n\n> f\n\n| g | h |\n|---|---|\n| i | j |', 'A b and c d f g h i j'],
  ['a price', 'It fell from $148 to $19.', 'It fell from $148 to $19.'],
  ['a formula in a line', 'Let $R \\bowtie S$ be.', 'Let R ⋈ S be.'],
  ['a formula in brackets', 'Let \\(x^2\\) be.', 'Let x superscript 2 be.'],
  ['a formula of its own', 'So:\n\n$$\n\\frac{a}{b_1} = \\sqrt{c}\n$$', 'So: a over b subscript 1 = root of c'],
  ['code that looks like a formula', 'Write `$x$`.', 'Write $x$.'],
])('%s are read aloud without signs that nobody says', (_name, markdown, spoken) => {
  expect(spokenText(markdown, english)).toBe(spoken);
});

test('a formula is read in the language of the page', () => {
  expect(spokenText('$a_1$', translator({ en, fi }, 'fi'))).toBe('a alaindeksi 1');
});

test('a formula that cannot be drawn is read as it was written', () => {
  expect(spokenText('See $\\nonsense{x$ there.', english)).toContain('nonsense');
});
