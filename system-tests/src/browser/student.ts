import { type APIRequestContext, expect, type Page } from '@playwright/test';

export const password = 'demo';
export const primaryKeys = '/courses/databases/the-relational-model/primary-keys';

const chatbot = '/api/chatbot/v1';

/** Signs in without the form, and begins without any conversation of earlier stories. */
export async function signIn(page: Page, email: string, origin: string): Promise<void> {
  const { request } = page.context();
  // The server takes a change only from its own pages.
  const headers = { origin };
  const answer = await request.post('/api/lms/login', { data: { email, password }, headers });
  expect(answer.ok(), `signing in as ${email}`).toBe(true);
  for (const id of await conversationIds(request)) {
    expect((await request.delete(`${chatbot}/conversations/${id}`, { headers })).ok()).toBe(true);
  }
}

/** The caller's own conversations in all their courses. */
async function conversationIds(request: APIRequestContext): Promise<string[]> {
  const courses = (await (await request.get('/api/lms/courses')).json()) as Array<{ id: string }>;
  const ids: string[] = [];
  for (const course of courses) {
    const answer = await request.get(`${chatbot}/courses/${course.id}/chatbots`);
    // Not every course that one may see has a chatbot for one.
    if (!answer.ok()) continue;
    for (const bot of (await answer.json()) as Array<{ id: string }>) {
      const list = await (await request.get(`${chatbot}/conversations?chatbotId=${bot.id}`)).json();
      ids.push(...(list as { items: Array<{ id: string }> }).items.map(({ id }) => id));
    }
  }
  return ids;
}
