import type { CourseMessage } from '../client/course-message';
import { withoutTurns } from '../direction/text-direction';
import type { CitationData } from '../wire';

/** A place in a text's source where citation numbers are drawn. */
export interface CitationPoint {
  /** Offset in UTF-16 code units. */
  offset: number;
  numbers: number[];
}

/** The citations of a message, one per number, by number. */
export function citationsOf(message: CourseMessage): CitationData[] {
  const byNumber = new Map<number, CitationData>();
  for (const part of message.parts) {
    if (part.type === 'data-citation' && !byNumber.has(part.data.number)) byNumber.set(part.data.number, named(part.data));
  }
  return [...byNumber.values()].sort((a, b) => a.number - b.number);
}

/** Names of pages are other people's: they cannot make what stands around them read otherwise. */
function named(citation: CitationData): CitationData {
  const { title, chapter, section } = citation;
  const read = { ...citation, title: withoutTurns(title) };
  if (chapter !== undefined) read.chapter = withoutTurns(chapter);
  if (section !== undefined) read.section = withoutTurns(section);
  return read;
}

/** Where numbers are drawn in the text part with this index (counting text parts only, from 0). */
export function citationPoints(message: CourseMessage, textPart: number): CitationPoint[] {
  const numbersAt = new Map<number, Set<number>>();
  for (const part of message.parts) {
    if (part.type !== 'data-citation') continue;
    for (const span of part.data.spans) {
      if (span.part !== textPart) continue;
      const numbers = numbersAt.get(span.end) ?? new Set<number>();
      numbersAt.set(span.end, numbers.add(part.data.number));
    }
  }
  return [...numbersAt]
    .map(([offset, numbers]) => ({ offset, numbers: [...numbers].sort((a, b) => a - b) }))
    .sort((a, b) => a.offset - b.offset);
}
