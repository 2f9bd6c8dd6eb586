import type { Page } from '@playwright/test';
import { expect, story } from '../src/browser/story.ts';
import { primaryKeys } from '../src/browser/student.ts';
import { pressOn } from '../src/browser/tab-to.ts';

story('selected text is asked about, explained, and stands with the question after a reload', async ({ page, chat, signedIn }) => {
  await signedIn();
  await page.goto(primaryKeys);
  await expect(page.getByRole('heading', { level: 1, name: 'Primary keys' })).toBeVisible();
  const selected = 'candidate key';
  const asked = chat.questions.first();

  await story.step('asks what the selected words mean', async () => {
    await select(page, selected);
    await pressOn(page, page.getByRole('button', { name: 'Ask about this' }));
    await expect(chat.composer).toBeFocused();
    await expect(chat.panel.getByText(`Selected: “${selected}”`)).toBeVisible();
    const answer = await chat.askToTheEnd('What does this mean?');
    await expect(answer).toContainText(/candidate key is/i);
    await expect(chat.chips(answer).first()).toBeVisible();
    await expect(asked.getByLabel('The text you asked about')).toHaveText(selected);
  });

  await story.step('reloads, and it is still there', async () => {
    await page.reload();
    await chat.open();
    await expect(asked.getByLabel('The text you asked about')).toHaveText(selected);
    await expect(asked).toContainText('What does this mean?');
  });
});

/** Selects the first occurrence of some words in the text of the page. */
async function select(page: Page, words: string): Promise<void> {
  await page.evaluate((wanted) => {
    const walker = document.createTreeWalker(document.querySelector('main article') as Element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const start = (node as Text).data.indexOf(wanted);
      if (start === -1) continue;
      document.getSelection()?.setBaseAndExtent(node, start, node, start + wanted.length);
      return;
    }
    throw new Error(`“${wanted}” is not on the page`);
  }, words);
}
