import type { Locator } from '@playwright/test';
import { expectAccessible } from '../src/browser/accessible.ts';
import { takePicture } from '../src/browser/picture.ts';
import { expect, scriptedStory as story } from '../src/browser/story.ts';
import { primaryKeys } from '../src/browser/student.ts';
import { pressOn } from '../src/browser/tab-to.ts';
import { say } from '../src/model/reply.ts';

const question = 'What is a key?';

story('a conversation is renamed in its row, and deleted only after a question', async ({ page, chat, model, signedIn, isMobile }) => {
  model.when(question, [say('A key identifies a row.')]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signedIn();
  await page.goto(primaryKeys);
  await chat.open();
  await chat.askToTheEnd(question);
  await chat.panel.getByRole('button', { name: 'Your conversations' }).click();
  const row = chat.panel.getByRole('listitem');
  const actions = row.getByRole('button', { name: /^Actions: / });
  // On a desktop by the keyboard alone.
  const press = (wanted: Locator) => (isMobile ? wanted.tap() : pressOn(page, wanted));
  const choose = async (what: string) => {
    const item = page.getByRole('menuitem', { name: what });
    await press(actions);
    if (isMobile) return item.tap();
    for (let presses = 0; presses < 5 && !(await item.evaluate((element) => element === document.activeElement)); presses += 1) {
      await page.keyboard.press('ArrowDown');
    }
    await expect(item).toBeFocused();
    await page.keyboard.press('Enter');
  };
  await expect(row).toHaveCount(1);

  await story.step('renames it', async () => {
    await choose('Rename');
    const title = row.getByRole('textbox');
    await expect(title).toBeFocused();
    await takePicture(page, 'conversation-rename');
    await expectAccessible(page, 'renaming a conversation');
    await title.fill('Keys, for the exam');
    await title.press('Enter');
    await expect(row).toContainText('Keys, for the exam');
    await expect(actions, 'the focus is where it came from').toBeFocused();
  });

  await story.step('is asked before it is deleted', async () => {
    await choose('Delete');
    const question = row.getByRole('group', { name: /Keys, for the exam/ });
    await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused();
    await takePicture(page, 'conversation-delete');
    await expectAccessible(page, 'deleting a conversation');
    await press(question.getByRole('button', { name: 'Delete' }));
    await expect(row).toHaveCount(0);
    await expect(chat.panel.getByRole('searchbox')).toBeFocused();
  });
});
