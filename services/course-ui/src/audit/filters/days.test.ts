import { expect, test } from 'vitest';
import { isDay, spanNamed, spanWords } from './days';

test.each([
  ['last7', '2026-11-24', '2026-11-30'],
  ['lastWeek', '2026-11-23', '2026-11-29'],
  ['last30', '2026-11-01', '2026-11-30'],
  ['lastMonth', '2026-10-01', '2026-10-31'],
] as const)('%s on a Monday', (name, from, to) => expect(spanNamed(name, '2026-11-30')).toEqual({ from, to }));

test('on a Sunday last week is still the one before', () => {
  expect(spanNamed('lastWeek', '2026-11-29')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
});

test('only days that there are are days', () => {
  expect(['2026-02-28', '2026-02-29', '2026-13-01', 'x', null].map(isDay)).toEqual([true, false, false, false, false]);
});

test('a span is told in words, open ends too', () => {
  const open = { from: 'from {day}', to: 'until {day}' };
  expect(spanWords({ from: '2026-11-23', to: '2026-11-29' }, 'en-GB', open).replace(/\s*–\s*/, '–')).toBe('23–29 Nov 2026');
  expect(spanWords({ from: '2026-11-23', to: null }, 'en-GB', open)).toBe('from 23 Nov 2026');
  expect(spanWords({ from: null, to: '2026-11-29' }, 'en-GB', open)).toBe('until 29 Nov 2026');
});
