import { expectAccessible } from '../src/browser/accessible.ts';
import { takePicture } from '../src/browser/picture.ts';
import { expect, story } from '../src/browser/story.ts';
import { pressOn } from '../src/browser/tab-to.ts';
import { TeachPages } from '../src/browser/teacher.ts';

story('a first-time teacher makes a chatbot that may search but not see progress, tries it, and publishes it', async ({ page, signedIn }) => {
  story.slow();
  const teach = new TeachPages(page, 'tietokannat');
  await signedIn('teacher3@example.org');

  await story.step('finds the way from the course', async () => {
    await page.goto('/courses/tietokannat');
    await page.getByRole('link', { name: 'Chatbots and insights of this course' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Chatbots' })).toBeVisible();
    await takePicture(page, 'teach-list');
  });

  await story.step('makes a chatbot', async () => {
    await teach.makeChatbot('Hakuopas');
    await teach.page.getByLabel('Greeting').fill('Hei! Kysy kurssin sivuista.');
    await page.getByRole('button', { name: 'Add a question' }).click();
    const suggested = page.getByLabel('Suggested question 1');
    await expect(suggested).toBeFocused();
    await suggested.fill('Mikä on pääavain?');
  });

  await story.step('sees that it may search, and not see progress', async () => {
    await expect(teach.switchOf('Search the course material')).toBeChecked();
    await expect(teach.switchOf("See the student's own progress")).not.toBeChecked();
    await teach.switchOf('Read a whole page').focus();
    await page.keyboard.press('Space');
    await expect(teach.switchOf('Read a whole page')).not.toBeChecked();
  });

  await story.step('tries it before it is saved', async () => {
    await expect(page.getByText('Hei! Kysy kurssin sivuista.').last()).toBeVisible();
    const answer = await teach.tryQuestion('Mikä on pääavain?');
    await expect(answer).toContainText(/avain/i);
    const happened = page.getByRole('region', { name: 'What happened' });
    await expect(happened).toContainText('Could use: Search the course material');
    await takePicture(page, 'teach-try');
  });

  await story.step('publishes it and makes it the default', async () => {
    await teach.switchOf('Published').focus();
    await page.keyboard.press('Space');
    await teach.saveNow();
    await page.getByRole('navigation', { name: 'Pages for teachers' }).getByRole('link', { name: 'Chatbots' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Hakuopas' });
    await expect(row).toContainText('Published, but not the default');
    await takePicture(page, 'teach-published');
    await pressOn(page, row.getByRole('button', { name: 'Make Hakuopas the default' }));
    await expectAccessible(page, 'making another one the default');
    await pressOn(page, teach.dialog.getByRole('button', { name: 'Make default' }));
    await expect(row).toContainText('Open to students');
    await expect(page.getByRole('heading', { level: 1 }), 'the button is gone with what it did').toBeFocused();
  });

  await story.step('and a student meets it', async () => {
    await signedIn('student3@example.org');
    await page.goto('/courses/tietokannat');
    await page.getByRole('button', { name: 'Ask about the course' }).click();
    await expect(page.getByRole('complementary', { name: 'Chat with Hakuopas' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Chatbots and insights of this course' })).toHaveCount(0);
  });

  await story.step('the teacher goes back to the one before', async () => {
    await signedIn('teacher3@example.org');
    await teach.openList();
    await page.getByRole('button', { name: 'Make Kurssiopas the default' }).click();
    await teach.dialog.getByRole('button', { name: 'Make default' }).click();
    await expect(page.getByRole('button', { name: 'Make Kurssiopas the default' })).toHaveCount(0);
  });
});
