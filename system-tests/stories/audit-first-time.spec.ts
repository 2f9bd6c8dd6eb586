import { readFile } from 'node:fs/promises';
import { showAudit } from '../src/browser/audit-server.ts';
import { takePicture } from '../src/browser/picture.ts';
import { expect, story } from '../src/browser/story.ts';

story('a first-time admin finds all misquotes of last week and exports them', async ({ page, signedIn }) => {
  // The window in which one says where a file goes is the browser's own.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  const asked = await showAudit(page);
  await signedIn('admin@example.org');
  const grid = page.getByRole('grid', { name: 'Citations, newest first' });
  const rows = grid.getByRole('row').filter({ has: page.getByRole('gridcell') });

  await story.step('opens the audit, which begins with what needs a look', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Audit' }).click();
    await expect(rows.first()).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Needs a look' })).toBeChecked();
    await takePicture(page, 'audit-opened');
  });

  await story.step('asks for all that is quoted differently', async () => {
    await page.getByRole('radio', { name: 'All', exact: true }).click();
    await page.getByRole('button', { name: 'Found', exact: true }).click();
    await page.getByRole('option', { name: 'quoted differently' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Found: quoted differently', exact: true })).toBeVisible();
  });

  await story.step('… of last week; the address says so, too', async () => {
    await page.getByRole('button', { name: 'Time', exact: true }).click();
    await page.getByRole('button', { name: 'Last week' }).click();
    await expect(page).toHaveURL(/show=all&verdict=misquoted&from=\d{4}-\d\d-\d\d&to=/);
    await expect(rows.first()).toContainText('quoted differently');
    await takePicture(page, 'audit-misquotes');
  });

  const count = await rows.count();
  await story.step('exports them, and is told before how many there are', async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export as CSV' });
    await expect(dialog).toContainText(`${count} citations`);
    await takePicture(page, 'audit-export');
    const started = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export' }).click();
    const download = await started;
    await expect(dialog).toContainText(`Done: ${count} rows.`);
    expect(download.suggestedFilename()).toMatch(/^citations-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(count + 1);
    expect(lines.slice(1).every((line) => line.includes('"misquoted"'))).toBe(true);
    const wish = asked.find(({ pathname }) => pathname.endsWith('.csv'))?.searchParams;
    expect(wish?.get('verdict')).toBe('misquoted');
    expect(wish?.get('needsLook')).toBeNull();
  });

  await story.step('a colleague who gets the address sees the same', async () => {
    await page.reload();
    await expect(rows).toHaveCount(count);
    await expect(page.getByRole('button', { name: 'Found: quoted differently', exact: true })).toBeVisible();
  });
});
