/** Days of a calendar, as they stand in addresses: `2026-11-30`. */
export interface DaySpan {
  from: string | null;
  to: string | null;
}

const dayMs = 24 * 60 * 60_000;
export const spans = ['today', 'last7', 'lastWeek', 'last30', 'lastMonth'] as const;
export type SpanName = (typeof spans)[number];

/** Today, where the reader is. */
export function today(now = new Date()): string {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

/** A span that has a name of its own. Weeks begin on Monday. */
export function spanNamed(name: SpanName, day = today()): Required<DaySpan> {
  if (name === 'today') return { from: day, to: day };
  if (name === 'last7') return { from: shift(day, -6), to: day };
  if (name === 'last30') return { from: shift(day, -29), to: day };
  if (name === 'lastWeek') {
    const monday = mondayOf(day);
    return { from: shift(monday, -7), to: shift(monday, -1) };
  }
  const last = shift(`${day.slice(0, 8)}01`, -1);
  return { from: `${last.slice(0, 8)}01`, to: last };
}

export function shift(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  return shift(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

/** Whether it is a day that there is. */
export function isDay(text: string | null): text is string {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** The moment at which a day begins where the reader is. */
export function beginningOf(day: string): string {
  return new Date(`${day}T00:00:00`).toISOString();
}

/** A span in words; without a time it is told as nothing. */
export function spanWords({ from, to }: DaySpan, locale: string, open: { from: string; to: string }): string {
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  const at = (day: string) => new Date(`${day}T00:00:00Z`);
  if (from !== null && to !== null) return from <= to ? format.formatRange(at(from), at(to)) : format.formatRange(at(to), at(from));
  if (from !== null) return open.from.replace('{day}', format.format(at(from)));
  return to === null ? '' : open.to.replace('{day}', format.format(at(to)));
}
