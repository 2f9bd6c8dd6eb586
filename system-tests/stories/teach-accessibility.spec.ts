import { expectAccessible } from '../src/browser/accessible.ts';
import { expect, story } from '../src/browser/story.ts';
import { TeachPages } from '../src/browser/teacher.ts';

story.beforeEach(async ({ page, signedIn }) => {
  // Without motion: a colour on its way to another one is neither.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signedIn('teacher@example.org');
});

story('axe finds nothing in the form and its dialogs, in light and in dark', async ({ page }) => {
  story.slow();
  const teach = new TeachPages(page);
  await teach.openList();
  await expectAccessible(page, 'chatbots');
  await page.getByRole('button', { name: 'New chatbot' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'new chatbot');
  await page.keyboard.press('Escape');

  await teach.makeChatbot('Accessible');
  await page.getByRole('button', { name: 'Rarely needed' }).click();
  await expectAccessible(page, 'form');
  await page.getByRole('button', { name: /Model/ }).click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await expectAccessible(page, 'choosing a model');
  await page.keyboard.press('Escape');
  await teach.name.fill('');
  await expectAccessible(page, 'form with a fault');
  await teach.bar.getByRole('button', { name: 'Discard' }).click();
  await expect(teach.dialog).toBeVisible();
  await expectAccessible(page, 'discarding');
});

story('axe finds nothing while trying, in test questions and in versions', async ({ page }) => {
  story.slow();
  const teach = new TeachPages(page);
  await teach.makeChatbot('Tried by axe');
  await teach.tryQuestion('What is a primary key?');
  await expect(page.getByRole('heading', { name: 'Step 1' })).toBeVisible();
  await expectAccessible(page, 'trying');
  await page.getByRole('link', { name: 'Test questions' }).click();
  await expect(page.getByText('No test question yet.')).toBeVisible();
  await expectAccessible(page, 'test questions');
  await page.getByRole('link', { name: 'Versions' }).click();
  await expect(page.getByRole('heading', { name: 'Version 1' })).toBeVisible();
  await expectAccessible(page, 'versions');
});
