import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// jsdom has no CSS.escape; names of fields need no escaping but for their dots.
vi.stubGlobal('CSS', { escape: (name: string) => name.replaceAll('.', '\\.') });
// Nor does it lay anything out: nothing ever changes its size.
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
);

afterEach(cleanup);
