import { expect, test } from 'vitest';
import type { CourseMessage } from '../client/course-message';
import { uncited } from './uncited';

const words = { type: 'text', text: 'Yes.' } as const;
const search = (found: number): CourseMessage['parts'][number] => ({
  type: 'tool-course_material_search',
  toolCallId: 'c',
  state: 'output-available',
  input: {},
  output: { found },
});
const answer = (state: 'finished' | 'stopped', ...parts: CourseMessage['parts']): CourseMessage => ({
  id: 'a',
  role: 'assistant',
  metadata: { state },
  parts,
});

test.each([
  ['material was found', answer('finished', search(2), words), 'found'],
  ['none was found', answer('finished', search(0), words), 'nothingFound'],
  ['none was looked for', answer('finished', words), 'nothingFound'],
  ['it was stopped', answer('stopped', search(2), words), null],
  ['it says nothing', answer('finished', search(2)), null],
  [
    'it was not confirmed',
    answer('finished', words, { type: 'data-notice', id: 'n', data: { code: 'not_confirmed', text: '' } }),
    null,
  ],
] as const)('an answer that cites nothing, when %s', (_when, message, expected) => {
  expect(uncited(message)).toBe(expected);
});
