import type { Freshness, Verdict } from '@course-chatbot/chat';
import { beginningOf, type DaySpan, isDay, shift } from './days';

export const verdicts: Verdict[] = ['misquoted', 'unsupported', 'partly', 'supported', 'unchecked', 'unresolved', 'hidden'];
export const freshnesses: Freshness[] = ['fresh', 'moved', 'changed', 'gone'];

/** What the list of citations is filtered by. */
export interface CitationFilter extends DaySpan {
  /** What has to be looked at alone, or everything. */
  show: 'look' | 'all';
  courseId: string | null;
  teacherId: string | null;
  chatbotId: string | null;
  verdict: Verdict[];
  freshness: Freshness[];
  tool: string | null;
  model: string | null;
  pageId: string | null;
  cited: boolean | null;
  reviewed: boolean | null;
  /** Whether the days are those of UTC, as rates count them, and not the reader's own. */
  utc: boolean;
  q: string;
}

/** The filters that are one word. */
const single = ['courseId', 'teacherId', 'chatbotId', 'tool', 'model', 'pageId'] as const;

/** What stands in an address; what cannot be read there is no filter. */
export function readFilter(params: URLSearchParams): CitationFilter {
  const one = (name: string) => params.get(name) || null;
  const day = (name: string) => (isDay(params.get(name)) ? params.get(name) : null);
  return {
    show: params.get('show') === 'all' ? 'all' : 'look',
    courseId: one('courseId'),
    teacherId: one('teacherId'),
    chatbotId: one('chatbotId'),
    verdict: several(params, 'verdict', verdicts),
    freshness: several(params, 'freshness', freshnesses),
    tool: one('tool'),
    model: one('model'),
    pageId: one('pageId'),
    cited: flag(params.get('cited')),
    reviewed: flag(params.get('reviewed')),
    from: day('from'),
    to: day('to'),
    utc: params.get('zone') === 'UTC',
    q: params.get('q')?.trim() ?? '',
  };
}

/** The filter as it stands in an address, in a fixed order, so that equal filters have equal addresses. */
export function writeFilter(filter: CitationFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (filter.show === 'all') params.set('show', 'all');
  writeShared(params, filter);
  if (filter.from !== null) params.set('from', filter.from);
  if (filter.to !== null) params.set('to', filter.to);
  if (filter.utc && (filter.from ?? filter.to) !== null) params.set('zone', 'UTC');
  return params;
}

/** The filter as the server reads it: days of the reader become moments. */
export function wishOf(filter: CitationFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (filter.show === 'look') params.set('needsLook', 'true');
  writeShared(params, filter);
  writeDays(params, filter);
  return params;
}

/** Days as the server reads them: those of UTC as they are, those of the reader as the moments where they begin and end. */
export function writeDays(params: URLSearchParams, { from, to, utc = false }: DaySpan & { utc?: boolean }): void {
  if (from !== null) params.set('from', utc ? from : beginningOf(from));
  if (to !== null) params.set('to', utc ? to : beginningOf(shift(to, 1)));
}

function writeShared(params: URLSearchParams, filter: CitationFilter): void {
  for (const name of single) if (filter[name] !== null) params.set(name, filter[name]);
  if (filter.verdict.length > 0) params.set('verdict', filter.verdict.join(','));
  if (filter.freshness.length > 0) params.set('freshness', filter.freshness.join(','));
  for (const name of ['cited', 'reviewed'] as const) if (filter[name] !== null) params.set(name, String(filter[name]));
  if (filter.q !== '') params.set('q', filter.q);
}

/** Whether anything but what is shown at first narrows the list. */
export function isNarrowed(filter: CitationFilter): boolean {
  const { show: _, ...rest } = filter;
  return String(writeFilter({ ...rest, show: 'look' })) !== '';
}

export const noFilter: CitationFilter = readFilter(new URLSearchParams());

/** Where the rows are that a filter finds. */
export function citationsPath(filter: Partial<CitationFilter>): string {
  const params = writeFilter({ ...noFilter, ...filter });
  return String(params) === '' ? '/audit' : `/audit?${params}`;
}

function several<T extends string>(params: URLSearchParams, name: string, known: readonly T[]): T[] {
  const given = params.getAll(name).flatMap((value) => value.split(','));
  return known.filter((word) => given.includes(word));
}

function flag(value: string | null): boolean | null {
  return value === 'true' ? true : value === 'false' ? false : null;
}
