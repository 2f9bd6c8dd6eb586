import { expectAccessible } from '../src/browser/accessible.ts';
import { expect, story } from '../src/browser/story.ts';
import { primaryKeys } from '../src/browser/student.ts';

story('axe finds nothing on any page, in light and in dark', async ({ page, chat, signedIn }) => {
  story.slow();
  // Without motion: a colour on its way to another one is neither.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect(page.getByLabel('Password')).toBeVisible();
  await expectAccessible(page, 'signing in');

  await signedIn();
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Introduction to Databases' })).toBeVisible();
  await expectAccessible(page, 'courses');

  await page.goto('/courses/databases');
  await expect(page.getByRole('link', { name: 'Primary keys' })).toBeVisible();
  await expectAccessible(page, 'outline');

  await page.goto(primaryKeys);
  await expect(page.getByRole('heading', { level: 1, name: 'Primary keys' })).toBeVisible();
  await chat.open();
  await expectAccessible(page, 'course page with an empty chat');

  const answer = await chat.askToTheEnd('What is a primary key?');
  await expectAccessible(page, 'chat with an answer');

  await chat.chips(answer).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'source');

  await page.getByRole('link', { name: 'Go to the passage' }).click();
  await expect(page.locator('main mark').first()).toBeInViewport();
  await chat.composer.fill('x'.repeat(8_003));
  await expectAccessible(page, 'marked passage, and a question that is too long');
});
