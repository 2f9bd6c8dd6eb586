import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../src/browser/accessible.ts';
import { AuditPages } from '../src/browser/audit.ts';
import { csvRows } from '../src/browser/csv.ts';
import { expectNoOverflow } from '../src/browser/overflow.ts';
import { takePicture } from '../src/browser/picture.ts';
import { onBothSizes } from '../src/browser/sizes.ts';
import { expect, recordedStory as story } from '../src/browser/story.ts';
import { formula, misquotesOfLastWeek, withComma } from '../src/recorded/asked.ts';
import { innerJoin, primaryKey } from '../src/recorded/topics.ts';

/** Newest first. */
const misquotes = [innerJoin.sentences.misquoted, withComma, formula, primaryKey.sentences.misquoted];

onBothSizes(() => {
  story('a first-time admin finds all misquotes of last week and exports them', async ({ page, signedIn }) => {
    story.slow();
    // The window in which one says where a file goes is the browser's own.
    await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signedIn('admin@example.org');
    const audit = new AuditPages(page);

    await story.step('opens the audit, which begins with what needs a look', async () => {
      await page.goto('/');
      await page.getByRole('link', { name: 'Audit' }).click();
      await expect(audit.rows.first()).toBeVisible();
      await expect(page.getByRole('radio', { name: 'Needs a look' })).toBeChecked();
      await takePicture(page, 'audit-opened');
      await expectAccessible(page, 'list');
    });

    await story.step('asks for all that is misquoted', async () => {
      await page.getByRole('radio', { name: 'All', exact: true }).click();
      await audit.filter('Found').click();
      await page.getByRole('option', { name: 'misquoted' }).click();
      await takePicture(page, 'audit-verdicts');
      await expectAccessible(page, 'choosing what was found');
      await page.keyboard.press('Escape');
      await expect(audit.filter('Found: misquoted')).toBeVisible();
    });

    await story.step('… of last week; the address says so, too', async () => {
      await audit.filter('Time').click();
      await takePicture(page, 'audit-time');
      await expectAccessible(page, 'choosing a time');
      await page.getByRole('button', { name: 'Last week' }).click();
      await expect(page).toHaveURL(/show=all&verdict=misquoted&from=\d{4}-\d\d-\d\d&to=/);
      await expect(audit.sentences, 'its first and its last minute, no more').toHaveText(misquotes);
      for (const row of await audit.rows.all()) await expect(row).toContainText('misquoted');
      await expectNoOverflow(page);
      await takePicture(page, 'audit-misquotes');
    });

    await story.step('exports them, and is told before how many there are', async () => {
      await page.getByRole('button', { name: 'Export' }).click();
      const dialog = page.getByRole('dialog', { name: 'Export as CSV' });
      await expect(dialog).toContainText(`${misquotes.length} citations`);
      await takePicture(page, 'audit-export');
      await expectAccessible(page, 'exporting');
      const started = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Export' }).click();
      const download = await started;
      await expect(dialog).toContainText(`Done: ${misquotes.length} rows.`);
      await takePicture(page, 'audit-exported');
      await expectAccessible(page, 'the finished export');
      expect(download.suggestedFilename()).toMatch(/^citations-\d{4}-\d\d-\d\d\.csv$/);
      expectMisquotes(await readFile(await download.path(), 'utf8'));
      await dialog.getByRole('button', { name: 'Close' }).click();
      await expect(page.getByRole('button', { name: 'Export' })).toBeFocused();
    });

    await story.step('a colleague who gets the address sees the same', async () => {
      await page.reload();
      await expect(audit.sentences).toHaveText(misquotes);
      await expect(audit.filter('Found: misquoted')).toBeVisible();
    });
  });
});

function expectMisquotes(csv: string): void {
  const rows = csvRows(csv);
  expect(rows.map(({ sentence }) => sentence)).toEqual(misquotes.map((text) => text.replace(/^=/, "'=")));
  expect(rows.map(({ verdict }) => verdict)).toEqual(misquotes.map(() => 'misquoted'));
  const asked = misquotesOfLastWeek.map(({ at }) => at.toISOString().slice(0, 15)).sort().reverse();
  expect(rows.map(({ answered_at }) => answered_at?.slice(0, 15)), 'to ten minutes').toEqual(asked);
  const formulas = rows.flatMap((row) => Object.values(row)).filter((cell) => /^[=+\-@\t\r]/.test(cell));
  expect(formulas, 'no cell is a formula').toEqual([]);
  expect(csv, 'no name, no question').not.toMatch(/Student|Aalto|Bennett|What is a primary key/);
}
