import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Where pictures go for somebody who wants to look at them; without it none is taken. */
const folder = process.env.PICTURES;

/** The page as it is now, in light and in dark. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (!folder) return;
  const size = page.viewportSize()?.width ?? 0;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`), animations: 'disabled' });
  }
}
