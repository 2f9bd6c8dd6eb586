import type { Page } from '@playwright/test';
import { showInsights } from '../src/browser/insights-server.ts';
import { takePicture } from '../src/browser/picture.ts';
import { expect, story } from '../src/browser/story.ts';

story('a Finnish teacher reads these pages in Finnish, and nothing sticks out of the window', async ({ page, signedIn }) => {
  await signedIn('teacher@example.org');
  await page.route('**/api/lms/me', async (route) => {
    const response = await route.fetch();
    const { user } = (await response.json()) as { user: object };
    await route.fulfill({ response, json: { user: { ...user, locale: 'fi' } } });
  });
  await showInsights(page);
  await page.goto('/teach/databases');
  await page.getByRole('button', { name: 'Uusi chatbot' }).click();
  await page.getByLabel('Nimi').fill('Suomeksi');
  await page.getByRole('button', { name: 'Luo', exact: true }).click();
  await expect(page.getByRole('switch', { name: 'Kurssimateriaalin haku' })).toBeChecked();
  await page.getByLabel('Nimi', { exact: true }).fill('');
  await expect(page.getByRole('region', { name: '1 kohta on korjattava ennen tallennusta' })).toBeVisible();
  await takePicture(page, 'teach-finnish');
  await expectNoOverflow(page);
  await page.getByRole('button', { name: 'Hylkää' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hylkää' }).click();

  await page.goto('/teach/databases/insights');
  await expect(page.getByRole('heading', { name: 'Kysymyksiä päivässä' })).toBeVisible();
  await takePicture(page, 'teach-finnish-insights');
  await expectNoOverflow(page);
});

async function expectNoOverflow(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
}
