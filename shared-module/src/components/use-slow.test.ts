import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSlow } from './use-slow';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('silence is told of after a while, and every sign of life ends it', () => {
  const { result, rerender } = renderHook(({ waiting, sign }) => useSlow(waiting, sign), {
    initialProps: { waiting: true, sign: 'a' },
  });
  pass(7_900);
  expect(result.current).toBe(false);
  rerender({ waiting: true, sign: 'b' });
  pass(7_900);
  expect(result.current).toBe(false);
  pass(200);
  expect(result.current).toBe(true);
  rerender({ waiting: true, sign: 'c' });
  expect(result.current).toBe(false);
  pass(8_100);
  rerender({ waiting: false, sign: 'c' });
  expect(result.current).toBe(false);
});
