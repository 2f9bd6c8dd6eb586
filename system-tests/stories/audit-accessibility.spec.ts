import { expectAccessible } from '../src/browser/accessible.ts';
import { showAudit } from '../src/browser/audit-server.ts';
import { takePicture } from '../src/browser/picture.ts';
import { expect, story } from '../src/browser/story.ts';

story.beforeEach(async ({ page, signedIn }) => {
  // Without motion: a colour on its way to another one is neither.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await showAudit(page);
  await signedIn('admin@example.org');
});

const places = [
  { path: '/audit/rates', title: 'Rates', there: 'The 12 weeks together' },
  { path: '/audit/calls', title: 'Tool calls', there: 'No such tool, or not granted' },
  { path: '/audit/turns/00000000-0000-4000-8000-d00100000000', title: 'A turn, round by round', there: 'Round 2' },
  { path: '/audit/log', title: 'Access log', there: 'looked at a citation' },
];

for (const { path, title, there } of places) {
  story(`axe finds nothing, and nothing sticks out of the window: ${title}`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText(there).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await takePicture(page, `audit-${title}`);
    await expectAccessible(page, title);
  });
}

story('axe finds nothing in the list, a row and the windows over them', async ({ page }) => {
  story.slow();
  await page.goto('/audit');
  const rows = page.getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  await expectAccessible(page, 'list');
  await page.getByRole('button', { name: 'Time', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Last week' })).toBeVisible();
  await expectAccessible(page, 'choosing a time');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'exporting');
  await page.keyboard.press('Escape');
  await rows.nth(1).click();
  await expect(page.getByText('Sanni Student asked')).toBeVisible();
  await takePicture(page, 'audit-row');
  await expectAccessible(page, 'a citation');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
