import { expect, test } from 'vitest';
import { instantOf, wallTimeOf } from './wall-time';

test('a moment is shown on the clocks of the course, in summer and in winter', () => {
  expect(wallTimeOf('2026-07-01T05:00:00Z', 'Europe/Helsinki')).toBe('2026-07-01T08:00');
  expect(wallTimeOf('2026-12-01T05:00:00Z', 'Europe/Helsinki')).toBe('2026-12-01T07:00');
  expect(wallTimeOf(null, 'Europe/Helsinki')).toBe('');
});

test('what the clocks show is a moment again, also where an hour is skipped', () => {
  expect(instantOf('2026-07-01T08:00', 'Europe/Helsinki')).toBe('2026-07-01T05:00:00.000Z');
  expect(instantOf('2026-03-29T03:30', 'Europe/Helsinki')).toBe('2026-03-29T01:30:00.000Z');
  expect(instantOf('', 'Europe/Helsinki')).toBeNull();
});
