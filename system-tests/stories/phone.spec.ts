import type { Locator, Page } from '@playwright/test';
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

for (const question of ['What does a foreign key refer to?', 'What is a natural join?', 'When is a table in BCNF?', 'What is a deadlock?']) {
  story(`a source on a phone shows the passage above the chat, which stays at hand: ${question}`, async ({ page, chat }) => {
    await chat.open();
    const answer = await chat.askToTheEnd(question);
    await chat.chips(answer).first().tap();
    await page.getByRole('link', { name: 'Go to the passage' }).tap();
    await expect(page.locator('main mark').first()).toBeInViewport();
    await expect(chat.composer).toBeInViewport();
    await expect.poll(() => placeOfPassage(page, chat)).toMatchObject({ beginsInView: true, endsInViewOrIsTooLong: true });
  });
}

/** Where the marked passage stands between what is above it and the sheet below. */
async function placeOfPassage(page: Page, chat: Chat) {
  const bar = await page.getByRole('banner').boundingBox();
  const sheet = await frame(chat).boundingBox();
  if (!bar || !sheet) return null;
  const [above, below] = [bar.y + bar.height, sheet.y];
  const { top, bottom } = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll('main mark, main [data-marked]')].map((mark) => mark.getBoundingClientRect());
    return { top: Math.min(...boxes.map((box) => box.top)), bottom: Math.max(...boxes.map((box) => box.bottom)) };
  });
  const tooLong = bottom - top > below - above - 32;
  return {
    beginsInView: top >= above && top < below - 24,
    endsInViewOrIsTooLong: bottom <= below || (tooLong && top - above < 40),
    top,
    bottom,
    above,
    below,
  };
}

story('the button that opens the chat covers nothing at the end of a page', async ({ page, chat }) => {
  for (const path of ['/courses/databases', primaryKeys, '/courses/databases/transactions/acid']) {
    await page.goto(path);
    await expect(chat.opener).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const covered = await chat.opener.evaluate((opener) => {
      const button = opener.getBoundingClientRect();
      const texts = document.createTreeWalker(document.querySelector('main') as Element, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      const found: string[] = [];
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        range.selectNodeContents(text);
        const over = (line: DOMRect) => line.bottom > button.top - 8 && line.top < button.bottom;
        if (text.textContent?.trim() && [...range.getClientRects()].some(over)) found.push(text.textContent);
      }
      return found;
    });
    expect(covered, path).toEqual([]);
  }
});

story('the header says whole who answers', async ({ chat }) => {
  await chat.open();
  for (const words of ['Course guide', 'Offline model (extracts from the course pages)']) {
    const shown = chat.panel.getByText(words, { exact: true });
    await expect(shown).toBeVisible();
    expect(await shown.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), words).toBeLessThanOrEqual(0);
  }
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
