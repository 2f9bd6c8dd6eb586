import type { ManagedChatbot, ManagedTool } from '@course-chatbot/chat';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { SettingsPage } from '../sections/settings-page';
import { newSettings } from '../settings/new-settings';
import { ChatbotEditor } from './chatbot-editor';

vi.mock('../try/try-panel', () => ({ default: () => null }));

const tool = (name: string, adminOnly = false): ManagedTool => ({
  name,
  label: name,
  description: `About ${name}.`,
  category: 'material',
  adminOnly,
  readOnly: true,
  argumentSchema: {},
});
const chatbot: ManagedChatbot = {
  id: 'bot',
  courseId: 'course',
  isDefault: true,
  version: 3,
  settings: newSettings('Guide', '', ['course_material_search']),
  updatedAt: '2026-09-01T09:00:00Z',
  updatedBy: 'Tuula',
  today: { students: null, messages: null, mostStudentTokens: null, courseTokensThisMonth: 400 },
};

// The form is large, and jsdom looks for roles slowly.
vi.setConfig({ testTimeout: 30_000 });

const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

let routes: Record<string, (body: unknown) => unknown>;
let sent: Request[];

beforeEach(async () => {
  sent = [];
  routes = {
    'GET /manage/courses/course/tools': () => [tool('course_material_search'), tool('mail_everybody', true)],
    'GET /manage/models': () => [],
    'GET /manage/chatbots/bot': () => chatbot,
    'POST /manage/courses/course/settings/check': () => [],
  };
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const request = new Request(`http://lms${path}`, init);
    sent.push(request);
    const name = `${request.method} ${new URL(request.url).pathname.replace('/api/chatbot/v1', '')}`;
    const answer = routes[name]?.(init.body ? JSON.parse(String(init.body)) : undefined);
    if (answer instanceof Response) return answer;
    return answer === undefined ? new Response('{}', { status: 404 }) : Response.json(answer);
  });
  const course = { id: 'course', slug: 'c', title: 'Course', language: 'en', description: null, timeZone: 'UTC' };
  const router = createMemoryRouter(
    [
      {
        path: '/teach/c',
        element: <Outlet context={{ course, may: { edit: true, viewStats: true } }} />,
        children: [{ path: ':chatbotId', element: <ChatbotEditor />, children: [{ index: true, element: <SettingsPage /> }] }],
      },
    ],
    { initialEntries: ['/teach/c/bot'] },
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByLabelText('Name');
});

test('a tool for administrators is locked and says so', () => {
  const locked = screen.getByRole('switch', { name: 'mail_everybody' });
  expect(locked).toHaveProperty('disabled', true);
  expect(screen.getByText('Only an administrator can switch this on.')).toBeTruthy();
});

test('what is saved says which version it changes, and becomes what the form began from', async () => {
  routes['PUT /manage/chatbots/bot'] = (settings) => ({ ...chatbot, version: 4, settings });
  write('Name', 'Guide of mine');
  await userEvent.click(screen.getByRole('switch', { name: 'Search the course material' }));
  expect(screen.getByText('Not saved: Name and What it may use.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved as version 4.');
  const put = sent.find(({ method }) => method === 'PUT');
  expect(put?.headers.get('if-match')).toBe('"3"');
  expect(await put?.json()).toMatchObject({ name: 'Guide of mine', allowedTools: [] });
});

test('whoever was slower sees what the other saved, and can take it over beside their own', async () => {
  routes['PUT /manage/chatbots/bot'] = () => Response.json({ code: 'version_changed' }, { status: 412 });
  write('Name', 'Guide of mine');
  const theirs = { ...chatbot.settings, name: 'Theirs', initialMessage: 'Hello.' };
  routes['GET /manage/chatbots/bot'] = () => ({ ...chatbot, version: 4, settings: theirs, updatedBy: 'Olli' });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(within(dialog).getByText(/Olli saved version 4/)).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Go on with this' }));
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Greeting').value).toBe('Hello.'));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Guide of mine');
});

test('what the server finds at fault stands at its field', async () => {
  routes['POST /manage/courses/course/settings/check'] = () => [{ field: 'prompt', code: 'unknown_variable', message: '' }];
  write('Instructions', 'Greet.');
  await screen.findByRole('link', { name: 'Instructions' });
  const field = screen.getByLabelText('Instructions');
  const about = (field.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);
  expect(about.join(' ')).toContain('There is no such variable.');
});
