import { useSearchParams } from 'react-router';
import type { InsightsFilter } from '../api/manage-api';

export const periods = [7, 30, 90] as const;
export type Period = (typeof periods)[number];

const usual: Period = 30;

/** What is counted; it stands in the address, so that it can be sent to a colleague. */
export function useInsightsFilter(zone: string) {
  const [params, setParams] = useSearchParams();
  const days = periods.find((period) => String(period) === params.get('days')) ?? usual;
  const chatbotId = params.get('chatbot');
  const set = (name: string, value: string | null) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === null) after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  const filter: InsightsFilter = { ...spanOf(days, Date.now(), zone), chatbotId };
  return {
    days,
    chatbotId,
    filter,
    setDays: (period: Period) => set('days', period === usual ? null : String(period)),
    setChatbot: (id: string | null) => set('chatbot', id),
  };
}

const dayMs = 24 * 60 * 60_000;

/** The last days of a zone, today included. */
export function spanOf(days: number, now: number, zone: string): { from: string; to: string } {
  // This locale writes days as the server reads them.
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
  const to = day.format(now);
  const from = new Date(Date.parse(`${to}T00:00:00Z`) - (days - 1) * dayMs).toISOString().slice(0, 10);
  return { from, to };
}
