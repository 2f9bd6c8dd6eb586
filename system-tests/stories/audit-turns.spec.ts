import { expectAccessible } from '../src/browser/accessible.ts';
import { AuditPages } from '../src/browser/audit.ts';
import { expectNoOverflow } from '../src/browser/overflow.ts';
import { takePicture } from '../src/browser/picture.ts';
import { onBothSizes } from '../src/browser/sizes.ts';
import { expect, recordedStory as story } from '../src/browser/story.ts';

story.beforeEach(async ({ page, signedIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signedIn('admin@example.org');
});

onBothSizes(() => {
  story('what was refused to a model is found, and its turn is told round by round', async ({ page }) => {
    story.slow();
    await story.step('finds the calls that were refused, and why', async () => {
      await page.goto('/audit/calls');
      await expect(page.getByRole('row').nth(1)).toBeVisible();
      await takePicture(page, 'audit-calls');
      await expectAccessible(page, 'calls');
      await page.getByRole('button', { name: 'Outcome', exact: true }).click();
      await page.getByRole('option', { name: 'refused' }).click();
      const calls = page.getByRole('row').filter({ has: page.getByRole('cell') });
      await expect(calls).toHaveCount(3);
      await expect(calls.filter({ hasText: 'delete_exercises' })).toContainText('No such tool, or not granted');
      await expect(calls.filter({ hasText: 'course_material_search' })).toContainText('The arguments do not have the right form');
      await expect(calls.filter({ hasText: 'course_progress' })).toContainText('not met: may see progress (person)');
      await expectNoOverflow(page);
      await takePicture(page, 'audit-refused');
      await expectAccessible(page, 'refused calls');
    });

    await story.step('reads the turn of a tool that there is not', async () => {
      await page.getByRole('link', { name: 'delete_exercises' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'A turn, round by round' })).toBeVisible();
      const rounds = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Round \d$/ }) });
      await expect(rounds).toHaveCount(3);
      await expect(rounds.nth(0)).toContainText('Decision: model told, and asked again');
      await expect(rounds.nth(0)).toContainText('State: answered without running');
      await expect(rounds.nth(0)).toContainText('Would have been right: course_material_search');
      await expect(rounds.nth(1)).toContainText('Decision: answered with an error');
      await expect(rounds.nth(2), 'a reply without calls is the answer').toContainText('Decision: answer taken');
      await expect(page.getByRole('region', { name: 'Answer' })).toContainText('That cannot be done from here.');
      await expect(page.getByText('Chen Chunhua')).toBeVisible();
      await expectNoOverflow(page);
      await takePicture(page, 'audit-turn');
      await expectAccessible(page, 'a turn');
    });

    await story.step('and one in which somebody else’s progress was asked for', async () => {
      await page.goto('/audit/calls?denied=true&tool=course_progress');
      await page.getByRole('link', { name: 'course_progress' }).click();
      const call = page.locator('[aria-current=true]');
      await expect(call).toContainText('may see progress (person) did not hold');
      await expect(call).toContainText('The model was told.');
      await expect(call).toBeInViewport();
      await page.getByRole('button', { name: /passages? found/ }).click();
      await expect(page.getByText('source 1 to the model')).toBeVisible();
      await takePicture(page, 'audit-turn-refused');
      await expectAccessible(page, 'a turn with a refusal');
    });
  });

  story('whoever looks at what students asked stands in the access log, with the way there', async ({ page }) => {
    const audit = new AuditPages(page);
    await audit.open('show=all&verdict=misquoted');
    const sentence = (await audit.sentences.first().textContent()) ?? '';
    await audit.choose(audit.rows.first());
    await page.getByRole('link', { name: 'Access log' }).click();
    const newest = page.getByRole('row').nth(1);
    await expect(newest).toContainText('looked at a citation');
    await expect(newest).toContainText('Ada Admin');
    await expectNoOverflow(page);
    await takePicture(page, 'audit-log');
    await expectAccessible(page, 'access log');
    await newest.getByRole('link', { name: 'The citation' }).click();
    await expect(audit.pane).toContainText(sentence);
  });
});
