import type { CitationRate } from '@course-chatbot/chat';
import { expect, test } from 'vitest';
import { byKey, byWeek } from './sum-rates';

const none = { supported: 0, partly: 0, unsupported: 0, misquoted: 0, unresolved: 0, hidden: 0, unchecked: 0 };
const rate = (week: string, key: string, counts: Partial<CitationRate['counts']>): CitationRate => {
  return { week, key, name: key.toUpperCase(), counts: { ...none, ...counts } };
};
const rates = [
  rate('2026-11-02', 'a', { supported: 5 }),
  rate('2026-11-02', 'b', { supported: 7 }),
  rate('2026-11-23', 'b', { misquoted: 2 }),
];

test('courses stand by how much they cite', () => {
  expect(byKey(rates).map(({ name, total, counts }) => [name, total, counts.misquoted])).toEqual([
    ['B', 9, 2],
    ['A', 5, 0],
  ]);
});

test('every week of the period stands in it, for one course too, however few have citations', () => {
  const period = { from: '2026-10-26', to: '2026-11-29' };
  const totals = (key: string | null) => byWeek(rates, key, period).map(({ key: week, total }) => [week, total]);
  expect(totals(null)).toEqual([
    ['2026-10-26', 0],
    ['2026-11-02', 12],
    ['2026-11-09', 0],
    ['2026-11-16', 0],
    ['2026-11-23', 2],
  ]);
  expect(totals('a').map(([, total]) => total)).toEqual([0, 5, 0, 0, 0]);
  expect(byWeek([], null, period).map(({ total }) => total)).toEqual([0, 0, 0, 0, 0]);
});
