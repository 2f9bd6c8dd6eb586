import { showAudit } from '../src/browser/audit-server.ts';
import { takePicture } from '../src/browser/picture.ts';
import { expect, story } from '../src/browser/story.ts';
import { expectVisibleFocus } from '../src/browser/visible-focus.ts';

story.beforeEach(async ({ page, signedIn }) => {
  await showAudit(page);
  await signedIn('admin@example.org');
  await page.goto('/audit');
  await expect(page.getByRole('grid')).toBeVisible();
});

story('the keyboard alone goes through the rows, marks one reviewed and keeps its place', async ({ page }) => {
  const open = page.getByRole('row', { selected: true });
  const pane = page.getByRole('region', { name: 'The citation' });
  await page.keyboard.press('j');
  await expect(open).toBeFocused();
  await expectVisibleFocus(page);
  await expect(pane).toContainText('Quoted, but in no passage: “a candidate key that the database has chosen”');
  await takePicture(page, 'audit-open');

  await page.keyboard.press('ArrowDown');
  await expect(open).toContainText('not found');
  await page.keyboard.press('k');
  await expect(open).toContainText('quoted differently');

  await page.keyboard.press('r');
  await expect(open).toContainText('reviewed');
  await expect(pane).toContainText('Reviewed by Anna Admin');
  await expect(open, 'the focus stays').toBeFocused();
  await page.keyboard.press('r');
  await expect(open).not.toContainText('reviewed');

  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'The citation' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(open).toHaveCount(0);
  await expect(page.getByRole('row').nth(1)).toBeFocused();
});

story('what is written is no shortcut, and a note goes along', async ({ page }) => {
  await page.getByRole('row').nth(1).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('jkr: the page was right');
  await page.getByRole('button', { name: 'Mark reviewed' }).click();
  await expect(page.getByRole('region', { name: 'The citation' })).toContainText('Reviewed by Anna Admin');
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('jkr: the page was right');
});

story('letters can be switched off', async ({ page }) => {
  await page.keyboard.press('?');
  await page.getByRole('switch', { name: 'Single letters are shortcuts' }).press('Space');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(page.getByRole('row', { selected: true })).toHaveCount(0);
});
