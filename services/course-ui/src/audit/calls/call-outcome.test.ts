import type { CallTrace } from '@course-chatbot/chat';
import { expect, test } from 'vitest';
import { outcomeOf, readable, rejectParts, roundDecision } from './call-outcome';

test.each([
  ['accept', 'done', 'ran'],
  ['edit', 'done', 'ran'],
  ['accept', 'failed', 'failed'],
  ['accept', 'running', 'open'],
  ['accept', 'denied', 'refused'],
  ['answer', 'answered', 'refused'],
  ['retry', 'answered', 'refused'],
  ['discard', 'rejected', 'refused'],
] as const)('%s and %s: %s', (disposition, status, outcome) => expect(outcomeOf({ disposition, status })).toBe(outcome));

test('a reply that is answered without a call is the answer; one with calls was refused', () => {
  const call = {} as CallTrace;
  expect(roundDecision({ disposition: 'answer', calls: [] })).toBe('done');
  expect(roundDecision({ disposition: 'answer', calls: [call] })).toBe('answer');
  expect(roundDecision({ disposition: 'retry', calls: [] })).toBe('retry');
  expect(roundDecision({ disposition: null, calls: [] })).toBeNull();
});

test('a refusal is told by its parts, whatever it lacks', () => {
  expect(rejectParts({ tool: 'x', reason: 'schema_invalid', pointer: '/query', expected: ['string'], got: 3 })).toEqual({
    reason: 'schema_invalid',
    pointer: '/query',
    expected: ['string'],
    got: '3',
  });
  expect(rejectParts({})).toEqual({ reason: null, pointer: null, expected: [], got: null });
  expect(rejectParts(null)).toBeNull();
});

test('arguments are easier to read where they are JSON', () => {
  expect(readable('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(readable('{"a":')).toBe('{"a":');
});
