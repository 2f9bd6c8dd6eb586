import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// jsdom has no CSS.escape; the widgets use it for names that need no escaping.
vi.stubGlobal('CSS', { escape: (name: string) => name });
// Nor does it lay anything out: nothing ever changes its size, or is out of view. New browsers tell when they are there.
Element.prototype.scrollIntoView = () => Promise.resolve();
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
);

afterEach(cleanup);
