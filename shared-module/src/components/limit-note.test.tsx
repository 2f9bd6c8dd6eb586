import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ChatClient } from '../client/chat-client';
import { chatbot, inPlace } from '../test-chat';
import type { LimitsData, LimitStanding } from '../wire';
import { ChatPanel } from './chat-panel';

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const standing = (part: Partial<LimitStanding>): LimitsData => ({
  timeZone: 'Europe/Helsinki',
  limits: [
    {
      limit: 'student_tokens_per_day',
      allowed: 1_000,
      used: 0,
      left: 1_000,
      reached: false,
      resetsAt: inAnHour(),
      ...part,
    },
  ],
});

let limits: LimitsData;

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal('fetch', async (input: string) => {
    if (input.includes('/me/limits')) return Response.json(limits);
    if (input.includes('/conversations')) return Response.json({ items: [], nextCursor: null });
    return new Response('', { status: 404 });
  });
});

async function show(): Promise<void> {
  const session = new ChatClient().session(chatbot);
  render(<ChatPanel session={session} {...inPlace()} />);
  await act(() => session.load());
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your question' });
const sendable = () => !screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled;

describe('the composer', () => {
  test('says nothing of limits while enough is left', async () => {
    limits = standing({ left: 250 });
    await show();
    await userEvent.type(field(), 'Keys?');
    expect(screen.queryByText(/is left/)).toBeNull();
    expect(sendable()).toBe(true);
  });

  test('says what is left when it is less than a quarter', async () => {
    limits = standing({ left: 129 });
    await show();
    const note = await screen.findByText(/12% of what you can use today is left\. It begins anew at/);
    expect(note.getAttribute('aria-live')).toBe('polite');
    expect(field().getAttribute('aria-describedby')).toContain(note.id);
  });

  test('says until when nothing is left, keeps the draft, and is usable again by itself', async () => {
    limits = standing({ left: 0, reached: true, resetsAt: new Date(Date.now() + 2_500).toISOString() });
    await show();
    await screen.findByText(/You have used all you can today\. You can ask again at .*what you type here is kept/);
    await userEvent.type(field(), 'Keys?{Enter}');
    expect(field().value).toBe('Keys?');
    expect(sendable()).toBe(false);
    limits = standing({});
    await waitFor(() => expect(sendable()).toBe(true), { timeout: 8_000 });
    expect(screen.queryByText(/You have used all/)).toBeNull();
    expect(field().value).toBe('Keys?');
  }, 15_000);
});
