import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const criteria = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** axe finds nothing: by all rules in light; in dark only the colours are others. */
export async function expectAccessible(page: Page, place: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoFinding(new AxeBuilder({ page }).withTags(criteria), `${place}, light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoFinding(new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']), `${place}, dark`);
}

async function expectNoFinding(axe: AxeBuilder, place: string): Promise<void> {
  const { violations } = await axe.analyze();
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })));
  expect.soft(found, `axe on: ${place}`).toEqual([]);
}
