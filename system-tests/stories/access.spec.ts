import { expectAccessible } from '../src/browser/accessible.ts';
import { Chat } from '../src/browser/chat.ts';
import { expect, story } from '../src/browser/story.ts';
import { password, primaryKeys, signIn } from '../src/browser/student.ts';

const hiddenPage = '/courses/databases/designing-a-schema/model-answers-to-the-exam';
const unopenedPage = '/courses/databases/beyond-one-server/the-cap-theorem';

story('signing in with a wrong password says so and keeps the address', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('E-mail').fill('student@example.org');
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('The e-mail or the password is not right.');
  await expect(page.getByLabel('E-mail')).toHaveValue('student@example.org');
  await expectAccessible(page, 'a wrong password');
  await expect(page.getByRole('link', { name: 'Introduction to Databases' })).toHaveCount(0);

  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Introduction to Databases' })).toBeVisible();
});

story('a page’s address leads there after signing in', async ({ page }) => {
  await page.goto(primaryKeys);
  await page.getByRole('button', { name: 'student@example.org' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Primary keys' })).toBeVisible();
  await expect(page).toHaveURL(primaryKeys);
});

story('another student sees nothing of the first one’s conversations', async ({ page, chat, signedIn, browser, origin }) => {
  const secret = 'Only Sara asks about superkeys';
  await story.step('the first student asks, leaves a draft and signs out', async () => {
    await signedIn('student@example.org');
    await page.goto(primaryKeys);
    await chat.open();
    await chat.askToTheEnd(secret);
    await chat.composer.fill('half a question');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByLabel('Password')).toBeVisible();
  });

  await story.step('the next student in the same browser finds an empty chat', async () => {
    await signedIn('student4@example.org');
    await page.goto(primaryKeys);
    await chat.open();
    await expect(chat.questions).toHaveCount(0);
    await expect(chat.composer).toHaveValue('');
    await expect(page.getByText(secret)).toHaveCount(0);
  });

  await story.step('another browser neither, and the first one’s is still there', async () => {
    const other = new Chat(await (await browser.newContext()).newPage());
    await other.page.context().request.post('/api/lms/login', {
      data: { email: 'student@example.org', password },
      headers: { origin },
    });
    await other.page.goto(primaryKeys);
    await other.open();
    await expect(other.questions).toHaveText([secret]);
    await other.page.context().close();
  });
});

story('hidden and unopened pages are not in the outline, at their address or in an answer', async ({ page, chat, signedIn }) => {
  await signedIn();
  await story.step('the outline does not name them', async () => {
    await page.goto('/courses/databases');
    const chapter = page.getByRole('listitem').filter({ hasText: 'Beyond one server' });
    await expect(chapter).toContainText(/Opens \d/);
    await expect(chapter.getByRole('link')).toHaveCount(0);
    await expect(page.getByText('Model answers')).toHaveCount(0);
    await expect(page.getByText('CAP theorem')).toHaveCount(0);
  });

  await story.step('their addresses lead nowhere', async () => {
    for (const address of [hiddenPage, unopenedPage, '/courses/databases/no-such-page']) {
      await page.goto(address);
      await expect(page.getByText('There is no such page, or it is not open to you.')).toBeVisible();
    }
    await expectAccessible(page, 'no such page');
    await expect(page.getByText('CAP theorem')).toHaveCount(0);
  });

  await story.step('answers know nothing of them', async () => {
    await page.goto(primaryKeys);
    await chat.open();
    for (const question of ['What is the Quillfeather stationery shop?', 'What does the CAP theorem say?']) {
      const answer = await chat.askToTheEnd(question);
      await expect(answer).not.toContainText(/ink_batch|nib_code|partition tolerance/i);
      await expect(answer.getByText(/Model answers|The CAP theorem/)).toHaveCount(0);
    }
  });
});

story('a teacher sees the pages that students do not', async ({ page, origin }) => {
  await signIn(page, 'teacher@example.org', origin);
  await page.goto(hiddenPage);
  await expect(page.getByRole('heading', { level: 1, name: 'Model answers to the exam' })).toBeVisible();
});

story('a student of another course learns this one’s title, why there is no more, and a way on', async ({ page, chat, signedIn }) => {
  await signedIn('student7@example.org');
  for (const address of ['/courses/databases', primaryKeys, hiddenPage, '/courses/databases/no-such-page']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: 'Introduction to Databases' })).toBeVisible();
    await expect(page.getByText('You are not in this course, so its pages are not open to you.')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link')).toHaveText(['To the courses']);
    await expect(chat.opener).toHaveCount(0);
  }
  await expectAccessible(page, 'not in this course');
  await page.getByRole('link', { name: 'To the courses' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Courses' })).toBeVisible();
});
