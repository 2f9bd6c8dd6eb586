import { describe, expect, test } from 'vitest';
import { resetTime } from './reset-time';

const midnight = new Date('2026-09-01T21:00:00Z');
const before = (seconds: number) => new Date(midnight.getTime() - seconds * 1_000);

describe('when a limit ends', () => {
  test('is a time of day on the student’s own clock', () => {
    expect(resetTime(midnight, 'Europe/Helsinki', 'en-GB', before(3_600), 'Europe/Helsinki')).toBe('00:00');
    expect(resetTime(midnight, 'Europe/Helsinki', 'fi-FI', before(3_600), 'Europe/Helsinki')).toBe('00.00');
  });

  test('names the zone where the course’s clock differs, and only there', () => {
    expect(resetTime(midnight, 'Europe/Helsinki', 'en-GB', before(3_600), 'Europe/Berlin')).toBe('23:00 CEST');
    expect(resetTime(midnight, 'Europe/Helsinki', 'en-GB', before(3_600), 'Europe/Tallinn')).toBe('00:00');
    expect(resetTime(midnight, 'Nowhere/Land', 'en-GB', before(3_600), 'UTC')).toBe('21:00');
  });

  test('names the day when it is more than a day away, and seconds when it is within a minute', () => {
    expect(resetTime(midnight, 'UTC', 'en-GB', before(3 * 86_400), 'UTC')).toMatch(/^1 September (at )?21:00$/);
    expect(resetTime(midnight, 'UTC', 'en-GB', before(20), 'UTC')).toBe('21:00:00');
  });
});
