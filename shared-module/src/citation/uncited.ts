import { type CourseMessage, isToolPart, textOf } from '../client/course-message';

/** How an answer without any source came to be; null where it has one, or says nothing. */
export type Uncited = 'found' | 'nothingFound';

/** Whether a finished answer cites nothing, and whether there was course material that it could have cited. */
export function uncited(message: CourseMessage): Uncited | null {
  const { parts, metadata } = message;
  const cites = parts.some((part) => part.type === 'data-citation');
  if (metadata?.state !== 'finished' || cites || textOf(message) === '') return null;
  // What was not confirmed is told by its own notice.
  if (parts.some((part) => part.type === 'data-notice' && part.data.code === 'not_confirmed')) return null;
  const found = parts.some(
    (part) => isToolPart(part) && part.state === 'output-available' && (part.output.found ?? Number(isPage(part))) > 0,
  );
  return found ? 'found' : 'nothingFound';
}

function isPage({ type }: { type: string }): boolean {
  return type === 'tool-page_lookup';
}
