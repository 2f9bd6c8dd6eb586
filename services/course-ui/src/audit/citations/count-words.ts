import type { CitationCount } from '@course-chatbot/chat';
import type { AuditText } from '../language/audit-text';

/** How many there are: a whole number, or more than one. */
export function countWords(text: AuditText, { count, atLeast }: CitationCount, locale: string): string {
  const number = count.toLocaleString(locale);
  if (atLeast) return text('count.more', { number });
  return count === 1 ? text('count.one') : text('count.many', { number });
}
