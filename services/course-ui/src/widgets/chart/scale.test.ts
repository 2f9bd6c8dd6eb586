import { expect, test } from 'vitest';
import { roundTop } from './scale';

test.each([
  [0, 1],
  [1, 1],
  [3, 5],
  [5, 5],
  [17, 20],
  [99, 100],
  [1_234, 2_000],
])('an axis for %d ends at %d', (most, top) => expect(roundTop(most)).toBe(top));
