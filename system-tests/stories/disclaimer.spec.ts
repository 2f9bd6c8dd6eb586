import type { Locator } from '@playwright/test';
import { expectAccessible } from '../src/browser/accessible.ts';
import { takePicture } from '../src/browser/picture.ts';
import { expect, scriptedStory as story } from '../src/browser/story.ts';
import { primaryKeys } from '../src/browser/student.ts';
import { pressOn } from '../src/browser/tab-to.ts';
import { say } from '../src/model/reply.ts';

const question = 'What is a key?';
const terms = 'Answers can be wrong: look at their sources. Your teacher sees what is asked, without names.';
const set = (disclaimer: object | null) =>
  `update chatbot.chatbots set config = jsonb_set(config, '{disclaimer}', '${JSON.stringify(disclaimer)}')`;

story.beforeEach(({ scripted: { lms } }) => lms.execute(set({ text: terms, version: 1 })));
story.afterEach(({ scripted: { lms } }) => lms.execute(set(null)));

story('who declines the disclaimer is told what that means, and can accept it later', async ({ page, chat, model, signedIn, isMobile }) => {
  model.when(question, [say('A key identifies a row.')]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signedIn();
  await page.goto(primaryKeys);
  // On a desktop by the keyboard alone.
  const press = (wanted: Locator) => (isMobile ? wanted.tap() : pressOn(page, wanted));
  const decline = chat.panel.getByRole('button', { name: 'Decline' });
  await story.step('reads it before the first question', async () => {
    await chat.opener.click();
    await expect(decline).toBeFocused();
    await expect(chat.panel.getByRole('group', { name: 'Before you ask' })).toHaveText(terms);
    await expect(chat.composer).toHaveCount(0);
    await takePicture(page, 'disclaimer');
    await expectAccessible(page, 'the disclaimer');
  });

  await story.step('declines', async () => {
    await (isMobile ? decline.tap() : page.keyboard.press('Enter'));
    await expect(chat.sentence('You have not accepted, so you cannot ask this chatbot.')).toBeVisible();
    await expect(chat.panel.getByRole('button', { name: 'Read it again' })).toBeFocused();
    await expect(chat.composer).toHaveCount(0);
    await takePicture(page, 'disclaimer-declined');
    await expectAccessible(page, 'the declined disclaimer');
    await press(chat.panel.getByRole('button', { name: 'Close the chat' }).last());
    await expect(chat.opener).toBeFocused();
    await expect(page.getByRole('heading', { level: 1, name: 'Primary keys' })).toBeVisible();
  });

  await story.step('opens the chat again and accepts', async () => {
    await (isMobile ? chat.opener.tap() : page.keyboard.press('Enter'));
    await expect(decline).toBeFocused();
    await press(chat.panel.getByRole('button', { name: 'Accept' }));
    await expect(chat.composer).toBeFocused();
    await chat.askToTheEnd(question);
    await expect(chat.answers).toContainText('A key identifies a row.');
  });

  await story.step('is not asked a second time', async () => {
    await page.reload();
    await chat.open();
    await expect(chat.answers).toHaveCount(1);
    await chat.panel.getByRole('button', { name: 'New conversation' }).click();
    await expect(chat.composer).toBeFocused();
    await expect(decline).toHaveCount(0);
  });
});
