import { sourceAttribute } from '@course-chatbot/chat';

/** Draws the formulas of a page in place, and keeps their source for finding passages. */
export async function renderFormulas(page: HTMLElement): Promise<void> {
  const formulas = [...page.querySelectorAll<HTMLElement>(`.math:not([${sourceAttribute}])`)];
  if (formulas.length === 0) return;
  const [{ default: katex }] = await Promise.all([import('katex'), import('katex/dist/katex.min.css')]);
  for (const formula of formulas) {
    if (formula.hasAttribute(sourceAttribute)) continue;
    const source = formula.textContent ?? '';
    formula.setAttribute(sourceAttribute, source);
    katex.render(source, formula, {
      displayMode: formula.classList.contains('math-display'),
      throwOnError: false,
      trust: false,
    });
  }
}
