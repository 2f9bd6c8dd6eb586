import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// jsdom has no CSS.escape; the widgets use it for names that need no escaping.
vi.stubGlobal('CSS', { escape: (name: string) => name });

afterEach(cleanup);
