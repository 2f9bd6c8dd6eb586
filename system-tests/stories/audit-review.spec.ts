import { expectAccessible } from '../src/browser/accessible.ts';
import { AuditPages } from '../src/browser/audit.ts';
import { expectNoOverflow } from '../src/browser/overflow.ts';
import { takePicture } from '../src/browser/picture.ts';
import { onBothSizes } from '../src/browser/sizes.ts';
import { expect, recordedStory as story } from '../src/browser/story.ts';
import { expectVisibleFocus } from '../src/browser/visible-focus.ts';
import { withComma } from '../src/recorded/asked.ts';

const note = 'jkr: the page was right';

story.beforeEach(async ({ page, signedIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signedIn('admin@example.org');
});
// Others find the list as it was.
story.afterEach(({ recorded: { lms } }) =>
  lms.execute('update chatbot.cited_sentences set reviewed_at = null, reviewed_by = null, review_note = null').then(() => undefined),
);

onBothSizes((size) => {
  story('an admin sees why a sentence needs a look, notes what they found, and it needs none any more', async ({ page }) => {
    story.slow();
    const audit = new AuditPages(page);
    await audit.open();
    const before = await audit.count.textContent();
    const row = audit.rows.filter({ hasText: withComma });
    await audit.choose(row);
    await expect(audit.pane).toContainText('Quoted, but in no passage: “no column of a primary key may be "secret"”');
    await expect(audit.part('Aino Aalto asked')).toContainText('What is a primary key?');
    await expect(audit.part('Answer, the sentence marked').locator('mark[data-mark~=cited]').first()).toBeVisible();
    await expect(audit.pane).toContainText('no column of a primary key may be null');
    await expectNoOverflow(page);
    await takePicture(page, 'audit-row');
    await expectAccessible(page, 'a citation');

    // What is written is no shortcut.
    await page.getByRole('textbox', { name: 'Note' }).fill(note);
    await page.getByRole('button', { name: 'Mark reviewed' }).click();
    await expect(audit.pane).toContainText('Reviewed by Ada Admin');
    await takePicture(page, 'audit-reviewed');
    await expectAccessible(page, 'a citation that is reviewed');
    await page.getByRole('button', { name: size === 'phone' ? 'Back to the list' : 'Close' }).click();
    await expect(row, 'the focus is where one was').toBeFocused();
    await expect(row).toContainText('reviewed');
    expect(await audit.count.textContent()).not.toBe(before);

    await audit.open();
    await expect(row).toHaveCount(0);
    await audit.open('show=all&reviewed=true');
    await expect(audit.sentences).toHaveText([withComma]);
    await audit.choose(row);
    await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue(note);
    await page.getByRole('button', { name: 'Take back' }).click();
    await expect(audit.pane).not.toContainText('Reviewed by');
  });

  story('the keys are told, and letters can be switched off', async ({ page }) => {
    const audit = new AuditPages(page);
    await audit.open();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keys of the list' });
    await expect(help.getByRole('button', { name: 'Close' })).toBeFocused();
    await takePicture(page, 'audit-keys');
    await expectAccessible(page, 'keys');
    await help.getByRole('switch', { name: 'Single letters are shortcuts' }).press('Space');
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await expect(audit.opened).toHaveCount(0);
  });
});

story('the keyboard alone goes through the rows, marks one reviewed and keeps its place', async ({ page }) => {
  const audit = new AuditPages(page);
  await audit.open('show=all&verdict=misquoted%2Cunsupported');
  const sentences = await audit.sentences.allTextContents();
  await page.keyboard.press('j');
  await expect(audit.opened).toBeFocused();
  await expectVisibleFocus(page);
  await expect(audit.pane).toContainText(/^The citation.*misquoted/s);

  await page.keyboard.press('ArrowDown');
  await expect(audit.opened).toContainText(sentences[1] ?? '');
  await page.keyboard.press('End');
  await expect(audit.opened).toContainText(sentences.at(-1) ?? '');
  await page.keyboard.press('Home');
  await page.keyboard.press('k');
  await expect(audit.opened, 'at an end one stays').toContainText(sentences[0] ?? '');

  await page.keyboard.press('r');
  await expect(audit.opened).toContainText('reviewed');
  await expect(audit.pane).toContainText('Reviewed by Ada Admin');
  await expect(audit.opened, 'the focus stays').toBeFocused();
  await page.keyboard.press('r');
  await expect(audit.opened).not.toContainText('reviewed');

  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'The citation' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(audit.opened).toHaveCount(0);
  await expect(audit.rows.first()).toBeFocused();
});
