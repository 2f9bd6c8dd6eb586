import { expect, test } from 'vitest';
import { RowCounter } from './csv-rows';

const csv = 'id,sentence\r\n1,plain\r\n2,"two\r\nlines, and ""quotes"""\r\n3,ä\r\n';

test.each([1, 2, 3, 7, 1_000])('rows are counted, however the bytes are cut: every %d', (size) => {
  const bytes = new TextEncoder().encode(csv);
  const counter = new RowCounter();
  for (let at = 0; at < bytes.length; at += size) counter.add(bytes.subarray(at, at + size));
  expect(counter.rows).toBe(3);
});

test('before the heading has come there is no row', () => {
  expect(new RowCounter().rows).toBe(0);
});
