import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, story } from '../src/browser/story.ts';
import { primaryKeys } from '../src/browser/student.ts';

const picture = resolve(import.meta.dirname, '../../docs/course-page.png');
const largestBytes = 300_000;

story('the picture of the README', async ({ page, chat, signedIn }) => {
  await signedIn();
  await page.goto(primaryKeys);
  await page.evaluate(() => document.fonts.ready);
  await chat.open();
  const answer = await chat.askToTheEnd('What is a primary key?');
  await chat.chips(answer).first().click();
  await page.getByRole('link', { name: 'Go to the passage' }).click();
  await expect(page.locator('main mark').first()).toBeInViewport();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.screenshot({ path: picture, animations: 'disabled' });
  expect(statSync(picture).size).toBeLessThanOrEqual(largestBytes);
});
