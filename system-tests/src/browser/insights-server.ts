import type { Page } from '@playwright/test';
import { conversations, insights, messages } from './teaching-data.ts';

type Shown = Omit<Partial<typeof insights>, 'activeStudents'> & { activeStudents?: number | null };

/** Answers in the server's place with numbers that would take a hundred students; gives what was asked for. */
export async function showInsights(page: Page, part: Shown = {}): Promise<URL[]> {
  const asked: URL[] = [];
  await page.route('**/api/chatbot/v1/manage/courses/*/insights*', (route) => {
    asked.push(new URL(route.request().url()));
    return route.fulfill({ json: { ...insights, ...part } });
  });
  return asked;
}

/** The same for conversations of others. */
export async function showConversations(page: Page): Promise<void> {
  await page.route('**/api/chatbot/v1/manage/courses/*/conversations*', (route) => route.fulfill({ json: conversations }));
  await page.route('**/api/chatbot/v1/manage/courses/*/conversations/*', (route) => route.fulfill({ json: messages }));
}
