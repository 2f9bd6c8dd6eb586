import { expect, test } from 'vitest';
import { moneyWords } from './money-words';

/** Without the spaces that locales differ in. */
const written = (millionths: number, currency: string, locale: string) => moneyWords(millionths, currency, locale).replace(/\s/g, ' ');

test.each([
  [0, 'EUR', 'en-GB', '€0.00'],
  [12_340_000, 'EUR', 'en-GB', '€12.34'],
  [12_340_000, 'EUR', 'fi-FI', '12,34 €'],
  [1_234_567_890_000, 'EUR', 'fi-FI', '1 234 567,89 €'],
  [12_340_000, 'JPY', 'en-GB', 'JP¥12'],
])('%d millionths of %s are in %s %s', (millionths, currency, locale, words) =>
  expect(written(millionths, currency, locale)).toBe(words),
);

test.each([
  [10_000, 'EUR', '€0.01'],
  [4_400, 'EUR', '€0.004'],
  [1, 'EUR', '€0.000001'],
  [400_000, 'JPY', 'JP¥0.4'],
])('%d millionths of %s are little, and not nothing', (millionths, currency, words) =>
  expect(written(millionths, currency, 'en-GB')).toBe(words),
);
