import type { Span } from '../wire';

/**
 * What a marked stretch of a sentence is; `strong` are names, numbers and code, for which there are no other words,
 * `cited` is the sentence itself within its answer.
 */
export type MarkKind = 'missing' | 'strong' | 'misquoted' | 'quoted' | 'cited';

export interface SentenceMark {
  start: number;
  end: number;
  kind: MarkKind;
}

/** What is marked in a checked sentence, with offsets in its text part. */
export function sentenceMarks({ missing = [], quotes = [] }: Span): SentenceMark[] {
  const quoteMarks = quotes.map(({ start, end, place }): SentenceMark => {
    return { start, end, kind: place === 'cited' ? 'quoted' : 'misquoted' };
  });
  const missingMarks = missing.map(({ start, end, strong }): SentenceMark => {
    return { start, end, kind: strong ? 'strong' : 'missing' };
  });
  return [...quoteMarks, ...missingMarks];
}

/** The kinds of all marks that a stretch has something of, in a fixed order. */
export function kindsWithin(marks: SentenceMark[], start: number, end: number): string {
  const kinds = marks.filter((mark) => mark.start < end && mark.end > start).map(({ kind }) => kind);
  return [...new Set(kinds)].sort().join(' ');
}

/** A stretch of Markdown as words to be read: without the signs of emphasis and code. */
export function wordsAt(text: string, { start, end }: { start: number; end: number }): string {
  return text
    .slice(start, end)
    .replace(/[*`_]+(?=\W|$)|(?<=\W|^)[*`_]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
