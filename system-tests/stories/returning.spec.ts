import { Chat } from '../src/browser/chat.ts';
import { expect, scriptedStory as story } from '../src/browser/story.ts';
import { primaryKeys, signIn } from '../src/browser/student.ts';
import { say, sayWithSource, search, wait } from '../src/model/reply.ts';

const question = 'What is a primary key?';

story.beforeEach(async ({ page, chat, signedIn }) => {
  await signedIn();
  await page.goto(primaryKeys);
  await chat.open();
});

story('an answer goes on by itself after a reload, and is shown once', async ({ page, chat, model }) => {
  const words = 'candidate key that the designer has chosen';
  const cited = sayWithSource(words, 'It is the candidate key that was chosen.');
  model.when(question, [search('primary key')], (request) => [
    say('A primary key tells rows apart. '),
    wait,
    ...cited(request),
    say(' That is all.'),
  ]);
  await chat.ask(question);
  await expect(chat.answers).toContainText('A primary key tells rows apart.');

  await page.reload();
  await chat.open();
  await expect(chat.answers).toContainText('A primary key tells rows apart.');
  await expect(chat.stopButton).toBeVisible();
  await expect(chat.panel).not.toContainText('That is all.');
  await model.goOn();
  await expect(chat.answers).toContainText('That is all.');
  await chat.toEnd();

  await expect(chat.questions).toHaveText([question]);
  await expect(chat.answers).toHaveCount(1);
  await expect(chat.sentence('A primary key tells rows apart.')).toHaveCount(1);
  await expect(chat.chips(chat.answers)).toHaveCount(1);
  expect(model.requests, 'the model was not asked again').toHaveLength(2);
});

story('an answer that ends while nobody looks is there afterwards', async ({ page, chat, model }) => {
  model.when(question, [say('A primary key tells rows apart. '), wait, say('That is all.')]);
  await chat.ask(question);
  await expect(chat.answers).toContainText('A primary key tells rows apart.');
  await page.goto('about:blank');
  await model.goOn();

  await page.goto(primaryKeys);
  await chat.open();
  await expect(chat.answers).toContainText('That is all.');
  await chat.toEnd();
  await expect(chat.answers).toHaveCount(1);
});

story('two tabs show one conversation', async ({ page, chat, model, context }) => {
  model.when(question, [say('A primary key tells rows apart. '), wait, say('That is all.')]);
  model.when('And a foreign key?', [say('It refers to another row.')]);
  model.when('And a superkey?', [say('Any set of columns that identifies each row.')]);
  const other = new Chat(await context.newPage());

  await story.step('the second tab follows the answer that the first one asked for', async () => {
    await chat.ask(question);
    await expect(chat.answers).toContainText('A primary key tells rows apart.');
    await other.page.goto(primaryKeys);
    await other.open();
    await expect(other.answers).toContainText('A primary key tells rows apart.');
    await model.goOn();
    for (const tab of [chat, other]) {
      await expect(tab.answers).toContainText('That is all.');
      await tab.toEnd();
      await expect(tab.answers).toHaveCount(1);
    }
  });

  await story.step('each tab can ask, and nothing is lost', async () => {
    await other.askToTheEnd('And a foreign key?');
    await chat.askToTheEnd('And a superkey?');
    for (const tab of [page, other.page]) await tab.reload();
    for (const tab of [chat, other]) {
      await tab.open();
      await expect(tab.questions).toHaveText([question, 'And a foreign key?', 'And a superkey?']);
      await expect(tab.answers).toHaveCount(3);
    }
  });

  await story.step('a stop in one tab ends the answer in the other', async () => {
    model.when('And an index?', [say('It makes searching fast. '), wait, say('Never read.')]);
    await chat.ask('And an index?');
    await expect(chat.answers.last()).toContainText('It makes searching fast.');
    await other.page.reload();
    await other.open();
    await expect(other.answers.last()).toContainText('It makes searching fast.');
    await other.stopButton.click();
    for (const tab of [chat, other]) {
      await tab.toEnd();
      await expect(tab.answers.last()).toContainText('You stopped this answer.');
    }
  });
});

story('a server that dies under an open page leaves what was written, and the page goes on by itself', async ({
  page,
  chat,
  model,
  browser,
  baseURL,
  scripted,
}) => {
  story.slow();
  const lost = 'Connection lost. Trying again…';
  const another = 'And a foreign key?';
  model.when(question, [say('A primary key tells rows apart. '), wait, say('Never read.')]);
  model.when(another, [say('It refers to another row.')]);
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const other = new Chat(await context.newPage());
  await signIn(other.page, 'student4@example.org', scripted.lms.url);
  await other.page.goto(primaryKeys);
  await other.open();
  await chat.ask(question);
  await expect(chat.answers).toContainText('A primary key tells rows apart.');
  // What is shown is stored a little later; what is not yet stored then is lost.
  const stored = `select count(*) from chatbot.turn_events e join chatbot.turns t on t.id = e.turn_id
    where t.ended_at is null and e.events::text like '%apart.%'`;
  await expect.poll(() => scripted.lms.execute(stored)).toBe('1');

  scripted.lms = await scripted.lms.crash(async () => {
    await expect(chat.sentence(lost).first()).toBeVisible();
    await expect(chat.answers, 'what was read stays').toContainText('A primary key tells rows apart.');
    await other.ask(another);
    await expect(other.sentence(lost).first()).toBeVisible();
  });

  await story.step('the answer that was being written tells its end, and can be asked for again', async () => {
    await expect(chat.sentence('The answer was interrupted. Try again.')).toBeVisible({ timeout: 30_000 });
    await expect(chat.sentence(lost)).toHaveCount(0);
    await expect(chat.sentence('A primary key tells rows apart.')).toHaveCount(1);
    model.when(question, [say('It tells rows apart, again.')]);
    await chat.panel.getByRole('button', { name: 'Retry' }).click();
    await expect(chat.answers).toContainText('It tells rows apart, again.');
    await chat.toEnd();
    await page.reload();
    await chat.open();
    await expect(chat.questions).toHaveText([question]);
    await expect(chat.answers).toHaveCount(1);
  });

  await story.step('the question that was sent meanwhile is stored and answered once', async () => {
    await expect(other.answers).toContainText('It refers to another row.');
    await other.toEnd();
    await expect(other.sentence(lost)).toHaveCount(0);
    await expect(other.questions).toHaveText([another]);
    expect(model.requests.filter(({ messages }) => messages.at(-1)?.content === another)).toHaveLength(1);
    await context.close();
  });
});
