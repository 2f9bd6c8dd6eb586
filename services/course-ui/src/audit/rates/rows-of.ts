import { type CitationFilter, citationsPath } from '../filters/citation-filter';
import type { Group, RatesFilter } from './use-rates-filter';

const filterNames = { course: 'courseId', chatbot: 'chatbotId', model: 'model' } as const satisfies Record<Group, keyof CitationFilter>;

/** Where the rows are that a number counts: its days are those of UTC, as rates are counted. */
export function rowsOf(
  { by }: Pick<RatesFilter, 'by'>,
  key: string | null,
  span: { from: string; to: string },
  more: Partial<CitationFilter> = {},
): string {
  const group = key === null ? {} : { [filterNames[by]]: key };
  return citationsPath({ show: 'all', cited: true, utc: true, ...span, ...group, ...more });
}
