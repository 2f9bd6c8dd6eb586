import { expectAccessible } from '../src/browser/accessible.ts';
import { takePicture } from '../src/browser/picture.ts';
import { expect, scriptedStory as story } from '../src/browser/story.ts';
import { primaryKeys } from '../src/browser/student.ts';
import { say } from '../src/model/reply.ts';

const allowed = 100_000;
const allow = (tokens: number | null) =>
  `update chatbot.chatbots set config = jsonb_set(config, '{limits,student_tokens_per_day}', '${tokens}')`;
const publish = (enabled: boolean) => `update chatbot.chatbots set enabled = ${enabled}`;
const spend = (tokens: number) => `update chatbot.student_days set tokens = ${tokens}`;

story.beforeEach(({ scripted: { lms } }) => lms.execute(allow(allowed)));
story.afterEach(({ scripted: { lms } }) => lms.execute(`${allow(null)}; ${spend(0)}; ${publish(true)}`));

story('a student sees little left, then until when nothing is; the draft waits and can be sent when the time has come', async ({
  page,
  chat,
  model,
  signedIn,
  scripted: { lms },
}) => {
  model.when('One?', [say('One.')]);
  model.when('Two?', [say('Two.')]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
  await signedIn();
  await page.goto(primaryKeys);
  await chat.open();
  await chat.askToTheEnd('One?');
  await expect(chat.panel.getByText(/is left/)).toHaveCount(0);

  await lms.execute(spend(allowed * 0.8));
  await page.reload();
  await chat.open();
  await expect(chat.panel.getByText(/^20% of what you can use today is left\. It begins anew at \d\d:\d\d\.$/)).toBeVisible();
  await takePicture(page, 'limit-near');
  await expectAccessible(page, 'little is left');

  await lms.execute(spend(allowed));
  await chat.composer.fill('Two?');
  await chat.composer.press('Enter');
  const reached = chat.panel.getByText(/^You have used all you can today\. You can ask again at \d\d:\d\d;/);
  await expect(reached).toBeVisible();
  await expect(chat.composer).toHaveValue('Two?');
  await expect(chat.sendButton).toBeDisabled();
  await expect(chat.questions).toHaveCount(1);
  await takePicture(page, 'limit-reached');
  await expectAccessible(page, 'nothing is left');

  await lms.execute(spend(0));
  await page.clock.fastForward('24:00:00');
  await expect(reached).toHaveCount(0);
  await expect(chat.composer).toHaveValue('Two?');
  await chat.sendButton.click();
  await expect(chat.answers).toHaveCount(2);
  await expect(chat.answers.last()).toContainText('Two.');

  await lms.execute(publish(false));
  await chat.composer.fill('Three?');
  await chat.composer.press('Enter');
  await expect(chat.sentence('The chatbot of this course is switched off.')).toBeVisible();
  await expect(chat.composer, 'the draft waits').toHaveValue('Three?');
  await takePicture(page, 'switched-off');
  await expectAccessible(page, 'the chatbot is switched off');
});
