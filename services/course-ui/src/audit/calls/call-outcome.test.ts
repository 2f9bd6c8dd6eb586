import { expect, test } from 'vitest';
import { outcomeOf, readable, rejectParts } from './call-outcome';

test.each([
  ['accept', 'done', 'ran'],
  ['edit', 'done', 'ran'],
  ['accept', 'failed', 'failed'],
  ['accept', 'running', 'open'],
  ['accept', 'denied', 'refused'],
  ['answer', 'rejected', 'refused'],
  ['discard', 'rejected', 'refused'],
] as const)('%s and %s: %s', (disposition, status, outcome) => expect(outcomeOf({ disposition, status })).toBe(outcome));

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
