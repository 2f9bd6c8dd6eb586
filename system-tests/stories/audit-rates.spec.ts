import { expectAccessible } from '../src/browser/accessible.ts';
import { AuditPages } from '../src/browser/audit.ts';
import { expectNoOverflow } from '../src/browser/overflow.ts';
import { takePicture } from '../src/browser/picture.ts';
import { onBothSizes } from '../src/browser/sizes.ts';
import { expect, recordedStory as story } from '../src/browser/story.ts';

onBothSizes(() => {
  story('rates fall into weeks, courses and chatbots, and every number leads to its rows', async ({ page, signedIn }) => {
    story.slow();
    const audit = new AuditPages(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signedIn('admin@example.org');
    await page.goto('/audit/rates');
    const chart = page.getByRole('figure', { name: 'Week by week' });
    await expect(chart.getByRole('link', { name: /^Week of .*: \d+ cited sentences\. .*Misquoted/ }).first()).toBeVisible();
    await expectNoOverflow(page);
    await takePicture(page, 'audit-rates');
    await expectAccessible(page, 'rates');

    await page.getByRole('radiogroup', { name: 'By' }).getByText('Chatbot', { exact: true }).click();
    const groups = page.getByRole('region', { name: 'The 12 weeks together' });
    await expect(groups.getByRole('rowheader')).toHaveText([
      'Course guide · Introduction to Databases',
      'Exercise tutor',
      'Course guide · Critical Thinking and Argument',
    ]);
    await page.getByRole('button', { name: 'Show the table' }).click();
    await expect(page.getByRole('columnheader', { name: 'Week of' })).toBeVisible();
    await takePicture(page, 'audit-rates-table');
    await expectAccessible(page, 'rates as a table');

    const tutor = groups.getByRole('row', { name: 'Exercise tutor' }).getByRole('link').first();
    const count = await tutor.textContent();
    await tutor.click();
    await expect(audit.count).toHaveText(`${count} citations`);
    await expect(audit.filter('Chatbot: Exercise tutor')).toBeVisible();
    await expect(audit.rows).toHaveCount(Number(count));
  });
});
