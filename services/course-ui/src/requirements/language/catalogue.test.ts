import { catalogueFaults } from '@course-chatbot/chat/catalogue-faults';
import { expect, test } from 'vitest';
import en from './en.json';
import fi from './fi.json';

const sources = import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('both languages say the same, and everything they say is used', () => {
  expect(catalogueFaults({ en, fi }, Object.values(sources))).toEqual([]);
});
