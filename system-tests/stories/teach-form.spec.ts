import { expectAccessible } from '../src/browser/accessible.ts';
import { takePicture } from '../src/browser/picture.ts';
import { expect, story } from '../src/browser/story.ts';
import { pressOn, tabTo } from '../src/browser/tab-to.ts';
import { TeachPages } from '../src/browser/teacher.ts';

story.beforeEach(async ({ page, signedIn }) => {
  // Without motion: a colour on its way to another one is neither.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signedIn('teacher@example.org');
});

story('what is wrong is told at its field and in a list while one types', async ({ page }) => {
  const teach = new TeachPages(page);
  await teach.makeChatbot('Faulty');
  await teach.name.fill('');
  const list = page.getByRole('region', { name: '1 thing to put right before it can be saved' });
  await expect(list).toContainText('Name: This has to be filled in.');
  await expect(teach.name).toHaveAccessibleDescription(/This has to be filled in\./);
  await expect(page.getByText('Put the marked thing right to try it.')).toBeVisible();
  await takePicture(page, 'teach-faults');

  await teach.save.click();
  await expect(teach.name).toBeFocused();
  await teach.name.fill('Right');
  await expect(list).toHaveCount(0);

  await page.getByLabel('Instructions').fill('Greet {student} first.');
  await expect(page.getByLabel('Instructions')).toHaveAccessibleDescription(/There is no such variable\./);
  await list.getByRole('link', { name: 'Instructions' }).click();
  await expect(page.getByLabel('Instructions')).toBeFocused();
});

story('what is not saved is said, kept while one looks around, and not lost by leaving', async ({ page }) => {
  const teach = new TeachPages(page);
  await teach.makeChatbot('Unsaved');
  await teach.name.fill('Changed');
  await expect(teach.bar).toContainText('Not saved: Name.');
  await page.getByRole('link', { name: 'Versions' }).click();
  await expect(page.getByRole('heading', { name: 'Version 1' })).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(teach.name).toHaveValue('Changed');

  await page.getByRole('link', { name: 'Insights' }).click();
  await expect(teach.dialog).toContainText('Leave without saving?');
  await expect(teach.dialog.getByRole('button', { name: 'Stay here' })).toBeFocused();
  await takePicture(page, 'teach-leave');
  await expectAccessible(page, 'leaving');
  await page.keyboard.press('Enter');
  await expect(teach.name).toHaveValue('Changed');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type(), 'closing the tab asks, too').toBe('beforeunload');
  await dialog.dismiss();
  await expect(teach.name).toHaveValue('Changed');

  await teach.bar.getByRole('button', { name: 'Discard' }).click();
  await teach.dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(teach.name).toHaveValue('Unsaved');
  await expect(teach.bar).toContainText('Everything is saved. Version 1.');
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
});

story('two who change the same chatbot see what the other did, and choose', async ({ page, browser, baseURL, context, isMobile }) => {
  const teach = new TeachPages(page);
  await teach.makeChatbot('Shared');
  const other = await browser.newContext({ storageState: await context.storageState(), ...(baseURL ? { baseURL } : {}) });
  const theirs = new TeachPages(await other.newPage());
  await theirs.page.goto(page.url());
  await theirs.name.fill('Theirs');
  await theirs.page.getByLabel('Greeting').fill('Hello from the other one.');
  await theirs.saveNow();
  await other.close();

  await teach.name.fill('Mine');
  await page.getByLabel('Disclaimer').fill('Answers can be wrong.');
  await teach.save.click();
  await expect(teach.dialog).toContainText('saved version 2');
  const choice = teach.dialog.getByRole('radiogroup', { name: 'What is to stand for Name' });
  await expect(choice.getByRole('radio', { name: /^Yours/ })).toBeChecked();
  await expect(teach.dialog).toContainText('Hello from the other one.');
  await takePicture(page, 'teach-lost-update');
  await expectAccessible(page, 'a lost update');
  if (isMobile) await teach.dialog.getByRole('button', { name: 'Go on with this' }).tap();
  else {
    await tabTo(page, choice.getByRole('radio', { name: /^Yours/ }));
    await page.keyboard.press('ArrowDown');
    await expect(choice.getByRole('radio', { name: /^Theirs/ })).toBeChecked();
    await page.keyboard.press('ArrowUp');
    await pressOn(page, teach.dialog.getByRole('button', { name: 'Go on with this' }));
  }
  await expect(page.getByLabel('Greeting')).toHaveValue('Hello from the other one.');
  await expect(teach.name).toHaveValue('Mine');
  await teach.saveNow();
  await expect(teach.bar).toContainText('version 3');
});

story('the versions tell what was changed, and an older one can be put in force again', async ({ page }) => {
  const teach = new TeachPages(page);
  await teach.makeChatbot('Diary');
  await teach.name.fill('Diary of today');
  await teach.switchOf('See the outline').focus();
  await page.keyboard.press('Space');
  await teach.saveNow();
  await page.getByRole('link', { name: 'Versions' }).click();
  const entry = page.getByRole('listitem').filter({ hasText: 'Version 2' });
  await expect(entry).toContainText('Tuula Teacher');
  await expect(entry).toContainText('in force');
  await entry.getByRole('button', { name: 'What changed' }).click();
  await expect(entry).toContainText('switched on: See the outline');
  await takePicture(page, 'teach-versions');
  await expectAccessible(page, 'versions, one with what was changed');

  await pressOn(page, page.getByRole('button', { name: 'Go back to version 1' }));
  await expect(teach.dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await takePicture(page, 'teach-restore');
  await expectAccessible(page, 'going back');
  await pressOn(page, teach.dialog.getByRole('button', { name: 'Go back to this' }));
  const made = page.getByRole('heading', { name: 'Version 3' });
  await expect(made, 'what was pressed is further down now').toBeFocused();
  await expect(made).toBeInViewport();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(teach.name).toHaveValue('Diary');
});

story('the keyboard alone switches tools, chooses, and saves; dialogs give the focus back', async ({ page }) => {
  const teach = new TeachPages(page);
  await teach.makeChatbot('Keys');
  const glossary = teach.switchOf('Look up terms');
  await glossary.focus();
  await page.keyboard.press('Space');
  await expect(glossary).not.toBeChecked();
  await expect(glossary).toBeFocused();

  const direct = page.getByRole('radio', { name: /^Answers straight away/ });
  await direct.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /^Hints first/ })).toBeChecked();

  const discard = teach.bar.getByRole('button', { name: 'Discard' });
  await discard.focus();
  await page.keyboard.press('Enter');
  await expect(teach.dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(teach.dialog).toHaveCount(0);
  await expect(discard).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(teach.save).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(teach.bar.getByRole('status')).toHaveText('Saved as version 2.');
  await expect(teach.save, 'there is nothing to save, and the focus stays').toBeDisabled();
  await expect(teach.save).toBeFocused();
});

story('a chatbot is deleted only after a question, and students see nothing of these pages', async ({ page, signedIn }) => {
  const teach = new TeachPages(page);
  await teach.makeChatbot('Short-lived');
  await teach.openList();
  const row = page.getByRole('listitem').filter({ hasText: 'Short-lived' });
  await row.getByRole('button', { name: 'Delete Short-lived' }).click();
  await expect(teach.dialog).toBeVisible();
  await takePicture(page, 'teach-delete');
  await expectAccessible(page, 'deleting a chatbot');
  await teach.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: 'Delete Short-lived' }).click();
  await teach.dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 }), 'the row is gone with its buttons').toBeFocused();

  await signedIn('student@example.org');
  await page.goto('/teach/databases');
  await expect(page.getByText('There is no such page, or it is not open to you.')).toBeVisible();
});
