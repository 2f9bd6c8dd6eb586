import type { CitationRate, Verdict } from '@course-chatbot/chat';
import { mondayOf, shift } from '../filters/days';

export type Counts = Record<Verdict, number>;

/** The verdicts of a week, or of a course, chatbot or model. */
export interface RateRow {
  key: string;
  name: string;
  counts: Counts;
  total: number;
}

const none: Counts = { supported: 0, partly: 0, unsupported: 0, misquoted: 0, unresolved: 0, hidden: 0, unchecked: 0 };

const verdicts = Object.keys(none) as Verdict[];

/** By course, chatbot or model over all weeks; the one with most comes first. */
export function byKey(rates: CitationRate[]): RateRow[] {
  const rows = summed(rates, ({ key, name }) => ({ key, name }));
  return rows.sort((a, b) => b.total - a.total || a.name.localeCompare(b.name));
}

/** Each week of a period, weeks without any included; of one course, chatbot or model, or of all. */
export function byWeek(rates: CitationRate[], key: string | null, { from, to }: { from: string; to: string }): RateRow[] {
  const chosen = rates.filter((rate) => key === null || rate.key === key);
  const rows = new Map(summed(chosen, ({ week }) => ({ key: week, name: week })).map((row) => [row.key, row]));
  const all: RateRow[] = [];
  for (let week = mondayOf(from); week <= to; week = shift(week, 7)) {
    all.push(rows.get(week) ?? { key: week, name: week, counts: { ...none }, total: 0 });
  }
  return all;
}

function summed(rates: CitationRate[], of: (rate: CitationRate) => { key: string; name: string }): RateRow[] {
  const rows = new Map<string, RateRow>();
  for (const rate of rates) {
    const { key, name } = of(rate);
    const row = rows.get(key) ?? { key, name, counts: { ...none }, total: 0 };
    for (const verdict of verdicts) {
      row.counts[verdict] += rate.counts[verdict];
      row.total += rate.counts[verdict];
    }
    rows.set(key, row);
  }
  return [...rows.values()];
}
