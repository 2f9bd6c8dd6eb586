import { expectAccessible } from '../src/browser/accessible.ts';
import { Chat } from '../src/browser/chat.ts';
import { takePicture } from '../src/browser/picture.ts';
import { expect, scriptedStory as story } from '../src/browser/story.ts';
import { primaryKeys } from '../src/browser/student.ts';
import { pressOn } from '../src/browser/tab-to.ts';
import { drop, refuse, say, wait } from '../src/model/reply.ts';

const question = 'What is a key?';
const lost = 'Connection lost. Trying again…';

story.beforeEach(async ({ page, chat, signedIn }) => {
  // Without motion: a colour on its way to another one is neither.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signedIn();
  await page.goto(primaryKeys);
  await chat.open();
});

story('a model that is too busy is told in one sentence, and the question can be asked again', async ({ page, chat, model }) => {
  model.when(question, [refuse(429)]);
  await chat.ask(question);
  await expect(chat.sentence('The model has too much to do at the moment.')).toBeVisible();
  await takePicture(page, 'failed');
  await expectAccessible(page, 'a failed answer');

  model.when(question, [say('A key identifies a row.')]);
  await pressOn(page, chat.panel.getByRole('button', { name: 'Retry' }), 'Enter', 'Shift+Tab');
  await expect(chat.answers).toContainText('A key identifies a row.');
  await chat.toEnd();
  await expect(chat.composer, 'the button is gone with what it did').toBeFocused();
  await expect(chat.sentence('The model has too much to do')).toHaveCount(0);
  await expect(chat.questions).toHaveText([question]);
});

story('an answer that breaks off keeps what was written, and can be asked for again', async ({ page, chat, model }) => {
  model.when(question, [say('A key identifies '), drop]);
  await chat.ask(question);
  await expect(chat.answers).toContainText('A key identifies');
  await expect(chat.sentence('The answer broke off. Try again.')).toBeVisible();
  await takePicture(page, 'broken-off');
  await expectAccessible(page, 'an answer that broke off');

  model.when(question, [say('A key tells rows apart.')]);
  await chat.panel.getByRole('button', { name: 'Retry' }).click();
  await expect(chat.answers).toContainText('A key tells rows apart.');
  await chat.toEnd();

  await page.reload();
  await chat.open();
  await expect(chat.questions).toHaveText([question]);
  await expect(chat.answers).toHaveCount(1);
  await expect(chat.answers).toContainText('A key tells rows apart.');
});

story('a question that is too long is not sent, and the counter says by how much', async ({ page, chat, model }) => {
  model.when('Hello', [say('Hello.')]);
  await chat.askToTheEnd('Hello');
  await chat.composer.fill('x'.repeat(7_990));
  await expect(chat.sentence('10 characters left')).toBeVisible();
  const tooLong = 'x'.repeat(8_003);
  await chat.composer.fill(tooLong);
  await expect(chat.sentence('3 characters too long')).toBeVisible();
  await expect(chat.sendButton).toBeDisabled();
  await page.keyboard.press('Enter');
  await expect(chat.composer).toHaveValue(tooLong);
  await expect(chat.questions).toHaveCount(1);
});

story('a first question that the server finds too long comes back into the composer', async ({ page, chat }) => {
  const tooLong = 'x'.repeat(8_003);
  await chat.composer.fill(tooLong);
  await page.keyboard.press('Enter');
  await expect(chat.sentence(/too long/).first()).toBeVisible();
  await expect(chat.composer).toHaveValue(tooLong);
  await expect(chat.questions).toHaveCount(0);
});

story('a question during an answer in another tab is refused and kept', async ({ page, chat, model, context }) => {
  const slow = 'Tell me all about keys';
  model.when('Hello', [say('Hello.')]);
  model.when(slow, [say('Keys tell rows apart. '), wait, say('That is all.')]);
  model.when(question, [say('A key identifies a row.')]);
  await chat.askToTheEnd('Hello');
  const other = new Chat(await context.newPage());
  await other.page.goto(primaryKeys);
  await other.open();
  await other.ask(slow);
  await expect(other.answers.last()).toContainText('Keys tell rows apart.');

  await chat.composer.fill(question);
  await page.keyboard.press('Enter');
  await expect(chat.sentence('The answer to the previous question is still being written.')).toBeVisible();
  await expect(chat.composer).toHaveValue(question);
  await takePicture(page, 'answering-elsewhere');
  await expectAccessible(page, 'an answer in another tab');

  await pressOn(page, chat.panel.getByRole('button', { name: 'Show it' }), 'Enter', 'Shift+Tab');
  await expect(chat.answers.last()).toContainText('Keys tell rows apart.');
  await expect(chat.composer).toHaveValue(question);
  await model.goOn();
  await expect(chat.answers.last()).toContainText('That is all.');
  await chat.toEnd();
  await chat.composer.press('Enter');
  await expect(chat.answers.last()).toContainText('A key identifies a row.');
});

story('without a connection the page says so, and sends the question when it is back', async ({ page, chat, model, context }) => {
  model.when(question, [say('A key identifies a row.')]);
  await context.setOffline(true);
  await chat.ask(question);
  await expect(chat.sentence(lost).first()).toBeVisible();
  await expect(chat.status).toHaveText(lost);
  await takePicture(page, 'offline');
  await expectAccessible(page, 'without a connection');

  await context.setOffline(false);
  await expect(chat.answers).toContainText('A key identifies a row.');
  await chat.toEnd();
  await expect(chat.sentence(lost)).toHaveCount(0);
  await expect(chat.composer).toHaveValue('');
  await expect(chat.questions).toHaveText([question]);
  expect(model.requests).toHaveLength(1);
});

story('an answer whose connection is lost is picked up by itself, and stands there once', async ({ chat, model, context }) => {
  model.when(question, [say('A key tells rows apart. '), wait, say('That is '), wait, say('all.')]);
  await chat.ask(question);
  await expect(chat.answers).toContainText('A key tells rows apart.');
  await context.setOffline(true);
  await expect(chat.sentence(lost).first()).toBeVisible();
  await expect(chat.answers, 'what was read stays').toContainText('A key tells rows apart.');
  await model.goOn();

  await context.setOffline(false);
  await expect(chat.answers).toContainText('That is');
  await expect(chat.stopButton).toBeVisible();
  await expect(chat.sentence(lost)).toHaveCount(0);
  await model.goOn();
  await expect(chat.answers).toContainText('That is all.');
  await chat.toEnd();
  await expect(chat.answers).toHaveCount(1);
  await expect(chat.sentence('A key tells rows apart.')).toHaveCount(1);
  expect(model.requests, 'the model was not asked again').toHaveLength(1);
});

story('a question whose answer got lost on the way is sent again and stored once', async ({ page, chat, model }) => {
  model.when(question, [say('A key identifies a row.')]);
  let lostOnce = false;
  await page.route('**/chat', async (route) => {
    if (lostOnce) return route.continue();
    lostOnce = true;
    // The server gets it, and the page never hears of that.
    await route.fetch();
    await route.abort('connectionreset');
  });
  await chat.ask(question);
  await expect(chat.answers).toContainText('A key identifies a row.');
  await chat.toEnd();
  expect(lostOnce).toBe(true);
  await expect(chat.questions).toHaveText([question]);
  await expect(chat.answers).toHaveCount(1);
  expect(model.requests).toHaveLength(1);
});
