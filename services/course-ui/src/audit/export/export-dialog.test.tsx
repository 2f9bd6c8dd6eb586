import type { CitationCount } from '@course-chatbot/chat';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ExportDialog } from './export-dialog';

function show(count: CitationCount): void {
  vi.stubGlobal('fetch', async () => Response.json(count));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ExportDialog isOpen wish={new URLSearchParams()} onClose={vi.fn()} />
    </QueryClientProvider>,
  );
}

const button = () => screen.getByRole('button', { name: 'Export' });

test('an empty list cannot be exported, and the button says why', async () => {
  show({ count: 0, atLeast: false });
  const why = await screen.findByText(/^There is nothing to export/);
  expect(button()).toHaveProperty('disabled', true);
  expect(button().getAttribute('aria-describedby')).toBe(why.id);
});

test('a list with something in it can be exported', async () => {
  show({ count: 2, atLeast: false });
  await screen.findByText(/2 citations/);
  expect(button()).toHaveProperty('disabled', false);
  expect(button().hasAttribute('aria-describedby')).toBe(false);
});
