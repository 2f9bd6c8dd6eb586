import { expectAccessible } from '../src/browser/accessible.ts';
import { takePicture } from '../src/browser/picture.ts';
import { expect, scriptedStory, story } from '../src/browser/story.ts';
import { TeachPages } from '../src/browser/teacher.ts';
import { say, sayWithSource, search, wait } from '../src/model/reply.ts';

const question = 'What is a primary key?';
const progressOfAnother = { do: 'call', name: 'course_progress', arguments: {} } as const;

scriptedStory('what is tried is what stands in the form, and it is told what was used, refused and found', async ({ page, model, signedIn }) => {
  scriptedStory.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signedIn('teacher@example.org');
  const teach = new TeachPages(page);
  await teach.makeChatbot('Tried');
  await page.getByLabel('Greeting').fill('Hello from the form.');
  await expect(page.getByText('Hello from the form.').last()).toBeVisible();
  const words = 'candidate key that the designer has chosen';
  model.when(question, [progressOfAnother], [search('what a primary key is')], sayWithSource(words, 'It is the candidate key that was chosen.'));
  const answer = await teach.tryQuestion(question);
  await expect(answer).toContainText('candidate key');
  const happened = page.getByRole('region', { name: 'What happened' });
  await expect(happened.getByRole('heading', { name: 'Step 3' })).toBeVisible();
  const steps = happened.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Step \d$/ }) });
  await expect(steps.nth(0)).toContainText("See the student's own progress");
  await expect(steps.nth(0)).toContainText('it may not use this, or there is no such thing');
  await expect(steps.nth(1)).toContainText('Search the course material');
  await expect(steps.nth(1)).toContainText('used');
  await expect(steps.nth(2)).toContainText('Wrote the answer');
  await happened.getByRole('button', { name: /passages? retrieved/ }).click();
  await expect(happened.getByRole('link', { name: /Primary keys/ }).first()).toBeVisible();
  await takePicture(page, 'teach-happened');
  await expectAccessible(page, 'what happened');

  await teach.switchOf('Search the course material').focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('The settings have changed since this conversation began.')).toBeVisible();
  await takePicture(page, 'teach-stale');
  await page.getByRole('button', { name: 'Start anew' }).last().click();
  await expect(page.getByRole('article', { name: 'Answer', exact: true })).toHaveCount(0);
  model.when(question, [say('I may look nothing up.')]);
  await teach.tryQuestion(question);
  await expect(happened).toContainText('Wrote the answer');
  await expect(happened).not.toContainText('Search the course material');
});

story('a disclaimer stands before the first question, as students will meet it', async ({ page, signedIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signedIn('teacher@example.org');
  const teach = new TeachPages(page);
  await teach.makeChatbot('Careful');
  const disclaimer = page.getByLabel('Disclaimer');
  await disclaimer.focus();
  await page.keyboard.type('Answers can be wrong.');
  await expect(disclaimer, 'what appears beside it takes no focus').toBeFocused();
  await expect(disclaimer).toHaveValue('Answers can be wrong.');
  await expect(page.getByRole('group', { name: 'Before you ask' })).toHaveText('Answers can be wrong.');
  await takePicture(page, 'teach-disclaimer');
  await expectAccessible(page, 'the disclaimer while trying');
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('You have not accepted, so you cannot ask this chatbot.')).toBeVisible();
  await page.getByRole('button', { name: 'Read it again' }).click();
  await page.getByRole('button', { name: 'Accept' }).click();
  await teach.tryQuestion('What is a primary key?');
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText('Step 1');
});

scriptedStory('test questions are asked in one go, it is told how far that is, and the run before stands beside it', async ({ page, model, signedIn }) => {
  scriptedStory.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signedIn('teacher@example.org');
  const teach = new TeachPages(page);
  await teach.makeChatbot('Tested');
  await page.getByRole('link', { name: 'Test questions' }).click();
  const bread = 'How do I bake bread?';
  for (const asked of [question, bread]) {
    await page.getByLabel('New test question').fill(asked);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Remove “${asked}”` })).toBeVisible();
  }
  const words = 'candidate key that the designer has chosen';
  model.when(question, [search('what a primary key is')], sayWithSource(words, 'It is the candidate key that was chosen.'));
  model.when(bread, [say('One moment. '), wait, say('This course says nothing of bread.')]);
  await page.getByRole('button', { name: 'Ask them all' }).click();
  const progress = page.getByRole('progressbar', { name: 'Asking the test questions' });
  await expect(progress).toHaveAttribute('aria-valuetext', '1 of 2');
  await expect(page.getByRole('button', { name: 'Ask them all' })).toBeDisabled();
  await takePicture(page, 'teach-tests-running');
  await expectAccessible(page, 'a run of test questions');
  await model.goOn();
  const results = page.getByRole('region', { name: /^Results of/ });
  await expect(results.getByRole('row', { name: /What is a primary key\?/ })).toContainText('Search the course material');
  await expect(page.getByText('There is no earlier run to compare with.')).toBeVisible();

  await page.getByRole('link', { name: 'Settings' }).click();
  await teach.switchOf('Search the course material').focus();
  await page.keyboard.press('Space');
  await page.getByRole('link', { name: 'Test questions' }).click();
  for (const asked of [question, bread]) model.when(asked, [say('I cannot look that up.')]);
  await page.getByRole('button', { name: 'Ask them all, with what is not saved' }).click();
  await expect(page.getByText('with changes that were not saved')).toBeVisible();
  await expect(results.getByRole('row', { name: /What is a primary key\?/ })).toContainText('before: ');
  await takePicture(page, 'teach-tests');
  await expectAccessible(page, 'results of test questions');

  await page.getByRole('button', { name: `Remove “${bread}”` }).click();
  await expect(page.getByRole('button', { name: `Remove “${bread}”` })).toHaveCount(0);
});
