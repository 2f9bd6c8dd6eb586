import { expectFinnish } from '../src/browser/finnish.ts';
import { expect, story } from '../src/browser/story.ts';

story.use({ locale: 'fi-FI' });

story.beforeEach(async ({ signedIn }) => signedIn('student3@example.org'));

story('a Finnish student asks in a Finnish course, and everything that is shown is Finnish', async ({ page }) => {
  const panel = page.getByRole('complementary', { name: 'Keskustelu: Kurssiopas' });
  const answers = panel.getByRole('article', { name: 'Vastaus' });
  const answer = answers.last();

  await story.step('reads the course', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Tietokantojen perusteet' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fi');
    await expect(page.getByRole('link', { name: 'Taulut ja pääavaimet' })).toBeVisible();
    await expectFinnish(page);
    await page.getByRole('link', { name: 'Taulut ja pääavaimet' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Taulut ja pääavaimet' })).toBeVisible();
    await expectFinnish(page);
  });

  await story.step('opens the chat, which greets in Finnish', async () => {
    await page.getByRole('button', { name: 'Kysy kurssista' }).click();
    await expect(panel.getByText('Hei! Vastaan kurssin sivujen perusteella')).toBeVisible();
    await expect(panel.getByText('Paikallinen malli')).toBeVisible();
    await expect(panel.getByText('Tämä sivu: Taulut ja pääavaimet')).toBeVisible();
    await expectFinnish(page);
  });

  const ask = async (question: string) => {
    const before = await answers.count();
    const composer = panel.getByRole('textbox', { name: 'Kysymyksesi' });
    await composer.fill(question);
    await composer.press('Enter');
    await expect(panel.getByRole('article', { name: 'Sinä' }).last()).toContainText(question);
    await expect(answers).toHaveCount(before + 1);
    await expect(answer).toHaveAttribute('aria-busy', 'false');
  };

  await story.step('asks, and is answered with sources', async () => {
    await ask('Mikä on pääavain?');
    await expect(answer).toContainText('Pääavain on se avainehdokas, jonka suunnittelija on valinnut');
    await expect(answer.getByText('Haettiin kurssimateriaalista')).toBeVisible();
    await expect(answer.getByText('Lähteet')).toBeVisible();
    await expectFinnish(page);
  });

  await story.step('opens a source and follows it', async () => {
    await answer.getByRole('button', { name: /^Lähde 1: / }).first().click();
    const source = page.getByRole('dialog', { name: 'Taulut ja pääavaimet' });
    await expect(source).toContainText('Relaatiomalli › Avainehdokas ja pääavain');
    await expectFinnish(page);
    await source.getByRole('link', { name: 'Siirry kohtaan' }).click();
    await expect(page.locator('main mark').first()).toBeInViewport();
    await expect(page.locator('main').getByRole('status')).toHaveText(/^Kohta on merkitty sivulle/);
  });

  await story.step('what the pages do not say is said to be missing, in Finnish', async () => {
    await ask('Miten leivotaan ruisleipää?');
    await expect(answer).toContainText('En löytänyt tähän vastausta');
    await expectFinnish(page);
  });

  await story.step('asks for the own progress and for what comes next', async () => {
    await ask('Miten olen edennyt?');
    await expectFinnish(page);
    await ask('Mitä seuraavaksi?');
    await expectFinnish(page);
  });

  await story.step('about an answer, and the list of conversations', async () => {
    await answer.getByRole('button', { name: 'Tietoja vastauksesta' }).click();
    await expect(page.getByRole('dialog', { name: 'Tietoja vastauksesta' })).toContainText('Vastaaja: Paikallinen malli');
    await page.keyboard.press('Escape');
    await panel.getByRole('button', { name: 'Omat keskustelusi' }).click();
    await expect(panel.getByRole('searchbox', { name: 'Hae otsikosta' })).toBeVisible();
    await expectFinnish(page);
  });
});
