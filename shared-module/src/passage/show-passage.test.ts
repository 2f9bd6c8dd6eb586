import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showPassage } from './show-passage';

const scrolled = vi.fn();

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  HTMLElement.prototype.scrollIntoView = scrolled;
  document.documentElement.style.cssText = 'scroll-padding-top: 72px; scroll-padding-bottom: 480px';
  Object.assign(window, { innerHeight: 844 });
});
afterEach(() => {
  vi.unstubAllGlobals();
  scrolled.mockReset();
});

function markFrom(top: number, bottom: number) {
  const [first, last] = [document.createElement('mark'), document.createElement('mark')];
  first.getBoundingClientRect = () => DOMRect.fromRect({ y: top, height: 20 });
  last.getBoundingClientRect = () => DOMRect.fromRect({ y: bottom - 20, height: 20 });
  return { first, last, exact: true, remove: vi.fn() };
}

test('a passage that has room is shown whole, in the middle of what nothing covers', () => {
  const mark = markFrom(1_000, 1_200);
  showPassage(mark);
  expect(mark.first.style.scrollMarginBottom).toBe('180px');
  expect(scrolled).toHaveBeenCalledWith({ block: 'center', behavior: 'auto' });
});

test('one that is too long for it begins at its top', () => {
  const mark = markFrom(1_000, 1_300);
  showPassage(mark);
  expect(mark.first.style.scrollMarginBottom).toBe('');
  expect(scrolled).toHaveBeenCalledWith({ block: 'start', behavior: 'auto' });
});
