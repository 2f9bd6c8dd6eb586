import { expectAccessible } from '../src/browser/accessible.ts';
import { expectNoOverflow } from '../src/browser/overflow.ts';
import { takePicture } from '../src/browser/picture.ts';
import { expect, story } from '../src/browser/story.ts';
import { password, primaryKeys, signIn } from '../src/browser/student.ts';

story.describe('in a Finnish browser', () => {
  story.use({ locale: 'fi-FI' });

  story('somebody signed out, and a student without a language, read Finnish', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'fi');
    await expect(page.getByRole('heading', { name: 'Kirjaudu' })).toBeVisible();
    await expect(page).toHaveTitle('Kurssit');
    await page.getByLabel('Sähköposti').fill('student3@example.org');
    await page.getByLabel('Salasana').fill(password);
    await page.getByRole('button', { name: 'Kirjaudu', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Kurssit' })).toBeVisible();

    await page.goto('/courses/databases');
    await expect(page.getByText(/^Avautuu \d+\. \p{L}+kuuta 20\d\d.* UTC/u)).toBeVisible();

    await page.goto(primaryKeys);
    // The course's own words are English, and say so.
    await expect(page.getByRole('article').first()).toHaveAttribute('lang', 'en');
    await page.getByRole('button', { name: 'Kysy kurssista' }).click();
    const composer = page.getByRole('textbox', { name: 'Kysymyksesi' });
    await composer.fill('What is a primary key?');
    await composer.press('Enter');
    const answer = page.getByRole('article', { name: 'Vastaus' });
    await expect(answer).toContainText('candidate key that the designer has chosen');
    await expect(answer.getByText('Lähteet')).toBeVisible();
    await answer.getByRole('button', { name: /^Lähde 1: / }).first().click();
    await expect(page.getByRole('link', { name: 'Siirry kohtaan' })).toBeVisible();
  });

  story('a student who chose English reads English', async ({ page, origin }) => {
    await signIn(page, 'student@example.org', origin);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Courses' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
});

story('a student who chose Finnish reads Finnish in an English browser', async ({ page, origin }) => {
  await signIn(page, 'student2@example.org', origin);
  await page.goto(primaryKeys);
  await page.getByRole('button', { name: 'Kysy kurssista' }).click();
  await expect(page.getByText('Voit kysyä esimerkiksi')).toBeVisible();
});

story('whoever reads another language finds the switch, signed out and in, and it holds', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await story.step('on the page on which one signs in, which lists everybody by what they may do', async () => {
    for (const role of ['Students', 'Teachers', 'Administrators']) {
      await expect(page.getByRole('heading', { name: role, exact: true })).toBeVisible();
    }
    await takePicture(page, 'sign-in');
    await expectAccessible(page, 'signing in');
    await page.getByRole('button', { name: 'Change the language: Suomi' }).click();
    await expect(page.getByRole('heading', { name: 'Kirjaudu' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fi');
    await expectNoOverflow(page);
  });
  await story.step('a teacher whose pages are English reads them in Finnish', async () => {
    await page.getByRole('button', { name: 'teacher@example.org' }).click();
    await page.getByRole('button', { name: 'Kirjaudu', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Kurssit' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Kurssit' })).toBeVisible();
  });
  await story.step('and back', async () => {
    await page.getByRole('button', { name: 'Vaihda kieli: English' }).click();
    await expect(page.getByRole('heading', { name: 'Courses' })).toBeVisible();
  });
});
