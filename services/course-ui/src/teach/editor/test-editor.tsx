import type { ManagedChatbot, ManagedModel, ManagedTool } from '@course-chatbot/chat';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import type { Course } from '../../lms/lms-api';
import { SettingsPage } from '../sections/settings-page';
import { newSettings } from '../settings/new-settings';
import { ChatbotEditor } from './chatbot-editor';

export const tool = (name: string, adminOnly = false): ManagedTool => ({
  name,
  label: name,
  description: `About ${name}.`,
  category: 'material',
  adminOnly,
  readOnly: true,
  argumentSchema: {},
});

export const model = (id: string, part: Partial<ManagedModel> = {}): ManagedModel => ({
  id,
  label: id,
  contextTokens: 100_000,
  temperature: true,
  tools: true,
  isDefault: false,
  ...part,
});

export const chatbot: ManagedChatbot = {
  id: 'bot',
  courseId: 'course',
  isDefault: true,
  version: 3,
  settings: newSettings('Guide', '', ['course_material_search']),
  updatedAt: '2026-09-01T09:00:00Z',
  updatedBy: 'Tuula',
  today: { students: 1, messages: 2, mostStudentTokens: 300, courseTokensThisMonth: 400 },
};

/** The form of a chatbot, and a server that answers by these routes. */
export class TestEditor {
  readonly sent: Request[] = [];
  readonly routes: Record<string, (body: unknown) => unknown> = {
    'GET /manage/courses/course/tools': () => [tool('course_material_search'), tool('mail_everybody', true)],
    'GET /manage/models': () => [],
    'GET /manage/chatbots/bot': () => chatbot,
    'POST /manage/courses/course/settings/check': () => [],
  };

  async show(part: Partial<Course> = {}): Promise<void> {
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => this.answer(path, init));
    const course = { id: 'course', slug: 'c', title: 'Course', language: 'en', description: null, timeZone: 'UTC', ...part };
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
  }

  /** What was sent to be saved. */
  async saved(): Promise<{ version: string | null; settings: unknown }> {
    const put = this.sent.find(({ method }) => method === 'PUT');
    return { version: put?.headers.get('if-match') ?? null, settings: await put?.json() };
  }

  private async answer(path: string, init: RequestInit): Promise<Response> {
    const request = new Request(`http://lms${path}`, init);
    this.sent.push(request);
    const name = `${request.method} ${new URL(request.url).pathname.replace('/api/chatbot/v1', '')}`;
    const answer = this.routes[name]?.(init.body ? JSON.parse(String(init.body)) : undefined);
    if (answer instanceof Response) return answer;
    return answer === undefined ? new Response('{}', { status: 404 }) : Response.json(answer);
  }
}

export function write(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}
