import type { Span, Stretch } from '../wire';

const words = /[\p{L}\p{N}\p{M}]+/gu;

/** What is marked in a passage: the quotations that stand in it, as wholes, and the other words that it shares. */
export function passageMarks({ quotes = [], shared = [] }: Span, written: string, passage: string): Stretch[] {
  const quoted = quotes.flatMap(({ start, end, place }) =>
    place === 'cited' ? (stretchOf(written.slice(start, end), passage) ?? []) : [],
  );
  const others = shared.filter((one) => !quoted.some((other) => one.start < other.end && one.end > other.start));
  return [...quoted, ...others].sort((a, b) => a.start - b.start);
}

/** Where the same words follow each other, whatever stands between them. */
function stretchOf(quote: string, passage: string): Stretch | null {
  const pattern = (quote.match(words) ?? []).join('[^\\p{L}\\p{N}]+');
  if (pattern === '') return null;
  const found = new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'iu').exec(passage);
  return found && { start: found.index, end: found.index + found[0].length };
}
