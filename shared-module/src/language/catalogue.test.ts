import { expect, test } from 'vitest';
import { catalogueFaults } from './catalogue-faults';
import en from './en.json';
import fi from './fi.json';
import { chooseLanguage, translator } from './text';

const sources = import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('both languages say the same, and everything they say is used', () => {
  expect(catalogueFaults({ en, fi }, Object.values(sources))).toEqual([]);
});

test('faults of the message files are found', () => {
  const faults = catalogueFaults({ en: { a: 'A {x}', b: 'B' }, fi: { a: 'A {y}', c: 'C' } }, ["text('a')"]);
  expect(faults).toEqual(['fi fills in other values in a', 'fi lacks b', 'only fi has c', 'nothing uses b']);
});

test('a text is chosen by count and filled in', () => {
  const text = translator({ en, fi }, 'fi');
  expect(text('tool.search.found', { count: 1 })).toBe('Haettiin kurssimateriaalista: 1 kohta');
  expect(text('tool.search.found', { count: 5 })).toBe('Haettiin kurssimateriaalista: 5 kohtaa');
  expect(text('citation.open', { number: 2, title: 'a {b} $&' })).toBe('Lähde 2: a {b} $&');
});

test('the language is the first wanted one that there is', () => {
  expect(chooseLanguage([null, 'sv-FI', 'fi-FI', 'en'])).toBe('fi');
  expect(chooseLanguage([undefined, 'de'])).toBe('en');
});
