import type { Locator } from '@playwright/test';
import { takePicture } from '../src/browser/picture.ts';
import { expect, scriptedStory as story } from '../src/browser/story.ts';
import { primaryKeys } from '../src/browser/student.ts';
import { say, sayWithSource, search } from '../src/model/reply.ts';

const question = 'ما هو المفتاح؟';
const words = 'candidate key that the designer has chosen';
const more = '\n\n- الأول\n- الثاني\n\n> اقتباس\n\nIt costs $5 to $10, the key $x^2$ does not.\n\nانظر `a[1]` هنا.';

story('an answer is read block by block in the direction of its words, its numbers and code apart', async ({ page, chat, model, signedIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signedIn();
  const cited = sayWithSource(words, 'المفتاح الأساسي هو candidate key that was chosen.');
  model.when(question, [search('primary key')], (request) => [...cited(request), say(more)]);
  await page.goto(primaryKeys);
  await chat.open();
  const answer = await chat.askToTheEnd(question);
  const direction = (part: Locator) => part.evaluate((element) => getComputedStyle(element).direction);
  expect(await direction(answer.locator('p').filter({ hasText: 'المفتاح' }))).toBe('rtl');
  expect(await direction(answer.getByRole('list').first())).toBe('rtl');
  expect(await direction(answer.locator('blockquote'))).toBe('rtl');
  const prices = answer.locator('p').filter({ hasText: '$5 to $10' });
  expect(await direction(prices)).toBe('ltr');
  await expect(prices.locator('.katex')).toHaveCount(1);
  expect(await direction(answer.locator('code'))).toBe('ltr');
  const chip = chat.chips(answer).first();
  await expect(chip).toBeVisible();
  expect(await chip.evaluate((element) => getComputedStyle(element.parentElement as Element).unicodeBidi)).toBe('isolate');
  await takePicture(page, 'directions');
});
