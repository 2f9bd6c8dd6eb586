import type { Locator } from '@playwright/test';
import type { Chat } from '../src/browser/chat.ts';
import { expect, story } from '../src/browser/story.ts';
import { primaryKeys } from '../src/browser/student.ts';

const screen = { x: 0, y: 0, width: 390, height: 844 };

story.beforeEach(async ({ page, signedIn }) => {
  await signedIn();
  await page.goto(primaryKeys);
  await expect(page.getByRole('heading', { level: 1, name: 'Primary keys' })).toBeVisible();
});

story('the chat fills a phone’s screen, and closing it returns to the same place', async ({ page, chat }) => {
  const reading = page.getByRole('heading', { name: 'Composite primary keys' });
  await reading.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const before = await reading.boundingBox();

  await chat.opener.tap();
  await expect(chat.composer).toBeInViewport({ ratio: 1 });
  await expect.poll(() => frame(chat).boundingBox()).toEqual(screen);
  await expect(page.locator('main'), 'nothing behind the chat can be reached').toHaveAttribute('inert', '');

  await chat.composer.fill('What is a primary key?');
  await chat.sendButton.tap();
  await expect(chat.answers).toContainText('candidate key that the designer has chosen');
  await chat.toEnd();
  await expect(chat.composer).toBeInViewport({ ratio: 1 });

  await chat.panel.getByRole('button', { name: 'Close the chat' }).tap();
  await expect(chat.panel).toHaveCount(0);
  await expect(chat.opener).toBeVisible();
  expect(await reading.boundingBox()).toEqual(before);

  await chat.opener.tap();
  await expect(chat.answers).toHaveCount(1);
});

story('a source on a phone makes room for the passage and keeps the chat at hand', async ({ page, chat }) => {
  await chat.open();
  const answer = await chat.askToTheEnd('What does a foreign key refer to?');
  await chat.chips(answer).first().tap();
  await page.getByRole('link', { name: 'Go to the passage' }).tap();
  const marked = page.locator('main mark').first();
  await expect(marked).toBeInViewport();
  await expect(chat.composer).toBeInViewport();
  await expect
    .poll(async () => {
      const [passage, sheet] = await Promise.all([marked.boundingBox(), frame(chat).boundingBox()]);
      return passage && sheet && passage.y > 0 && passage.y + passage.height <= sheet.y;
    }, 'the passage begins above the sheet')
    .toBe(true);
});

story('nothing is wider than a phone’s screen', async ({ page, chat }) => {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow()).toBe(0);
  for (const path of ['/', '/courses/databases', '/courses/databases/querying-with-sql/joins']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await overflow(), path).toBe(0);
  }
  await chat.open();
  await chat.askToTheEnd('What does a natural join do?');
  expect(await overflow()).toBe(0);
});

/** The box that the chat fills. */
function frame(chat: Chat): Locator {
  return chat.panel.locator(':scope > *');
}
