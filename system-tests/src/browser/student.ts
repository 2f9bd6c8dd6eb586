import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test';

export const password = 'demo';
export const primaryKeys = '/courses/databases/the-relational-model/primary-keys';

const chatbot = '/api/chatbot/v1';

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** Sessions of earlier stories, by origin and address: checking a password is slow on purpose. */
const sessions = new Map<string, Cookies>();

/** Signs in without the form, and begins without any conversation of earlier stories. */
export async function signIn(page: Page, email: string, origin: string): Promise<void> {
  const context = page.context();
  const { request } = context;
  // The server takes a change only from its own pages.
  const headers = { origin };
  const key = `${origin} ${email}`;
  await context.clearCookies();
  await context.addCookies(sessions.get(key) ?? []);
  if (!(await isSignedIn(request))) {
    const answer = await request.post('/api/lms/login', { data: { email, password }, headers });
    expect(answer.ok(), `signing in as ${email}`).toBe(true);
    sessions.set(key, await context.cookies());
  }
  for (const id of await conversationIds(request)) {
    expect((await request.delete(`${chatbot}/conversations/${id}`, { headers })).ok()).toBe(true);
  }
}

async function isSignedIn(request: APIRequestContext): Promise<boolean> {
  const { user } = (await (await request.get('/api/lms/me')).json()) as { user: unknown };
  return user !== null;
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
