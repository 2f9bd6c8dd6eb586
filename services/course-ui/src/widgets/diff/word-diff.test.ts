import { expect, test } from 'vitest';
import { wordDiff } from './word-diff';

const told = (older: string, newer: string) =>
  wordDiff(older, newer)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `[+${text}+]`))
    .join('');

test('what was taken out and what came in is told word by word', () => {
  expect(told('Answer in short words.', 'Answer in plain, short words.')).toBe('Answer in [+plain, +]short words.');
  expect(told('One two three', 'One three')).toBe('One [-two -]three');
  expect(told('Älä kerro', 'Älä koskaan kerro')).toBe('Älä [+koskaan +]kerro');
});

test('words that change together are told together', () => {
  expect(told('Course guide', 'Guide of mine')).toBe('[-Course guide-][+Guide of mine+]');
  expect(told('Answer at length.', 'Answer kindly and to the point.')).toBe(
    'Answer [-at length-][+kindly and to the point+].',
  );
});

test('equal texts are one stretch, and empty ones none', () => {
  expect(wordDiff('same', 'same')).toEqual([{ kind: 'same', text: 'same' }]);
  expect(wordDiff('', '')).toEqual([]);
  expect(told('', 'new')).toBe('[+new+]');
});

test('both texts can be put together again from the diff', () => {
  const [older, newer] = ['a b c d e f', 'b c x e y f g'];
  const parts = wordDiff(older, newer);
  const without = (kind: string) => parts.filter((part) => part.kind !== kind).map(({ text }) => text).join('');
  expect([without('added'), without('removed')]).toEqual([older, newer]);
});

test('a very long change is told as one', () => {
  const words = (word: string) => Array.from({ length: 3_000 }, (_, index) => `${word}${index}`).join(' ');
  expect(wordDiff(words('a'), words('b')).map(({ kind }) => kind)).toEqual(['removed', 'added']);
});
