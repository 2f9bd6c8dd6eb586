import { expect, type Locator, type Page } from '@playwright/test';
import { expectVisibleFocus } from './visible-focus.ts';

type Key = 'Tab' | 'Shift+Tab';

/** Presses Tab until the element has the focus; each stop on the way shows it. */
export async function tabTo(page: Page, wanted: Locator, key: Key = 'Tab', longest = 40): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < longest; presses += 1) {
    await page.keyboard.press(key);
    await expectVisibleFocus(page);
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${wanted} was not reached by the keyboard`);
}

/** Goes there by Tab, where one is not there yet, and presses a key on it. */
export async function pressOn(page: Page, wanted: Locator, key = 'Enter', way: Key = 'Tab'): Promise<void> {
  await expect(wanted).toBeVisible();
  const there = await wanted.evaluate((element) => element === document.activeElement);
  if (!there) await tabTo(page, wanted, way, 120);
  await page.keyboard.press(key);
}

/** Opens a list of options by keys and presses one of them. */
export async function chooseByKeys(page: Page, opener: Locator, option: string, way: Key = 'Tab'): Promise<void> {
  await pressOn(page, opener, 'Enter', way);
  const wanted = page.getByRole('option', { name: option });
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 20; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement || element.contains(document.activeElement))) break;
    await page.keyboard.press('ArrowDown');
  }
  await expect(wanted).toBeFocused();
  await page.keyboard.press('Enter');
}
