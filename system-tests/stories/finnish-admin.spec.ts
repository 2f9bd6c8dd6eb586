import { expectFinnish } from '../src/browser/finnish.ts';
import { expectNoOverflow } from '../src/browser/overflow.ts';
import { takePicture } from '../src/browser/picture.ts';
import { onBothSizes } from '../src/browser/sizes.ts';
import { expect, recordedStory as story } from '../src/browser/story.ts';

/** Where words of students, models and pages stand. */
const content = '[dir=auto], dd, dt, [data-column=page], td[data-title=Chatbotti], td[data-title=Kurssi], [class*=place]';
const names = ['Introduction to Databases', 'Critical Thinking and Argument', 'Course guide', 'Exercise tutor', 'course_material_search'];

onBothSizes(() => {
  story('a Finnish admin reads the audit in Finnish, windows too', async ({ page, signedIn }) => {
    story.slow();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signedIn('admin2@example.org');
    const look = async (picture: string) => {
      await takePicture(page, `finnish-${picture}`);
      await expectNoOverflow(page);
      await expectFinnish(page, content, names);
    };
    const rows = page.getByRole('grid', { name: 'Lähdeviitteet, uusimmat ensin' }).getByRole('row');

    await story.step('the list, a citation, and the windows over them', async () => {
      await page.goto('/audit?show=all&freshness=changed');
      await rows.nth(1).click();
      await expect(page.getByRole('heading', { name: 'Asetukset' })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Lähdeviite', exact: true })).toContainText('saa lukea materiaalia (kurssi)');
      await look('citation');
      await page.goto('/audit?show=all&verdict=misquoted');
      await expect(rows.nth(1)).toBeVisible();
      for (const window of ['Vie', 'Tarkista uudelleen', 'Näppäimet']) {
        await page.getByRole('button', { name: window, exact: true }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await look(`window-${window}`);
        await page.keyboard.press('Escape');
      }
      await page.getByRole('button', { name: 'Aika', exact: true }).click();
      await look('time');
      await page.keyboard.press('Escape');
    });

    await story.step('rates, calls, a turn and the log', async () => {
      await page.goto('/audit/rates');
      await expect(page.getByRole('figure', { name: 'Viikoittain' })).toBeVisible();
      await look('rates');
      await page.goto('/audit/calls?denied=true');
      await expect(page.getByRole('row', { name: /course_progress/ })).toContainText('ei täyty: saa nähdä etenemisen (henkilö)');
      await look('calls');
      await page.getByRole('link', { name: 'course_progress' }).click();
      await expect(page.getByRole('heading', { name: 'Kierros 1' })).toBeVisible();
      await look('turn');
      await page.goto('/audit/log');
      await expect(page.getByRole('row').nth(1)).toBeVisible();
      await look('log');
    });
  });
});
