import { expect, test } from 'vitest';
import type { Span } from '../wire';
import { passageMarks } from './passage-marks';

const passage = 'A key is unique. The values of a *primary* key must be unique.';

function marked(written: string, quote: string, place: 'cited' | 'nowhere', shared: string[]): string[] {
  const start = written.indexOf(quote);
  const stretch = (words: string) => ({ start: passage.indexOf(words), end: passage.indexOf(words) + words.length });
  const quotes = [{ start, end: start + quote.length, place }];
  const span: Span = { part: 0, start: 0, end: written.length, quotes, shared: shared.map(stretch) };
  return passageMarks(span, written, passage).map(({ start, end }) => passage.slice(start, end));
}

test('a quotation is marked as a whole, however it is set, and the other shared words as well', () => {
  expect(marked('So “the values of a primary key” it is.', 'the values of a primary key', 'cited', ['A key', 'values'])).toEqual([
    'A key',
    'The values of a *primary* key',
  ]);
});

test('of a quotation that does not stand there only the shared words are marked', () => {
  expect(marked('So “the values of a foreign key” it is.', 'the values of a foreign key', 'nowhere', ['values'])).toEqual(['values']);
});
