import type { Span, UiMessage } from '@course-chatbot/chat';
import { expect, test } from 'vitest';
import { findingsOf } from './why';

const written = 'The page says “a key is short” and **Codd** wrote it in 1971 for a reason.';
const answer: UiMessage = {
  id: 'a',
  role: 'assistant',
  parts: [{ type: 'data-notice' }, { type: 'text', text: 'Before.' }, { type: 'text', text: written }],
};
const at = (words: string) => ({ start: written.indexOf(words), end: written.indexOf(words) + words.length });

test('what is missing and what is quoted is told in the answer’s own words, names and numbers first', () => {
  const span: Span = {
    part: 1,
    start: 0,
    end: written.length,
    missing: [
      { ...at('reason'), strong: false },
      { ...at('**Codd**'), strong: true },
      { ...at('1971'), strong: true },
      { ...at('short'), strong: false },
    ],
    quotes: [{ ...at('a key is short'), place: 'nowhere' }],
  };
  expect(findingsOf(span, answer)).toEqual({
    missing: ['Codd', '1971', 'reason'],
    quotes: { cited: [], elsewhere: [], nowhere: ['a key is short'] },
  });
});

test('where the answer was erased nothing is told of its words', () => {
  const none = { missing: [], quotes: { cited: [], elsewhere: [], nowhere: [] } };
  expect(findingsOf(null, answer)).toEqual(none);
  expect(findingsOf({ part: 0, start: 0, end: 3, missing: [{ start: 0, end: 3, strong: true }] }, null)).toEqual(none);
});
