import { takePicture } from '../src/browser/picture.ts';
import { expect, story } from '../src/browser/story.ts';
import { TeachPages } from '../src/browser/teacher.ts';
import { showTraces } from '../src/browser/trace-server.ts';

story.beforeEach(async ({ page, signedIn }) => {
  await showTraces(page);
  await signedIn('teacher@example.org');
});

story('what is tried is what stands in the form, and it is told what was used and found', async ({ page }) => {
  const teach = new TeachPages(page);
  await teach.makeChatbot('Tried');
  await page.getByLabel('Greeting').fill('Hello from the form.');
  await expect(page.getByText('Hello from the form.').last()).toBeVisible();
  const answer = await teach.tryQuestion('What is a primary key?');
  await expect(answer).toContainText('candidate key');
  const happened = page.getByRole('region', { name: 'What happened' });
  await expect(happened).toContainText('Search the course material');
  await expect(happened).toContainText('used');
  await expect(happened).toContainText('it may not use this, or there is no such thing');
  await happened.getByRole('button', { name: /passages? retrieved/ }).click();
  await expect(happened.getByRole('link', { name: /Primary keys/ }).first()).toBeVisible();
  await takePicture(page, 'teach-happened');

  await teach.switchOf('Search the course material').focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('The settings have changed since this conversation began.')).toBeVisible();
  await page.getByRole('button', { name: 'Start anew' }).last().click();
  await expect(page.getByRole('article', { name: 'Answer', exact: true })).toHaveCount(0);
  await teach.tryQuestion('What is a primary key?');
  await expect(happened).not.toContainText('Search the course material');
});

story('a disclaimer stands before the first question, as students will meet it', async ({ page }) => {
  const teach = new TeachPages(page);
  await teach.makeChatbot('Careful');
  await page.getByLabel('Disclaimer').fill('Answers can be wrong.');
  await page.getByRole('button', { name: 'Accept' }).click();
  await teach.tryQuestion('What is a primary key?');
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText('Step 1');
});

story('test questions are asked in one go and compared with the run before', async ({ page }) => {
  story.slow();
  const teach = new TeachPages(page);
  await teach.makeChatbot('Tested');
  await page.getByRole('link', { name: 'Test questions' }).click();
  for (const question of ['What is a primary key?', 'How do I bake bread?']) {
    await page.getByLabel('New test question').fill(question);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Remove “${question}”` })).toBeVisible();
  }
  const run = async () => {
    await page.getByRole('button', { name: /^Ask them all/ }).click();
    await expect(page.getByText('All questions were asked.')).toBeVisible({ timeout: 30_000 });
  };
  await run();
  const results = page.getByRole('region', { name: /^Results of/ });
  await expect(results.getByRole('row', { name: /What is a primary key\?/ })).toContainText('Search the course material');
  await expect(page.getByText('There is no earlier run to compare with.')).toBeVisible();

  await page.getByRole('link', { name: 'Settings' }).click();
  await teach.switchOf('Search the course material').focus();
  await page.keyboard.press('Space');
  await page.getByRole('link', { name: 'Test questions' }).click();
  await run();
  await expect(page.getByText('with changes that were not saved')).toBeVisible();
  await expect(results.getByRole('row', { name: /What is a primary key\?/ })).toContainText('before: ');
  await takePicture(page, 'teach-tests');

  await page.getByRole('button', { name: 'Remove “How do I bake bread?”' }).click();
  await expect(page.getByRole('button', { name: 'Remove “How do I bake bread?”' })).toHaveCount(0);
});
