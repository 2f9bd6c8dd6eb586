import { expect, recordedStory as story } from '../src/browser/story.ts';
import { chooseByKeys, pressOn, tabTo } from '../src/browser/tab-to.ts';

story('by the keyboard alone a teacher chooses what insights count, and reads the numbers behind a chart', async ({ page, signedIn }) => {
  story.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signedIn('teacher@example.org');
  await page.goto('/teach/databases/insights');
  await expect(page.getByRole('img', { name: /^Questions per day: / })).toBeVisible();
  await tabTo(page, page.getByRole('radio', { name: 'Last 30 days' }));
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/days=7/);
  await expect(page.getByRole('radio', { name: 'Last 7 days' })).toBeFocused();
  const chatbot = page.getByRole('button', { name: /Chatbot/ });
  await chooseByKeys(page, chatbot, 'Exercise tutor');
  await expect(page).toHaveURL(/chatbot=/);
  await expect(chatbot).toBeFocused();
  const students = page.getByRole('region', { name: 'Students per day' });
  await pressOn(page, students.getByRole('button', { name: 'Show the table' }));
  await expect(students.getByRole('table')).toBeVisible();
  await expect(students.getByRole('button', { name: 'Show the chart' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(students.getByRole('button', { name: 'Show the table' })).toBeFocused();
});
