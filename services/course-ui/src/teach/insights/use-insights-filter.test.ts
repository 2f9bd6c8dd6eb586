import { expect, test } from 'vitest';
import { spanOf } from './use-insights-filter';

test('a period ends today, where the course is', () => {
  const late = Date.parse('2026-03-31T22:30:00Z');
  expect(spanOf(7, late, 'Europe/Helsinki')).toEqual({ from: '2026-03-26', to: '2026-04-01' });
  expect(spanOf(1, late, 'UTC')).toEqual({ from: '2026-03-31', to: '2026-03-31' });
});
