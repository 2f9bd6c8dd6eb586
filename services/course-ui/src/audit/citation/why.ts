import type { QuotedWords, Span, UiMessage } from '@course-chatbot/chat';

/** What was found when a sentence was held against its passage, word for word. */
export interface Findings {
  /** Names, numbers and code that the passage does not have, then other words. */
  missing: string[];
  /** Quotations, by where they stand. */
  quotes: Record<QuotedWords['place'], string[]>;
}

export function findingsOf(span: Span | null, answer: UiMessage | null): Findings {
  const written = span && answer ? partOf(answer, span.part) : '';
  const { missing = [], quotes = [] } = span ?? {};
  const at = ({ start, end }: { start: number; end: number }) => plain(written.slice(start, end));
  const outside = missing.filter(({ start, end }) => !quotes.some((quote) => quote.start <= start && quote.end >= end));
  const strongFirst = [...outside].sort((a, b) => Number(b.strong) - Number(a.strong));
  const standing = (place: QuotedWords['place']) => distinct(quotes.filter((quote) => quote.place === place).map(at));
  return {
    missing: distinct(strongFirst.map(at)),
    quotes: { cited: standing('cited'), elsewhere: standing('elsewhere'), nowhere: standing('nowhere') },
  };
}

function partOf({ parts }: UiMessage, index: number): string {
  const texts = parts.filter(({ type }) => type === 'text');
  return String(texts[index]?.text ?? '');
}

/** Without the signs of emphasis and code. */
function plain(markdown: string): string {
  return markdown
    .replace(/[*`_]+(?=\W|$)|(?<=\W|^)[*`_]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function distinct(words: string[]): string[] {
  return [...new Set(words.filter((word) => word !== ''))];
}
