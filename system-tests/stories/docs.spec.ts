import { takePicture } from '../src/browser/picture.ts';
import { expect, story } from '../src/browser/story.ts';

story('the routes can be read about and tried, with nothing from other machines', async ({ page, signedIn }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).origin));
  await signedIn();
  await page.goto('/docs');
  await expect(page.getByRole('heading', { name: 'Course Chatbot' })).toBeVisible();
  for (const tag of ['Students', 'Teachers', 'Admins', 'LMS', 'Operation']) {
    await expect(page.locator(`#operations-tag-${tag}`)).toBeVisible();
  }

  const list = page.locator('#operations-Students-list_conversations');
  await list.getByRole('button', { name: /GET/ }).first().click();
  await expect(list).toContainText('nextCursor');
  await list.getByRole('button', { name: 'Try it out' }).click();
  await list.getByRole('button', { name: 'Execute' }).click();
  await expect(list.locator('.live-responses-table .response-col_status').last()).toContainText('200');
  await takePicture(page, 'docs');
  await page.setViewportSize({ width: 390, height: 844 });
  await takePicture(page, 'docs');
  expect([...new Set(asked)]).toEqual([new URL(page.url()).origin]);
});
