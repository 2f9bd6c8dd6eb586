import { expectAccessible } from '../src/browser/accessible.ts';
import { takePicture } from '../src/browser/picture.ts';
import { expect, scriptedStory as story } from '../src/browser/story.ts';
import { primaryKeys } from '../src/browser/student.ts';
import { say, wait } from '../src/model/reply.ts';

const slow = 'Tell me all about keys';
const next = 'And what is a superkey?';

story.beforeEach(async ({ page, chat, model, signedIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signedIn();
  model.when(slow, [say('A superkey identifies each row. '), wait, say('This was never to be read.')]);
  model.when(next, [say('A set of columns that identifies each row.')]);
  await page.goto(primaryKeys);
  await chat.open();
});

for (const [way, stop] of [
  ['by the button', 'click'],
  ['by Esc', 'key'],
] as const) {
  story(`an answer stopped ${way} keeps what was written and says that it was stopped`, async ({ page, chat }) => {
    await chat.ask(slow);
    await expect(chat.answers).toContainText('A superkey identifies each row.');
    if (stop === 'click') {
      await takePicture(page, 'streaming');
      await expectAccessible(page, 'an answer that is being written');
      await chat.stopButton.click();
    } else await chat.composer.press('Escape');

    const answer = chat.answers.first();
    await chat.toEnd();
    await expect(answer).toContainText('A superkey identifies each row.');
    await expect(answer).toContainText('You stopped this answer.');
    await expect(chat.composer).toBeFocused();
    await takePicture(page, 'stopped');
    await expectAccessible(page, 'a stopped answer');

    await chat.askToTheEnd(next);
    await expect(chat.answers.last()).toContainText('A set of columns');

    await page.reload();
    await chat.open();
    await expect(chat.answers.first()).toContainText('You stopped this answer.');
    await expect(chat.panel).not.toContainText('This was never to be read.');
  });
}

story('an answer stopped before its first word leaves the conversation usable', async ({ page, chat, model }) => {
  model.when(slow, [wait, say('This was never to be read.')]);
  await chat.ask(slow);
  await expect.poll(() => model.requests.length).toBe(1);
  await expect(chat.panel.getByText('Preparing the answer…')).toBeVisible();
  await chat.stopButton.click();
  await expect(chat.stopButton).toHaveCount(0);
  await chat.ask(next);
  await expect(chat.answers.last()).toContainText('A set of columns');

  await page.reload();
  await chat.open();
  await expect(chat.questions).toHaveText([slow, next]);
});
