import { AuditPages } from '../src/browser/audit.ts';
import { expect, recordedStory as story } from '../src/browser/story.ts';
import { chooseByKeys, pressOn, tabTo } from '../src/browser/tab-to.ts';

story.beforeEach(async ({ page, signedIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signedIn('admin@example.org');
});

story('by the keyboard alone an admin filters citations, exports them and has them checked again', async ({ page }) => {
  story.slow();
  // The window in which one says where a file goes is the browser's own.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  const audit = new AuditPages(page);
  await audit.open();
  await story.step('shows all, then those that are misquoted', async () => {
    await tabTo(page, page.getByRole('radio', { name: 'Needs a look' }));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await expect(page).toHaveURL(/show=all/);
    await chooseByKeys(page, audit.filter('Found'), 'misquoted');
    await page.keyboard.press('Escape');
    await expect(audit.filter('Found: misquoted')).toBeFocused();
    await expect(page).toHaveURL(/verdict=misquoted/);
  });

  await story.step('exports them', async () => {
    const opener = page.getByRole('button', { name: 'Export' });
    await pressOn(page, opener, 'Enter', 'Shift+Tab');
    const dialog = page.getByRole('dialog', { name: 'Export as CSV' });
    const started = page.waitForEvent('download');
    await pressOn(page, dialog.getByRole('button', { name: 'Export' }));
    await started;
    await expect(dialog).toContainText('Done:');
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(opener).toBeFocused();
  });

  await story.step('has them checked again', async () => {
    const opener = page.getByRole('button', { name: 'Check again' });
    await pressOn(page, opener);
    const dialog = page.getByRole('dialog', { name: 'Check citations again' });
    const begin = dialog.getByRole('button', { name: /^Check/ });
    await pressOn(page, begin);
    await expect(dialog).toContainText('Done:');
    await expect(begin, 'the focus stays while they are checked').toBeFocused();
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
  });

  await story.step('takes the filter away', async () => {
    await pressOn(page, page.getByRole('button', { name: 'Clear: Found' }));
    await expect(page).not.toHaveURL(/verdict=/);
    await expect(audit.filter('Found')).toBeFocused();
  });
});

story('by the keyboard alone an admin goes from rates to their rows, and through a turn', async ({ page }) => {
  story.slow();
  await story.step('groups the rates and shows them as a table', async () => {
    await page.goto('/audit/rates');
    await expect(page.getByRole('figure', { name: 'Week by week' })).toBeVisible();
    await tabTo(page, page.getByRole('radiogroup', { name: 'By' }).getByRole('radio', { checked: true }));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'Chatbot' })).toBeFocused();
    await expect(page).toHaveURL(/by=chatbot/);
    await pressOn(page, page.getByRole('button', { name: 'Show the table' }));
    await expect(page.getByRole('columnheader', { name: 'Week of' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show the chart' })).toBeFocused();
    const groups = page.getByRole('region', { name: 'The 12 weeks together' });
    await pressOn(page, groups.getByRole('row', { name: 'Exercise tutor' }).getByRole('link').first());
    await expect(new AuditPages(page).filter('Chatbot: Exercise tutor')).toBeVisible();
  });

  await story.step('finds a refused call and reads its turn', async () => {
    await page.goto('/audit/calls');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await chooseByKeys(page, page.getByRole('button', { name: 'Outcome', exact: true }), 'refused');
    // The student's: what teachers tried since stands above it.
    await pressOn(page, page.getByRole('link', { name: 'course_progress' }).last());
    await expect(page.getByRole('heading', { level: 1, name: 'A turn, round by round' })).toBeFocused();
    const passages = page.getByRole('button', { name: /passages? found/ });
    await pressOn(page, passages);
    await expect(page.getByText('source 1 to the model')).toBeVisible();
    await expect(passages).toBeFocused();
  });
});
