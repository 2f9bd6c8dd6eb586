/** When something was last said, as a reader thinks of it. */
export type Age = 'today' | 'yesterday' | 'week' | 'earlier';

const ages: Age[] = ['today', 'yesterday', 'week', 'earlier'];

/** How old a time is, in the days of the reader's zone; a week begins on Monday. */
export function ageOf(time: Date, now: Date): Age {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const day = (back: number) => new Date(today.getFullYear(), today.getMonth(), today.getDate() - back);
  if (time >= today) return 'today';
  if (time >= day(1)) return 'yesterday';
  return time >= day((today.getDay() + 6) % 7) ? 'week' : 'earlier';
}

/** The items of each age there is, in their order. */
export function groupByAge<T extends { updatedAt: string }>(items: T[], now: Date): Array<{ age: Age; items: T[] }> {
  return ages
    .map((age) => ({ age, items: items.filter(({ updatedAt }) => ageOf(new Date(updatedAt), now) === age) }))
    .filter((group) => group.items.length > 0);
}
