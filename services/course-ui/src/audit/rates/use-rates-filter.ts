import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { mondayOf, shift, today } from '../filters/days';

export const groups = ['course', 'chatbot', 'model'] as const;
export type Group = (typeof groups)[number];
export const periods = [12, 26, 52] as const;

/** By what and over how many weeks rates are told; it stands in the address. */
export function useRatesFilter() {
  const [params, setParams] = useSearchParams();
  const by = groups.find((group) => group === params.get('by')) ?? 'course';
  const weeks = periods.find((period) => String(period) === params.get('weeks')) ?? periods[0];
  const key = params.get('key') || null;
  // Weeks are counted in UTC.
  const to = today(new Date(Date.now() + new Date().getTimezoneOffset() * 60_000));
  const from = shift(mondayOf(to), (1 - weeks) * 7);
  const wish = useMemo(() => new URLSearchParams({ by, from, to }), [by, from, to]);
  const set = (changed: Record<string, string | null>) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries(changed)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      return next;
    });
  return {
    ...{ by, weeks, key, from, to, wish },
    setBy: (group: Group) => set({ by: group === 'course' ? null : group, key: null }),
    setWeeks: (period: number) => set({ weeks: period === periods[0] ? null : String(period) }),
    setKey: (chosen: string | null) => set({ key: chosen }),
  };
}

export type RatesFilter = ReturnType<typeof useRatesFilter>;
