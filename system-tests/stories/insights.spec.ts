import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/browser/accessible.ts';
import { expectNoOverflow } from '../src/browser/overflow.ts';
import { takePicture } from '../src/browser/picture.ts';
import { onBothSizes } from '../src/browser/sizes.ts';
import { expect, recordedStory as story } from '../src/browser/story.ts';
import { pressOn } from '../src/browser/tab-to.ts';
import { tutorDays } from '../src/recorded/asked.ts';

const shown = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

story.beforeEach(async ({ page, signedIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signedIn('teacher@example.org');
});

onBothSizes((size) => {
  story('numbers tell of five students or more; days of fewer are told together, each chart has its numbers behind it', async ({ page }) => {
    story.slow();
    await page.goto('/teach/databases/insights');
    await expect(page.getByRole('img', { name: /^Questions per day: \d+ in all, the most on / })).toBeVisible();
    await expectNoOverflow(page);
    await takePicture(page, 'teach-insights');
    await expectAccessible(page, 'insights');

    await page.getByRole('button', { name: /Chatbot/ }).click();
    await page.getByRole('option', { name: 'Exercise tutor' }).click();
    await expect(page).toHaveURL(/\?chatbot=/);
    await expect(figure(page, 'Questions'), 'yesterday one asked alone, and is not counted').toHaveText('16without days of fewer than 5 students');
    await expect(figure(page, 'Active students')).toHaveText('6');
    await expect(figure(page, 'Answers with every source found')).toContainText('9 of 11 that cite');
    await expect(figure(page, 'Feedback')).toContainText('2 helpful, 2 not');

    const { all, together, some, alone } = tutorDays();
    const students = page.getByRole('region', { name: 'Students per day' });
    await students.getByRole('button', { name: 'Show the table' }).click();
    const of = (day: string) => students.getByRole('row').filter({ has: page.getByRole('rowheader', { name: shown(day), exact: true }) });
    await expect(of(all)).toContainText('6');
    await expect(of(together[0])).toContainText('fewer than 5');
    await expect(of(together[1]), 'both days together').toContainText('5');
    await expect(of(some)).toContainText('5');
    await expect(of(alone)).toContainText('fewer than 5');
    const cost = page.getByRole('region', { name: 'Cost per day' });
    await expect(cost.getByRole('img', { name: /^Cost per day: €\d\.\d\d in all, the most on .+: €0\.\d\d$/ })).toBeVisible();
    await cost.scrollIntoViewIfNeeded();
    await takePicture(page, 'teach-cost');
    await cost.getByRole('button', { name: 'Show the table' }).click();
    const costOf = (day: string) => cost.getByRole('row').filter({ has: page.getByRole('rowheader', { name: shown(day), exact: true }) });
    await expect(costOf(all)).toContainText('€0.');
    await expect(costOf(alone)).toContainText('fewer than 5');
    await expect(page.getByRole('progressbar', { name: 'Tokens' })).toContainText(/ of 200,000 tokens, €\d+\.\d\d$/);
    await page.evaluate(() => scrollTo(0, 0));
    await expectAccessible(page, 'insights with a table');

    const unanswered = page.getByRole('region', { name: 'What the material did not answer' });
    await expect(unanswered.getByRole('row', { name: /When is the exam of this course\?/ })).toContainText('5');
    const comments = page.getByRole('region', { name: 'What students say' });
    await expect(comments).toContainText('The source says something else');
    await expect(comments, 'names are masked').toContainText('[…] and I looked');
    await page.getByRole('button', { name: 'Never cited' }).click();
    await expect(page.getByRole('link', { name: 'Why not just files?' })).toBeVisible();
    await takePicture(page, 'teach-insights-tutor');

    await page.getByText('Last 7 days').click();
    await expect(page).toHaveURL(/days=7/);
    await expect(figure(page, 'Questions')).toContainText(/^5/);
  });

  story('conversations are read without names, and each look stands in the admins’ access log', async ({ page, signedIn }) => {
    story.slow();
    await page.goto('/teach/databases/conversations');
    await expect(page.getByText('That you look at a conversation is logged')).toBeVisible();
    await expectNoOverflow(page);
    await takePicture(page, 'teach-conversations');
    await expectAccessible(page, 'conversations');
    const talk = page.getByRole('link', { name: /\[…\] says that every table needs/ });
    await (size === 'phone' ? talk.tap() : pressOn(page, talk));
    await expect(page.getByText('This look was logged.')).toBeVisible();
    await expect(page.getByRole('article', { name: 'You said' })).toContainText('[…] says');
    await expect(page.getByRole('button', { name: 'Copy' })).toHaveCount(0);
    await takePicture(page, 'teach-conversation');
    await expectAccessible(page, 'conversation');

    await signedIn('admin@example.org');
    await page.goto('/audit/log');
    await expect(page.getByRole('row').nth(1)).toContainText('Tuula Teacher');
    await expect(page.getByRole('row').nth(1)).toContainText('read a conversation without names');
    await expect(page.getByRole('row').nth(2)).toContainText('looked at the list of conversations');
  });
});

story('whoever may see statistics alone finds them, and nothing else', async ({ page, signedIn }) => {
  await signedIn('stats@example.org');
  await page.goto('/courses/databases');
  await page.getByRole('link', { name: 'Insights of this course' }).click();
  await expect(figure(page, 'Questions')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages for teachers' }).getByRole('link')).toHaveText(['Insights']);
});

story('of few students nothing is told but that they are few', async ({ page, signedIn }) => {
  await signedIn('teacher2@example.org');
  await page.goto('/teach/critical-thinking/insights');
  await expect(figure(page, 'Active students')).toHaveText('fewer than 5');
  await expect(figure(page, 'Questions')).toHaveText('–without days of fewer than 5 students');
  await takePicture(page, 'teach-insights-few');
  await expectAccessible(page, 'insights of few');
  await page.goto('/teach/critical-thinking/conversations');
  await expect(page.getByText('There is no conversation to show: nobody has asked yet, or fewer than 5 students have.')).toBeVisible();
  await expectAccessible(page, 'no conversation to show');
});

/** One of the numbers on top, with what is said of it. */
function figure(page: Page, title: string) {
  return page.locator('dl > div').filter({ has: page.getByText(title, { exact: true }) }).locator('dd');
}
