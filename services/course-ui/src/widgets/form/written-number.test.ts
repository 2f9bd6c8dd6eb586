import { expect, test } from 'vitest';
import { parseNumber, writtenNumber } from './written-number';

test.each([
  ['', null],
  ['8000', 8_000],
  ['8 000', 8_000],
  ['8\u00a0000', 8_000],
  ['8,000', 8_000],
  ['1.000.000', 1_000_000],
  ['8,5', Number.NaN],
  ['-3', Number.NaN],
  ['many', Number.NaN],
])('%j is read as %j', (text, number) => expect(parseNumber(text)).toBe(number));

test('fractions are read with a comma or a point, where they are meant', () => {
  expect([parseNumber('0,7', true), parseNumber('.5', true), parseNumber('1', true)]).toEqual([0.7, 0.5, 1]);
  expect(parseNumber('1,000,000', true)).toBeNaN();
});

test('a number is written as its language does, and read again', () => {
  expect(writtenNumber(8_000, 'en-GB')).toBe('8,000');
  expect(parseNumber(writtenNumber(1_234_567, 'fi-FI'))).toBe(1_234_567);
  expect(writtenNumber(null, 'en-GB')).toBe('');
});
