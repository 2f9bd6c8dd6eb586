import { showConversations, showInsights } from '../src/browser/insights-server.ts';
import { takePicture } from '../src/browser/picture.ts';
import { expect, story } from '../src/browser/story.ts';

story.beforeEach(async ({ signedIn }) => signedIn('teacher@example.org'));

story('each chart has its numbers behind it, and the filter stands in the address', async ({ page }) => {
  const asked = await showInsights(page);
  await page.goto('/teach/databases/insights');
  const part = page.getByRole('region', { name: 'Questions per day' });
  await expect(part.getByRole('img', { name: /^Questions per day: \d+ in all, the most on / })).toBeVisible();
  await takePicture(page, 'teach-insights');
  await part.getByRole('button', { name: 'Show the table' }).click();
  await expect(part.getByRole('row', { name: '30 Nov 2026 31' })).toBeVisible();
  const students = page.getByRole('region', { name: 'Students per day' });
  await students.getByRole('button', { name: 'Show the table' }).click();
  await expect(students).toContainText('fewer than 5');

  await page.getByText('Last 7 days').click();
  await expect(page).toHaveURL(/\?days=7$/);
  await page.getByRole('button', { name: /Chatbot/ }).click();
  await page.getByRole('option', { name: 'Exercise tutor' }).click();
  await expect(page).toHaveURL(/days=7&chatbot=00000000/);
  await expect.poll(() => asked.at(-1)?.searchParams.get('chatbotId')).toContain('b002');

  await page.getByRole('button', { name: 'Never cited' }).click();
  await expect(page.getByRole('link', { name: 'Why not just files?' })).toBeVisible();
});

story('of few students nothing is told but that they are few', async ({ page }) => {
  await showInsights(page, { activeStudents: null });
  await page.goto('/teach/databases/insights');
  await expect(page.getByText('fewer than 5', { exact: true }).first()).toBeVisible();
});

story('conversations are read without names, and it is said that looking is logged', async ({ page }) => {
  await showConversations(page);
  await page.goto('/teach/databases/conversations');
  await expect(page.getByText('That you look at a conversation is logged')).toBeVisible();
  await takePicture(page, 'teach-conversations');
  await page.getByRole('link', { name: /What is a primary key/ }).click();
  await expect(page.getByText('This look was logged.')).toBeVisible();
  await expect(page.getByRole('article', { name: 'You said' })).toContainText('[name] says');
  await expect(page.getByRole('button', { name: 'Copy' })).toHaveCount(0);
  await takePicture(page, 'teach-conversation');
});
