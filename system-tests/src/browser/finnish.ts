import { expect, type Page } from '@playwright/test';

/** Words that hardly an English sentence or button does without. */
const english =
  /\b(?:the|is|are|and|of|you|your|this|page|pages|source|sources|answer|ask|send|close|show|course|chapter|points|open|model|loading|today|may|not|save|question|questions|found|changed|week|reviewed)\b/i;

/**
 * Nothing that is read or read out is English but code and what is marked so. `content` says where words of people,
 * models and pages stand, `names` what things are called.
 */
export async function expectFinnish(page: Page, content = '', names: string[] = []): Promise<void> {
  const said = await page.evaluate((others) => {
    const words: string[] = [];
    for (const element of document.querySelectorAll('body *')) {
      // The bar on top has the person's name.
      if (element.closest(`code, pre, .katex, [lang=en], header:has([href="#content"])${others}`)) continue;
      for (const name of ['aria-label', 'title', 'placeholder']) words.push(element.getAttribute(name) ?? '');
      for (const node of element.childNodes) if (node instanceof Text) words.push(node.data);
    }
    return words.map((text) => text.trim()).filter((text) => text !== '');
  }, content && `, ${content}`);
  expect(said.length).toBeGreaterThan(5);
  const own = said.map((text) => names.reduce((rest, name) => rest.replaceAll(name, ''), text));
  expect(own.filter((text) => english.test(text))).toEqual([]);
}
