import { expect, type Page } from '@playwright/test';

/** Nothing sticks out of the window. */
export async function expectNoOverflow(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), { message: 'nothing sticks out' })
    .toBeLessThanOrEqual(0);
}
