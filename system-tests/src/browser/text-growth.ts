import type { Page } from '@playwright/test';

/** Notes, from now on, each length that the last answer on the page had. */
export async function watchGrowth(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const lengths: number[] = [];
    Object.assign(window, { answerLengths: lengths });
    const note = () => {
      const text = [...document.querySelectorAll('article[aria-label="Answer"] p')].map((p) => p.textContent).join('');
      if (text.length !== (lengths.at(-1) ?? 0)) lengths.push(text.length);
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { answerLengths: number[] }).answerLengths);
}
