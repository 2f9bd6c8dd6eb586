import { expect, test } from 'vitest';
import { guessLanguage } from './guess-language';

test.each([
  ['What is a primary key?', 'en'],
  ['Mikä on pääavain?', 'fi'],
  ['Vad är en primärnyckel?', 'sv'],
  ['ما هو المفتاح الأساسي؟', 'ar'],
  ['Что такое ключ в SQL?', 'ru'],
  ['```sql\nSELECT the OF and\n```\nPääavain on sarake.', 'fi'],
  ['SELECT 1', undefined],
  ['', undefined],
])('%s', (text, language) => {
  expect(guessLanguage(text)).toBe(language);
});
