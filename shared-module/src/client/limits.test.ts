import { describe, expect, test } from 'vitest';
import type { LimitsData, LimitStanding } from '../wire';
import { lookAgainIn, newsOf } from './limits';

const now = Date.parse('2026-09-01T12:00:00Z');
const day: LimitStanding = {
  limit: 'student_tokens_per_day',
  allowed: 1_000,
  used: 0,
  left: 1_000,
  reached: false,
  resetsAt: '2026-09-01T21:00:00Z',
};
const month: LimitStanding = { ...day, limit: 'course_tokens_per_month', resetsAt: '2026-09-30T21:00:00Z' };
const data = (...limits: LimitStanding[]): LimitsData => ({ timeZone: 'Europe/Helsinki', limits });

describe('what is told of limits', () => {
  test('nothing while a quarter or more is left, or there is no limit', () => {
    expect(newsOf(null, now)).toEqual({ state: 'free' });
    expect(newsOf(data({ ...day, left: 250 }), now)).toEqual({ state: 'free' });
    expect(lookAgainIn(data(day), now)).toBeNull();
  });

  test('of several the one of which least is left', () => {
    const news = newsOf(data({ ...day, left: 240 }, { ...month, left: 100 }), now);
    expect(news).toEqual({
      state: 'near',
      limit: 'course_tokens_per_month',
      left: 100,
      share: 0.1,
      resetsAt: new Date('2026-09-30T21:00:00Z'),
    });
  });

  test('of several that are reached the one that lasts longest', () => {
    const news = newsOf(data({ ...day, reached: true }, { ...month, reached: true }), now);
    expect(news).toMatchObject({ state: 'reached', limit: 'course_tokens_per_month' });
  });

  test('a limit whose time has come holds nobody back', () => {
    const reached = data({ ...day, left: 0, reached: true });
    expect(newsOf(reached, Date.parse('2026-09-01T20:59:59Z')).state).toBe('reached');
    expect(newsOf(reached, Date.parse('2026-09-01T21:00:00Z')).state).toBe('free');
  });

  test('is looked at again when its time has come, and at least every ten minutes', () => {
    const reached = data({ ...day, reached: true });
    expect(lookAgainIn(reached, Date.parse('2026-09-01T20:59:58Z'))).toBe(2_000);
    expect(lookAgainIn(reached, now)).toBe(600_000);
  });
});
