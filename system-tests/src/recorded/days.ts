/** The zone of the demo's courses, and of the stories' browsers. */
export const zone = 'Europe/Helsinki';

const dayMs = 24 * 60 * 60_000;

/** Today in that zone: `2026-11-30`. */
export function today(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date());
}

export function shift(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

export function daysAgo(days: number): string {
  return shift(today(), -days);
}

/** A day of last week, of this one (`weeks` 0) or of one before: 1 is Monday, 7 Sunday. */
export function dayOfWeek(weekday: number, weeksAgo = 1): string {
  const since = (new Date(today()).getUTCDay() + 6) % 7;
  return daysAgo(since - (weekday - 1) + 7 * weeksAgo);
}

/** When the clocks of that zone show this. */
export function momentOf(day: string, time = '12:00:00'): Date {
  const shown = new Date(`${day}T${time}Z`);
  const there = new Date(`${shown.toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T')}Z`);
  return new Date(2 * shown.getTime() - there.getTime());
}
