import { expect, test } from 'vitest';
import { sourceName } from './source-list';
import type { CitationData } from '../wire';

const source: CitationData = { number: 1, pageId: 'p', title: 'Keys', url: '/keys', snippet: 'A key.', spans: [] };

test('two sources of one page are told apart by their sections', () => {
  expect(sourceName({ ...source, section: 'Foreign keys' })).toBe('Keys: Foreign keys');
  expect(sourceName({ ...source, section: 'Keys' })).toBe('Keys');
  expect(sourceName(source)).toBe('Keys');
});
