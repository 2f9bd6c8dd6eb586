import { expect, scriptedStory as story } from '../src/browser/story.ts';
import { pressOn, tabTo } from '../src/browser/tab-to.ts';
import { TeachPages } from '../src/browser/teacher.ts';
import { expectVisibleFocus } from '../src/browser/visible-focus.ts';
import { say } from '../src/model/reply.ts';

const question = 'What is a key?';

story.beforeEach(async ({ page, signedIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signedIn('teacher@example.org');
});

story('by the keyboard alone a teacher makes a chatbot, tries it and asks its test questions', async ({ page, model }) => {
  story.slow();
  const teach = new TeachPages(page);
  const answers = page.getByRole('article', { name: 'Answer', exact: true });
  model.when(question, [say('A key identifies a row.')]);
  await teach.openList();
  await story.step('makes one', async () => {
    await pressOn(page, page.getByRole('button', { name: 'New chatbot' }));
    await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toBeFocused();
    await page.keyboard.type('By keys');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'By keys' })).toBeVisible();
    await expect(teach.question).toBeVisible();
  });

  await story.step('tries it, behind a disclaimer', async () => {
    await tabTo(page, page.getByLabel('Disclaimer'));
    await page.keyboard.type('Answers can be wrong.');
    await pressOn(page, teach.switchOf('Published'), 'Space');
    await pressOn(page, page.getByRole('button', { name: 'Accept' }));
    await expect(teach.question, 'the question comes next').toBeFocused();
    await page.keyboard.type(question);
    await page.keyboard.press('Enter');
    await expect(answers).toContainText('A key identifies a row.');
    await expect(answers).toHaveAttribute('aria-busy', 'false');
    await expect(teach.question).toBeFocused();
    await pressOn(page, page.getByRole('button', { name: 'Start anew' }).first(), 'Enter', 'Shift+Tab');
    await expect(answers).toHaveCount(0);
    await expectVisibleFocus(page);
  });

  await story.step('writes a test question and asks it', async () => {
    await pressOn(page, page.getByRole('link', { name: 'Test questions' }), 'Enter', 'Shift+Tab');
    const field = page.getByLabel('New test question');
    await tabTo(page, field);
    await page.keyboard.type(question);
    await pressOn(page, page.getByRole('button', { name: 'Add', exact: true }));
    await expect(page.getByRole('button', { name: `Remove “${question}”` })).toBeVisible();
    await expect(field).toBeFocused();
    const askAll = page.getByRole('button', { name: /^Ask them all/ });
    await pressOn(page, askAll);
    await expect(page.getByRole('region', { name: /^Results of/ }).getByRole('row', { name: question })).toBeVisible();
    await expect(askAll, 'the focus stays while they are asked').toBeFocused();
    await pressOn(page, page.getByRole('button', { name: `Remove “${question}”` }), 'Enter', 'Shift+Tab');
    await expect(page.getByRole('button', { name: `Remove “${question}”` })).toHaveCount(0);
    await expect(field).toBeFocused();
  });

  await story.step('publishes it', async () => {
    await pressOn(page, teach.save);
    await expect(teach.bar.getByRole('status')).toHaveText('Saved as version 2.');
    await expectVisibleFocus(page);
    await pressOn(page, page.getByRole('navigation', { name: 'Pages for teachers' }).getByRole('link', { name: 'Chatbots' }), 'Enter', 'Shift+Tab');
    await expect(page.getByRole('listitem').filter({ hasText: 'By keys' })).toContainText('Published, but not the default');
  });
});
