import { expect, test } from 'vitest';
import { replyFate } from './reply-fate';

test.each([
  [1, 'answer', 'taken'],
  [1, null, 'taken'],
  [2, 'answer', 'askedAgain'],
  [2, null, 'askedAgain'],
  [2, 'accept', 'sentBack'],
  [3, 'retry', 'sentBack'],
] as const)('asked %s times, decided %s: %s', (attempts, disposition, fate) =>
  expect(replyFate({ attempts, disposition })).toBe(fate),
);
