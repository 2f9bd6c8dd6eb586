import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { LoginForm } from './login-form';

/** The form, and the bodies that it sends. */
function show(): unknown[] {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.endsWith('/login')) sent.push(JSON.parse(String(init.body)));
    return Response.json({ id: 'sara', name: 'Sara Student' });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LoginForm />
    </QueryClientProvider>,
  );
  return sent;
}

const sara = { email: 'student@example.org', password: 'demo' };
const person = () => screen.getByRole('button', { name: /^Sara Student/ });
const signIn = () => screen.getByRole('button', { name: 'Sign in' });

test.each(['Enter', ' '])('chosen by the keyboard (%s), a person is signed in by the next Enter', async (key) => {
  const sent = show();
  person().focus();
  await userEvent.keyboard(`{${key}}`);
  expect(document.activeElement).toBe(signIn());
  expect(sent).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(sent).toEqual([sara]));
});

test('pressed, a person is chosen, and Enter signs in', async () => {
  const sent = show();
  await userEvent.click(person());
  expect(person().getAttribute('aria-pressed')).toBe('true');
  expect(document.activeElement).toBe(signIn());
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(sent).toEqual([sara]));
});
