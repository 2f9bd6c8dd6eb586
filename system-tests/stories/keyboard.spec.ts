import { expect, story } from '../src/browser/story.ts';
import { tabTo } from '../src/browser/tab-to.ts';
import { expectVisibleFocus } from '../src/browser/visible-focus.ts';

story('the keyboard alone signs in, asks, follows a source and closes the chat', async ({ page, chat }) => {
  await story.step('signs in', async () => {
    await page.goto('/');
    await expect(page.getByLabel('E-mail')).toBeVisible();
    await tabTo(page, page.getByLabel('E-mail'));
    await page.keyboard.type('student4@example.org');
    await tabTo(page, page.getByLabel('Password'));
    await page.keyboard.type('demo');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Courses' })).toBeVisible();
  });

  await story.step('skips the bar on top and opens a page', async () => {
    await page.goto('/courses/databases');
    const content = page.getByRole('link', { name: 'To the content' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await tabTo(page, content);
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('link', { name: 'Why not just files?' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Why not just files?' })).toBeFocused();
  });

  await story.step('opens the chat and asks', async () => {
    await tabTo(page, chat.opener);
    await page.keyboard.press('Enter');
    await expect(chat.composer).toBeFocused();
    await page.keyboard.type('What is a');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('primary key?');
    await expect(chat.composer).toHaveValue('What is a\nprimary key?');
    await page.keyboard.press('Enter');
    await expect(chat.answers).toContainText('candidate key that the designer has chosen');
    await chat.toEnd();
    await expect(chat.composer).toBeFocused();
    await expectVisibleFocus(page);
  });

  const chip = chat.chips(chat.answers.last()).first();
  await story.step('opens a citation, leaves it by Esc, and is where it was', async () => {
    await tabTo(page, chip, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Primary keys' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(chip).toBeFocused();
    await expectVisibleFocus(page);
    await expect(chat.panel).toBeVisible();
  });

  await story.step('follows the citation; the focus goes to the passage', async () => {
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('link', { name: 'Go to the passage' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Primary keys' })).toBeVisible();
    const marked = page.locator('main mark').first();
    await expect(marked).toBeInViewport();
    await expect(marked).toBeFocused();
  });

  await story.step('closes the chat; the focus goes to the button that opened it', async () => {
    await tabTo(page, chat.panel.getByRole('button', { name: 'Close the chat' }));
    await page.keyboard.press('Enter');
    await expect(chat.opener).toBeFocused();
    await expectVisibleFocus(page);
  });
});
