import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const criteria = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const covered = /partially obscured/;

/** axe finds nothing: by all rules in light; in dark only the colours are others. */
export async function expectAccessible(page: Page, place: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoFinding(new AxeBuilder({ page }).withTags(criteria), `${place}, light`, page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoFinding(new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']), `${place}, dark`, page);
}

async function expectNoFinding(axe: AxeBuilder, place: string, page: Page): Promise<void> {
  const { violations } = await axe.analyze();
  const found: object[] = [];
  for (const { id, nodes } of violations) {
    for (const { html, failureSummary, target } of nodes) {
      const freed = covered.test(failureSummary ?? '') && (await isRoomyInTheMiddle(page, target.map(String)));
      if (!freed) found.push({ id, html, failureSummary });
    }
  }
  expect.soft(found, `axe on: ${place}`).toEqual([]);
}

/** Whether a target that a bar at an edge covers now has room once it is scrolled from under it. */
async function isRoomyInTheMiddle(page: Page, target: string[]): Promise<boolean> {
  if (target.length !== 1 || !target[0]) return false;
  await page.locator(target[0]).evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const { violations } = await new AxeBuilder({ page }).include(target).withRules(['target-size']).analyze();
  return violations.length === 0;
}
