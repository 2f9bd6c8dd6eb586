import type { Page } from '@playwright/test';
import { expectFinnish } from '../src/browser/finnish.ts';
import { expectNoOverflow } from '../src/browser/overflow.ts';
import { takePicture } from '../src/browser/picture.ts';
import { onBothSizes } from '../src/browser/sizes.ts';
import { expect, recordedStory as story } from '../src/browser/story.ts';
import { say, wait } from '../src/model/reply.ts';

const question = 'Mikä on pääavain?';
/** Where words of students, models and pages stand. */
const content = '[dir=auto], bdi, textarea, nav > a:first-child, section a, select, option, td[data-title=Chatbotti]';
const names = ['Introduction to Databases', 'Course guide', 'Exercise tutor', 'Tuula Teacher', 'Suomeksi', 'Lisää course:', 'Lisää today:'];

onBothSizes((size) => {
  story('a Finnish teacher reads these pages in Finnish, windows and faults too', async ({ page, signedIn, model, browser, baseURL, recorded }) => {
    story.slow();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signedIn('teacher4@example.org');
    const dialog = page.getByRole('alertdialog');
    const name = page.getByLabel('Nimi', { exact: true });
    const look = async (picture: string) => {
      await takePicture(page, `finnish-${picture}`);
      await expectNoOverflow(page);
      await expectFinnish(page, content, names);
    };

    await story.step('makes a chatbot and is told what is wrong', async () => {
      await page.goto('/teach/databases');
      await page.getByRole('button', { name: 'Uusi chatbotti' }).click();
      await look('new');
      await page.getByLabel('Nimi').fill(`Suomeksi ${size}`);
      await page.getByRole('button', { name: 'Luo', exact: true }).click();
      await expect(page.getByRole('switch', { name: 'Kurssimateriaalin haku' })).toBeChecked();
      await name.fill('');
      await expect(page.getByRole('region', { name: '1 kohta on korjattava ennen tallennusta' })).toBeVisible();
      await look('fault');
      await name.fill('Muutettu');
    });

    await story.step('tries it, and reads what was refused', async () => {
      const progress = { do: 'call', name: 'course_progress', arguments: { user: recorded.someoneElse } } as const;
      model.when(question, [progress], [say('En saa katsoa sitä.')]);
      await page.getByRole('switch', { name: 'Opiskelijan oman edistymisen katsominen' }).press('Space');
      await page.getByRole('textbox', { name: 'Kysymyksesi' }).fill(question);
      await page.keyboard.press('Enter');
      const happened = page.getByRole('region', { name: 'Mitä tapahtui' });
      await expect(happened).toContainText('Ei täyttynyt: saa nähdä etenemisen (henkilö)');
      await happened.scrollIntoViewIfNeeded();
      await look('happened');
    });

    await story.step('is asked before leaving without saving', async () => {
      await page.getByRole('link', { name: 'Käyttö', exact: true }).click();
      await expect(dialog).toContainText('Poistutaanko tallentamatta?');
      await look('leave');
      await page.keyboard.press('Enter');
    });

    await story.step('sees what somebody else saved meanwhile', async () => {
      const other = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
      await saveAsTeacher(await other.newPage(), page.url(), recorded.lms.url);
      await other.close();
      await page.getByRole('button', { name: 'Tallenna', exact: true }).click();
      await expect(dialog).toContainText('Joku muu on tallentanut sillä välin');
      await look('lost-update');
      await dialog.getByRole('button', { name: 'Jatka näillä' }).click();
      await page.getByRole('button', { name: 'Tallenna', exact: true }).click();
    });

    await story.step('goes back to an earlier version', async () => {
      await page.getByRole('link', { name: 'Versiot' }).click();
      await page.getByRole('button', { name: 'Palaa versioon 1' }).click();
      await expect(dialog).toContainText('Palataanko versioon 1?');
      await look('restore');
      await page.keyboard.press('Enter');
    });

    await story.step('asks test questions', async () => {
      await page.getByRole('link', { name: 'Testikysymykset' }).click();
      await page.getByLabel('Uusi testikysymys').fill(question);
      await page.keyboard.press('Enter');
      model.when(question, [say('Hetki. '), wait, say('Valmis.')]);
      await page.getByRole('button', { name: 'Kysy kaikki' }).click();
      await expect(page.getByRole('progressbar', { name: 'Kysytään testikysymyksiä' })).toBeVisible();
      await look('tests-running');
      await model.goOn();
      await expect(page.getByRole('region', { name: /^Tulokset/ })).toBeVisible();
      await look('tests');
    });

    await story.step('reads insights and conversations', async () => {
      await page.goto('/teach/databases/insights');
      await expect(page.getByRole('heading', { name: 'Kysymyksiä päivässä' })).toBeVisible();
      await look('insights');
      const cost = page.getByRole('region', { name: 'Kustannus päivässä' });
      await cost.scrollIntoViewIfNeeded();
      await look('cost');
      await page.goto('/teach/databases/conversations');
      await expect(page.getByRole('row').nth(1)).toBeVisible();
      await look('conversations');
    });
  });
});

/** Somebody else changes the same chatbot. */
async function saveAsTeacher(page: Page, url: string, origin: string): Promise<void> {
  const body = { email: 'teacher@example.org', password: 'demo' };
  expect((await page.request.post('/api/lms/login', { data: body, headers: { origin } })).ok()).toBe(true);
  await page.goto(url);
  await page.getByLabel('Name', { exact: true }).fill('Theirs');
  await page.getByLabel('Greeting').fill('Hello from the other one.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved as version 2.')).toBeVisible();
}
