import type { CourseMessage } from '../client/course-message';
import type { CitationData, Span, Verdict } from '../wire';

/** From what needs no look to what needs one most; of several the last one stands for all. */
const byGravity: Verdict[] = ['supported', 'unchecked', 'partly', 'unsupported', 'misquoted', 'unresolved', 'hidden'];

/** The end of a cited sentence: the place of a number in an answer. */
export interface CitedPlace {
  number: number;
  /** Index of the text part, counting text parts only. */
  part: number;
  /** Where the sentence ends, in UTF-16 code units. */
  end: number;
}

/** The sentence that a number stands behind, as it was checked against this source. */
export function spanAt(citation: CitationData, { part, end }: Omit<CitedPlace, 'number'>): Span | undefined {
  const spans = citation.spans.filter((span) => span.part === part && span.end === end);
  return spans.reduce<Span | undefined>((worst, span) => (worst && !isGraver(span, worst) ? worst : span), undefined);
}

/** What is to be shown for a whole source: the gravest of its sentences. */
export function verdictOfSource({ verdict, spans }: CitationData): Verdict | undefined {
  const found = [verdict, ...spans.map((span) => span.verdict)].flatMap((one) => one ?? []);
  return found.sort((a, b) => gravity(b) - gravity(a))[0];
}

/** The other sources that the same sentence cites: it was held against all of them together. */
export function citedTogether(citations: Iterable<CitationData>, place: CitedPlace): number[] {
  return [...citations]
    .filter((citation) => citation.number !== place.number && spanAt(citation, place))
    .map(({ number }) => number);
}

/** The text parts of a message, which spans count. */
export function textParts(message: CourseMessage): string[] {
  return message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
}

/** The page is no longer open to this student: nothing of it is shown, and nothing leads there. */
export function isHidden({ verdict, url }: CitationData): boolean {
  return verdict === 'hidden' || url === '';
}

function isGraver(a: Span, b: Span): boolean {
  return gravity(a.verdict) > gravity(b.verdict);
}

function gravity(verdict: Verdict | undefined): number {
  return verdict === undefined ? -1 : byGravity.indexOf(verdict);
}
