import { expectAccessible } from '../src/browser/accessible.ts';
import { AuditPages } from '../src/browser/audit.ts';
import { expectNoOverflow } from '../src/browser/overflow.ts';
import { takePicture } from '../src/browser/picture.ts';
import { onBothSizes } from '../src/browser/sizes.ts';
import { expect, recordedStory as story } from '../src/browser/story.ts';
import { atomicity, innerJoin } from '../src/recorded/topics.ts';

story.beforeEach(async ({ page, signedIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signedIn('admin@example.org');
});

onBothSizes(() => {
  story('a page that reads differently now is shown as it was and as it is, word by word', async ({ page }) => {
    const audit = new AuditPages(page);
    await audit.open('show=all&freshness=changed&verdict=supported');
    await expect(audit.sentences.first()).toHaveText(innerJoin.sentences.supported);
    await audit.choose(audit.rows.first());
    await expect(audit.pane).toContainText('The cited text reads differently now: see below.');
    const [then, now] = [audit.pane.getByRole('group', { name: 'Then' }), audit.pane.getByRole('group', { name: 'Now' })];
    await expect(then).toContainText('An inner join');
    expect(await struck(then.locator('del').allTextContents())).toBe('returns only the for which the is true');
    expect(await struck(now.locator('ins').allTextContents())).toBe('gives just those whose holds');
    await expect(audit.pane.getByRole('link', { name: 'Joins' })).toHaveAttribute('href', /\/querying-with-sql\/joins/);
    await now.scrollIntoViewIfNeeded();
    await expectNoOverflow(page);
    await takePicture(page, 'audit-changed');
    await expectAccessible(page, 'then and now');
  });

  story('a page that was deleted leaves the passage as it was cited', async ({ page }) => {
    const audit = new AuditPages(page);
    await audit.open('show=all&freshness=gone&verdict=supported');
    await audit.choose(audit.rows.first());
    await expect(audit.pane).toContainText('The cited text is no longer in the course.');
    await expect(audit.pane).toContainText(atomicity.words);
    await expect(audit.pane.getByText('The page was deleted.')).toBeVisible();
    await takePicture(page, 'audit-gone');
    await expectAccessible(page, 'a deleted page');
  });

  story('all citations are checked again, and it is told how far that is', async ({ page, recorded: { lms } }) => {
    const wronged = `sentence = $s$${innerJoin.sentences.partly}$s$`;
    await lms.execute(`update chatbot.cited_sentences set freshness = 'gone', freshness_at = now() where ${wronged}`);
    const audit = new AuditPages(page);
    await audit.open('show=all&verdict=partly');
    const row = audit.rows.filter({ hasText: innerJoin.sentences.partly });
    await expect(row).toContainText('gone');
    await page.getByRole('button', { name: 'Check again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Check citations again' });
    await expect(dialog).toContainText('Each cited text is looked for on its page as the page is now.');
    await takePicture(page, 'audit-recheck');
    await expectAccessible(page, 'checking again');
    const release = await lms.hold('select from chatbot.cited_sentences for update');
    await dialog.getByRole('button', { name: 'Check', exact: true }).click();
    const progress = dialog.getByRole('progressbar', { name: 'Checking; it goes on when you close this' });
    const total = await lms.execute('select count(*) from chatbot.cited_sentences');
    await expect(progress).toHaveAttribute('aria-valuetext', `0 of ${total}`);
    await takePicture(page, 'audit-rechecking');
    await release();
    await expect(dialog).toContainText(`Done: ${total} citations were checked.`);
    await takePicture(page, 'audit-rechecked');
    await expectAccessible(page, 'checked again');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('button', { name: 'Check again' })).toBeFocused();
    await expect(row).toContainText('changed');
  });
});

async function struck(pieces: Promise<string[]>): Promise<string> {
  const marked = (await pieces).map((piece) => piece.replace(/^(?:Removed|Added): /, '').trim());
  return marked.join(' ');
}
