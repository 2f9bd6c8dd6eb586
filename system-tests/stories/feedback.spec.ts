import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../src/browser/accessible.ts';
import { takePicture } from '../src/browser/picture.ts';
import { expect, scriptedStory as story } from '../src/browser/story.ts';
import { primaryKeys } from '../src/browser/student.ts';
import { expectVisibleFocus } from '../src/browser/visible-focus.ts';
import { say } from '../src/model/reply.ts';

const question = 'What is a primary key?';
const longQuestion = 'What else is there to say of keys?';

story.beforeEach(async ({ page, chat, model, signedIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  model.when(question, [say('It tells rows apart.')]);
  model.when(longQuestion, [say(Array.from({ length: 30 }, (_, index) => `Point ${index + 1}.`).join('\n\n'))]);
  await signedIn();
  await page.goto(primaryKeys);
  await chat.open();
  await chat.askToTheEnd(question);
});

story('an answer that did not help is said so with a reason; that is kept, changed and taken back', async ({ page, chat }) => {
  const answer = chat.answers.last();
  const { up, down, form } = partsOf(answer);
  await down.click();
  await expect(form.getByText('What is the matter?')).toBeVisible();
  await form.getByText('A source does not say this').click();
  await form.getByRole('textbox').fill('The page says nothing of rows.');
  await form.scrollIntoViewIfNeeded();
  await takePicture(page, 'feedback-form');
  await expectAccessible(page, 'why an answer did not help');
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(answer.getByText('Noted, thank you.')).toBeVisible();
  await expect(down).toBeFocused();
  await takePicture(page, 'feedback-sent');

  await page.reload();
  await chat.open();
  await expect(down).toHaveAttribute('aria-pressed', 'true');
  await up.click();
  await expect(form.getByText('What helped, if you like to say')).toBeVisible();
  await expect(form.getByRole('radio'), 'what helped needs no reason').toHaveCount(0);
  await expect(down).toHaveAttribute('aria-pressed', 'false');
  await takePicture(page, 'feedback-changed');
  await form.getByRole('button', { name: 'Close' }).click();

  await up.click();
  await expect(answer.getByText('Taken back.')).toBeVisible();
  await page.reload();
  await chat.open();
  for (const thumb of [up, down]) await expect(thumb).toHaveAttribute('aria-pressed', 'false');
});

story('the keyboard alone says why an answer did not help', async ({ page, chat, isMobile }) => {
  const answer = chat.answers.last();
  const { down, form } = partsOf(answer);
  await down.focus();
  await page.keyboard.press('Space');
  await expect(form).toBeVisible();
  await expect(down, 'the focus stays').toBeFocused();
  // On a phone the chat lies over the page, and Esc puts it away.
  if (!isMobile) {
    await page.keyboard.press('Escape');
    await expect(form, 'what is written keeps its Esc').toBeVisible();
  }
  await tabInto(page, form.getByRole('radio').first());
  await expectVisibleFocus(page);
  await page.keyboard.press('ArrowDown');
  await expect(form.getByRole('radio', { name: 'A source does not say this' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  await expect(down).toBeFocused();
});

story('the form fits, and what leads to the newest message covers none of it', async ({ page, chat }) => {
  const answer = chat.answers.last();
  const { down, form } = partsOf(answer);
  await story.step('at the end of the conversation', async () => {
    await down.click();
    await expectUncovered(form);
    await expect(chat.panel.getByRole('button', { name: 'To the newest' })).toHaveCount(0);
    await takePicture(page, 'feedback-at-the-end');
  });
  await story.step('and above other answers', async () => {
    await form.getByRole('button', { name: 'Close' }).click();
    await down.click();
    await chat.askToTheEnd(longQuestion);
    const first = partsOf(chat.answers.first());
    await first.up.scrollIntoViewIfNeeded();
    await first.up.click();
    await expectUncovered(first.form);
    await takePicture(page, 'feedback-above');
  });
});

/** It lies in the answer's width, and its buttons are what a finger meets where they are. */
async function expectUncovered(form: Locator): Promise<void> {
  await expect(form).toBeVisible();
  for (const name of ['Send', 'Close']) {
    const button = form.getByRole('button', { name });
    const met = () =>
      button.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
    await expect.poll(met, { message: `${name} is covered by nothing` }).toBe(true);
  }
  const beyond = await form.evaluate((element) => {
    const answer = element.closest('article')?.getBoundingClientRect();
    return element.getBoundingClientRect().right - (answer?.right ?? 0);
  });
  expect(beyond, 'no wider than its answer').toBeLessThanOrEqual(0.5);
}

function partsOf(answer: Locator) {
  return {
    up: answer.getByRole('button', { name: 'This helped' }),
    down: answer.getByRole('button', { name: 'This did not help' }),
    form: answer.getByRole('form', { name: 'More about this answer' }),
  };
}

async function tabInto(page: Page, to: Locator): Promise<void> {
  for (let tabs = 0; tabs < 8; tabs += 1) {
    if (await to.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(to).toBeFocused();
}
