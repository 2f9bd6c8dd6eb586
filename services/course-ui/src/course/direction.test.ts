import { expect, test } from 'vitest';
import { directionOf } from './direction';

test.each([
  ['ar', 'rtl'],
  ['he-IL', 'rtl'],
  ['fi', 'ltr'],
  ['en-GB', 'ltr'],
] as const)('%s is written %s', (language, direction) => {
  expect(directionOf(language)).toBe(direction);
});
