import { expect, test } from 'vitest';
import { type Age, ageOf, groupByAge } from './group-by-day';

// A Thursday, in whatever zone the test runs.
const now = new Date(2026, 9, 29, 0, 30);

test.each<[Date, Age]>([
  [new Date(2026, 9, 29, 0, 0), 'today'],
  [new Date(2026, 9, 29, 23, 0), 'today'],
  [new Date(2026, 9, 28, 23, 59), 'yesterday'],
  [new Date(2026, 9, 28, 0, 0), 'yesterday'],
  [new Date(2026, 9, 27, 23, 59), 'week'],
  [new Date(2026, 9, 26, 0, 0), 'week'],
  [new Date(2026, 9, 25, 23, 59), 'earlier'],
  [new Date(2025, 0, 1), 'earlier'],
])('%s is %s', (time, age) => {
  expect(ageOf(time, now)).toBe(age);
});

test('on a Monday the week has no other days yet, and Sunday is yesterday', () => {
  const monday = new Date(2026, 9, 26, 12);
  expect(ageOf(new Date(2026, 9, 25, 12), monday)).toBe('yesterday');
  expect(ageOf(new Date(2026, 9, 24, 12), monday)).toBe('earlier');
});

test('groups keep the order and leave out what is empty', () => {
  const items = [new Date(2026, 9, 29, 0, 10), new Date(2026, 9, 29), new Date(2020, 1, 1)].map((time) => ({
    updatedAt: time.toISOString(),
  }));
  expect(groupByAge(items, now)).toEqual([
    { age: 'today', items: items.slice(0, 2) },
    { age: 'earlier', items: items.slice(2) },
  ]);
});
