import { expect, test } from 'vitest';
import type { CitationData, Span, Verdict } from '../wire';
import { citedTogether, spanAt, verdictOfSource } from './verdicts';

const span = (end: number, verdict?: Verdict): Span => ({ part: 0, start: 0, end, ...(verdict && { verdict }) });
const source = (number: number, ...spans: Span[]): CitationData => ({
  number,
  pageId: 'p',
  title: 'Keys',
  url: '/keys',
  snippet: 'A key.',
  spans,
});

test('a number tells of its own sentence, not of the whole source', () => {
  const cited = source(1, span(5, 'supported'), span(9, 'misquoted'));
  expect(spanAt(cited, { part: 0, end: 5 })?.verdict).toBe('supported');
  expect(spanAt(cited, { part: 0, end: 9 })?.verdict).toBe('misquoted');
  expect(spanAt(cited, { part: 1, end: 9 })).toBeUndefined();
});

test('a source tells of the gravest of its sentences, and of none before the first is checked', () => {
  expect(verdictOfSource(source(1, span(5, 'supported'), span(9, 'partly'), span(12)))).toBe('partly');
  expect(verdictOfSource(source(1, span(5, 'supported'), span(9, 'unchecked')))).toBe('unchecked');
  expect(verdictOfSource(source(1, span(5)))).toBeUndefined();
});

test('a sentence with two sources names the other one', () => {
  const cited = [source(1, span(5)), source(2, span(5)), source(3, span(9))];
  expect(citedTogether(cited, { number: 1, part: 0, end: 5 })).toEqual([2]);
});
