import { expect, type Page } from '@playwright/test';

/** Where nothing may ever be asked for. */
const elsewhere = 'https://evil.example';

/** Words, and behind them all that somebody may write to have a page run or load something. */
export function hostile(words: string): string {
  return [
    words,
    `<img src="${elsewhere}/a" onerror="alert(1)">`,
    '<svg onload="alert(2)"></svg><script>alert(3)</script>',
    `![seen](${elsewhere}/b)`,
    '[press](javascript:alert(4))',
  ].join(' ');
}

/** As much of them as is read where they are shown as they were written. */
export const shownAsWritten = '<img src="https://evil.example/';

/** Nothing on the page comes from elsewhere or runs, and no link does when it is pressed. */
export async function expectOnlyWords(page: Page): Promise<void> {
  const live = await page.evaluate(() => {
    const suspects = 'img, script:not([src^="/assets/"]), iframe, object, embed, audio, video, [onload], [onerror], [onclick], a[href], [style*=url]';
    return [...document.querySelectorAll(suspects)].flatMap((element) => {
      const address = element.getAttribute('href');
      return address !== null && /^(?:https?:|\/|#|\?)/.test(address) && !address.includes('evil') ? [] : [element.outerHTML.slice(0, 200)];
    });
  });
  expect(live).toEqual([]);
}
