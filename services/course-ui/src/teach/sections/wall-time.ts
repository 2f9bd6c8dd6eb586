import { parseAbsolute, parseDateTime, toCalendarDateTime, toZoned } from '@internationalized/date';

/** A moment as the clocks of a zone show it, for `<input type="datetime-local">`; nothing for none. */
export function wallTimeOf(instant: string | null, zone: string): string {
  if (instant === null) return '';
  return toCalendarDateTime(parseAbsolute(instant, zone)).set({ second: 0, millisecond: 0 }).toString().slice(0, 16);
}

/** The moment at which the clocks of a zone show this; null for none. */
export function instantOf(wallTime: string, zone: string): string | null {
  if (wallTime === '') return null;
  return toZoned(parseDateTime(wallTime), zone).toAbsoluteString();
}
