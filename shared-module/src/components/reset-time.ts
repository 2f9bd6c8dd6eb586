/** When a limit ends, as the student's own clock shows it; the zone is named where the course's clock differs. */
export function resetTime(at: Date, courseZone: string, locale: string, now = new Date(), zone?: string): string {
  const own = zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const soon = at.getTime() - now.getTime();
  const options: Intl.DateTimeFormatOptions = { timeZone: own, hour: '2-digit', minute: '2-digit' };
  if (soon < 60_000) options.second = '2-digit';
  if (soon > 24 * 60 * 60_000) Object.assign(options, { day: 'numeric', month: 'long' });
  if (wall(at, own) !== wall(at, courseZone)) options.timeZoneName = 'short';
  return new Intl.DateTimeFormat(locale, options).format(at);
}

/** What a clock shows there. A zone that this browser does not know is taken for UTC. */
function wall(at: Date, timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at);
  } catch {
    return new Intl.DateTimeFormat('en', { timeZone: 'UTC', dateStyle: 'short', timeStyle: 'short' }).format(at);
  }
}
