import { expect, story } from '../src/browser/story.ts';
import { password, primaryKeys } from '../src/browser/student.ts';
import { watchGrowth } from '../src/browser/text-growth.ts';

story('a student signs in, asks, follows the source, and finds the conversation again', async ({ page, chat }) => {
  const answer = chat.answers.last();
  await story.step('signs in and opens a page of the course', async () => {
    await page.goto('/');
    await page.getByLabel('E-mail').fill('student6@example.org');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('link', { name: 'Introduction to Databases' }).click();
    await page.getByRole('link', { name: 'Tables, rows and columns' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Tables, rows and columns' })).toBeVisible();
  });

  await story.step('opens the chat, which says who answers', async () => {
    await expect(chat.panel).toHaveCount(0);
    await chat.open();
    await expect(chat.panel.getByRole('heading', { name: 'Course guide' })).toBeVisible();
    await expect(chat.panel.getByText('Offline model')).toBeVisible();
  });

  await story.step('asks, and sees the answer grow', async () => {
    const lengths = await watchGrowth(page);
    await chat.ask('What is a primary key?');
    await expect(chat.composer).toHaveValue('');
    await expect(answer).toContainText('candidate key that the designer has chosen');
    await chat.toEnd();
    const seen = await lengths();
    expect(seen.length, `lengths of the answer: ${seen}`).toBeGreaterThan(3);
  });

  const excerpt = page.getByRole('dialog').getByRole('blockquote');
  await story.step('opens a citation and reads its excerpt', async () => {
    await chat.chips(answer).first().click();
    const source = page.getByRole('dialog', { name: 'Primary keys' });
    await expect(source).toBeVisible();
    await expect(source).toContainText('The relational model');
    await expect(excerpt).toContainText('candidate key that the designer has chosen');
  });

  await story.step('follows it to the passage, while the chat stays open', async () => {
    await page.getByRole('link', { name: 'Go to the passage' }).click();
    await expect(page).toHaveURL(/\/primary-keys#/);
    await expect(page.getByRole('heading', { level: 1, name: 'Primary keys' })).toBeVisible();
    const marked = page.locator('main mark', { hasText: 'candidate key' }).first();
    await expect(marked).toBeInViewport();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(answer).toBeVisible();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(page.locator('main mark')).toHaveCount(0);
  });

  await story.step('reloads, and the conversation is still there', async () => {
    const text = await answer.innerText();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Primary keys' })).toBeVisible();
    await expect(chat.panel).toBeVisible();
    await expect(chat.composer).not.toBeFocused();
    await chat.open();
    await expect(chat.questions).toHaveText(['What is a primary key?']);
    await expect(chat.answers).toHaveCount(1);
    expect(await answer.innerText()).toBe(text);
    await expect(chat.chips(answer).first()).toBeVisible();
  });
});

story('an excerpt shows formulas and tables as its page does, and stays within the window', async ({ page, chat, signedIn }) => {
  await signedIn();
  await page.goto(primaryKeys);
  await chat.open();
  const answer = await chat.askToTheEnd('What is a functional dependency?');
  await chat.chips(answer).first().click();
  const source = page.getByRole('dialog', { name: 'Functional dependencies' });
  await expect(source).toBeInViewport({ ratio: 1 });
  const excerpt = source.getByRole('blockquote');
  await expect(excerpt.locator('.katex').first()).toBeVisible();
  await expect(excerpt.getByRole('cell', { name: 'Bram de Wit' }).first()).toBeVisible();
  await expect(excerpt).not.toContainText(/\$|\s\|\s/);
  expect((await excerpt.boundingBox())?.height).toBeLessThan(300);
});

story('a question from the examples is answered, and a new conversation begins empty', async ({ page, chat, signedIn }) => {
  await signedIn();
  await page.goto(primaryKeys);
  await chat.open();
  await chat.panel.getByRole('button', { name: 'How am I doing?' }).click();
  await expect(chat.answers.last()).toContainText('points');
  await chat.toEnd();
  await expect(chat.panel.getByRole('button', { name: 'How am I doing?' })).toHaveCount(0);

  await chat.panel.getByRole('button', { name: 'New conversation' }).click();
  await expect(chat.answers).toHaveCount(0);
  await expect(chat.composer).toBeFocused();
  await chat.askToTheEnd('What is a foreign key?');
  await expect(chat.answers).toHaveCount(1);
});

story('what the pages do not say is said to be missing', async ({ page, chat, signedIn }) => {
  await signedIn();
  await page.goto(primaryKeys);
  await chat.open();
  const answer = await chat.askToTheEnd('How do I bake sourdough bread?');
  await expect(answer).toContainText('did not find an answer');
  await expect(chat.chips(answer)).toHaveCount(0);
});

story('an answer is announced once, in words, when it is complete', async ({ page, chat, signedIn }) => {
  await signedIn();
  await page.goto(primaryKeys);
  await chat.open();
  await chat.askToTheEnd('What is a primary key?');
  const announced = chat.panel.getByRole('status');
  await expect(announced).toContainText('Answer: A primary key is the candidate key');
  await expect(announced).not.toContainText(/[*`#【】]/);
});
