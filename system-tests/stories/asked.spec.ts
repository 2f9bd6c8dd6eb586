import { expectAccessible } from '../src/browser/accessible.ts';
import { AskingServer } from '../src/browser/asking.ts';
import type { Chat } from '../src/browser/chat.ts';
import { takePicture } from '../src/browser/picture.ts';
import { expect, story } from '../src/browser/story.ts';
import { primaryKeys } from '../src/browser/student.ts';
import { expectVisibleFocus } from '../src/browser/visible-focus.ts';

const question = 'Help me';
const about = 'Send “May I hand in exercise 5 two days late?” to your teacher';
const approval = {
  type: 'tool-send_message',
  toolCallId: 'c1',
  state: 'approval-requested',
  input: { about },
  approval: { id: 'approval-c1' },
};
const choice = {
  type: 'tool-ask_student',
  toolCallId: 'c1',
  state: 'input-available',
  input: { about: 'Which kind of key do you mean?', forPage: { choices: ['A primary key', 'A foreign key', 'I am not sure'] } },
};

const approvalResult = ({ approval: answer }: Record<string, unknown>) =>
  (answer as { approved: boolean }).approved
    ? { type: 'tool-output-available', toolCallId: 'c1', output: {} }
    : { type: 'tool-output-denied', toolCallId: 'c1' };
const choiceResult = ({ output }: Record<string, unknown>) =>
  output === undefined
    ? { type: 'tool-output-error', toolCallId: 'c1', errorText: 'Not answered.' }
    : { type: 'tool-output-available', toolCallId: 'c1', output: { answer: output } };

const approvalCard = (chat: Chat) => chat.panel.getByRole('group', { name: 'The chatbot asks for your approval' });
const questionCard = (chat: Chat) => chat.panel.getByRole('group', { name: 'The chatbot asks you' });

story.beforeEach(async ({ page, signedIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signedIn();
  await page.goto(primaryKeys);
});

story('an action waits for approval; by the keyboard alone it is refused, and that stays on record', async ({ page, chat }) => {
  const server = await AskingServer.on(page, approval, approvalResult);
  await chat.open();
  await chat.askToTheEnd(question);
  const card = approvalCard(chat);
  await expect(card).toContainText(about);
  await expect(card.getByRole('button')).toHaveText(['Do not approve', 'Approve']);
  await expect(card.getByRole('button', { name: 'Do not approve' })).toBeFocused();
  await expect(chat.panel.getByRole('status')).toContainText('The chatbot asks for your approval');
  await takePicture(page, 'approval');
  await expectAccessible(page, 'approval');

  await page.keyboard.press('Enter');
  await expect(chat.answers).toContainText('That is settled.');
  await expect(card).toContainText('You did not approve this.');
  await expect(card.getByRole('button')).toHaveCount(0);
  await expect(card).toBeFocused();
  await expectVisibleFocus(page);
  expect(server.sent).toHaveLength(2);
  await takePicture(page, 'refused');
  await expectAccessible(page, 'refused');
});

story('after a reload what waits can still be approved, and it is sent once', async ({ page, chat }) => {
  const server = await AskingServer.on(page, approval, approvalResult);
  await chat.open();
  await chat.askToTheEnd(question);
  await page.reload();
  await chat.open();
  const card = approvalCard(chat);
  await card.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(chat.answers).toContainText('That is settled.');
  await expect(card).toContainText('You approved this.');
  expect(server.sent.slice(1)).toHaveLength(1);
  expect(server.sent[1]?.message.parts.at(-1)).toMatchObject({ state: 'approval-responded', approval: { approved: true } });
});

story('a message typed instead leaves the card unanswered; what is being typed keeps the focus', async ({ page, chat }) => {
  await AskingServer.on(page, approval, approvalResult);
  await chat.open();
  await chat.ask(question);
  await chat.composer.fill('Something else');
  await expect(approvalCard(chat)).toBeVisible();
  await expect(chat.composer).toBeFocused();
  await chat.composer.press('Enter');
  await expect(chat.answers.last()).toContainText('As you like.');
  await expect(approvalCard(chat)).toContainText('This was left unanswered.');
  await takePicture(page, 'typed-past');
});

story('a question is answered by a press; a refused answer keeps it open', async ({ page, chat }) => {
  const server = await AskingServer.on(page, choice, choiceResult);
  await chat.open();
  await chat.askToTheEnd(question);
  const card = questionCard(chat);
  await expect(chat.panel.getByRole('status')).toContainText('The chatbot asks you: Which kind of key do you mean?');
  await takePicture(page, 'question');
  await expectAccessible(page, 'question');

  server.refusal = 'invalid_tool_answer';
  await card.getByRole('button', { name: 'A foreign key' }).click();
  await expect(chat.sentence('This answer does not fit the question. Answer once more.')).toBeVisible();
  await expect(card.getByRole('button')).toHaveCount(3);
  await takePicture(page, 'refused-answer');

  await card.getByRole('button', { name: 'A primary key' }).click();
  await expect(chat.answers).toContainText('That is settled.');
  await expect(card).toContainText('You answered: A primary key');
  await expect(chat.sentence('This answer does not fit')).toHaveCount(0);
  await takePicture(page, 'answered');
});

story('a question that the page does not know can be left', async ({ page, chat }) => {
  await AskingServer.on(page, { ...choice, input: { about: 'How sure are you?', forPage: { from: 1, to: 9 } } }, choiceResult);
  await chat.open();
  await chat.askToTheEnd(question);
  await expect(questionCard(chat)).toContainText('This page cannot answer this kind of question.');
  await takePicture(page, 'unknown');
  await questionCard(chat).getByRole('button', { name: 'Go on without an answer' }).click();
  await expect(chat.answers).toContainText('That is settled.');
  await expect(questionCard(chat)).toContainText('This page could not answer this.');
});
