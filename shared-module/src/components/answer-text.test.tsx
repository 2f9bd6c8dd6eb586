import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { CitationData } from '../wire';
import { AnswerText } from './answer-text';
import { ChatHostProvider } from './chat-context';
import { CitationsProvider } from './citations';

const citation: CitationData = {
  number: 1,
  pageId: 'p',
  title: 'Primary keys',
  chapter: 'The relational model',
  url: '/courses/db/keys#primary',
  snippet: 'A key identifies a row.',
  spans: [{ part: 0, start: 0, end: 4 }],
};

function show(text: string, follow = vi.fn(), source = citation) {
  const points = [{ offset: 4, numbers: [1] }];
  const { container } = render(
    <ChatHostProvider follow={follow}>
      <CitationsProvider citations={[source]} texts={[text]} checking={false}>
        <AnswerText text={text} points={points} part={0} />
      </CitationsProvider>
    </ChatHostProvider>,
  );
  return container;
}

describe('the text of an answer', () => {
  test('nothing that a model writes becomes a script, a picture or a foreign address scheme', () => {
    const container = show(
      'One. <script>x</script> <img src=x onerror=y> ![a](https://a.example/b.png) [c](javascript:z) [d](data:text/html,z) <b onclick=q>e</b>',
    );
    expect(container.querySelectorAll('script, img, b, iframe')).toHaveLength(0);
    for (const link of container.querySelectorAll('a')) expect(link.getAttribute('href') ?? '').not.toMatch(/:/);
  });

  test.each([
    ['a frame', '<iframe srcdoc="<script>x</script>"></iframe>'],
    ['a drawing with a script', '<svg onload="x"><script>y</script></svg>'],
    ['a style that loads', '<div style="background: url(https://evil.example/?q=1)">x</div>'],
    ['a picture within a link', '[![](https://evil.example/?q=1)](https://a.example/)'],
    ['a picture by reference', '![a][b]\n\n[b]: https://evil.example/?q=1'],
    ['a diagram with a link', '```mermaid\ngraph TD; A-->B; click A href "javascript:z"\n```'],
  ])('nothing in it runs or tells another server of it: %s', (_name, text) => {
    const container = show(`One. ${text}`);
    expect(container.querySelector('script, iframe, img, object, embed, [src], [srcdoc], [style*="url"]')).toBeNull();
    for (const link of container.querySelectorAll('a')) expect(link.getAttribute('href')).toBe('https://a.example/');
    expect(container.innerHTML).not.toContain('?q=1');
  });

  test('a number cannot be forged', () => {
    show('One. <sup data-citation="1">1</sup> and <sup data-citation="7">7</sup>');
    expect(screen.getAllByRole('button')).toHaveLength(1);
  });

  test('links to elsewhere open apart and say nothing of this page', () => {
    show('One. [out](https://a.example/)');
    const link = screen.getByRole('link', { name: 'out' });
    expect(link.getAttribute('rel')).toContain('noopener');
    expect(link.getAttribute('target')).toBe('_blank');
  });

  test('formulas, tables and code are drawn', () => {
    const container = show('One. $x^2$\n\n| a |\n|---|\n| b |\n\n```sql\nSELECT 1\n```');
    expect(container.querySelector('.katex')).not.toBeNull();
    expect(screen.getByRole('table')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Copy' })).toBeDefined();
  });

  test('a number opens its source, and the source leads to the passage', async () => {
    const follow = vi.fn();
    show('One. Two.', follow);
    await userEvent.click(screen.getByRole('button', { name: 'Source 1: Primary keys' }));
    expect(screen.getByRole('dialog').textContent).toContain('A key identifies a row.');
    await userEvent.click(screen.getByRole('link', { name: 'Go to the passage' }));
    expect(follow).toHaveBeenCalledWith('/courses/db/keys#primary', citation);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a passage is drawn as an answer is, and nothing in it is loaded or run', async () => {
    const passage = [
      'So $x^2$ it is, `WHERE` too.',
      'id | name\n1 | Ada',
      'SELECT *\nFROM student;',
      '![pixel](https://a.example/b.png) <img src="https://a.example/c.png"> <script>x</script>',
      '<a href="javascript:x">there</a> [here](https://a.example/) <sup data-citation="1">1</sup>',
    ];
    show('One. Two.', vi.fn(), { ...citation, snippet: passage.join('\n\n') });
    await userEvent.click(screen.getByRole('button', { name: 'Source 1: Primary keys' }));
    const excerpt = within(screen.getByRole('dialog')).getByRole('blockquote');
    expect(excerpt.querySelector('.katex')).not.toBeNull();
    expect(excerpt.querySelector('p code')?.textContent).toBe('WHERE');
    expect(within(excerpt).getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['1', 'Ada']);
    expect(excerpt.querySelector('pre')?.textContent).toBe('SELECT *\nFROM student;\n');
    expect(excerpt.querySelectorAll('img, script, iframe, sup')).toHaveLength(0);
    for (const link of within(excerpt).getAllByRole('link')) expect(link.getAttribute('href')).toMatch(/^https:/);
  });

  test('under the mouse a source shows itself and takes no focus; Esc closes it', async () => {
    show('One. Two.');
    const chip = screen.getByRole('button', { name: 'Source 1: Primary keys' });
    await userEvent.hover(chip);
    const dialog = await screen.findByRole('dialog', { name: 'Primary keys' });
    expect(dialog.contains(document.activeElement)).toBe(false);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a number says what was found for its sentence, and its source why', async () => {
    const span = {
      part: 0,
      start: 0,
      end: 4,
      verdict: 'misquoted',
      quotes: [{ start: 0, end: 3, place: 'elsewhere' }],
      shared: [{ start: 2, end: 5 }],
    } as const;
    show('One. Two.', vi.fn(), { ...citation, verdict: 'misquoted', spans: [{ ...span, quotes: [...span.quotes], shared: [...span.shared] }] });
    await userEvent.click(screen.getByRole('button', { name: 'Source 1: Primary keys (misquoted)' }));
    const dialog = screen.getByRole('dialog');
    expect(dialog.textContent).toContain('“One” stands in another passage that was found.');
    expect(dialog.querySelector('mark[data-mark="misquoted"]')?.textContent).toBe('One');
    expect(dialog.querySelector('blockquote mark')?.textContent).toBe('key');
  });

  test('before a sentence is checked its number has no verdict, only the room for it', () => {
    const chip = () => screen.getByRole('button', { name: 'Source 1: Primary keys' });
    const text = <AnswerText text="One. Two." points={[{ offset: 4, numbers: [1] }]} part={0} />;
    const answer = (checking: boolean) => (
      <CitationsProvider citations={[citation]} texts={['One. Two.']} checking={checking}>
        {text}
      </CitationsProvider>
    );
    const { rerender } = render(answer(true));
    expect(chip().querySelectorAll('span')).toHaveLength(1);
    expect(chip().querySelector('svg')).toBeNull();
    // Where nothing is checked there is none.
    rerender(answer(false));
    expect(chip().querySelectorAll('span')).toHaveLength(0);
  });

  test('a page that is no longer open is said to be so, and nothing leads there', async () => {
    show('One. Two.', vi.fn(), { ...citation, title: '—', url: '', snippet: '', verdict: 'hidden' });
    await userEvent.click(screen.getByRole('button', { name: 'Source 1: page no longer open' }));
    expect(screen.getByRole('dialog').textContent).toContain('Page no longer open');
    expect(screen.queryByRole('link')).toBeNull();
  });

  test('the code is copied as it was written', async () => {
    const user = userEvent.setup();
    show('One.\n\n```sql\nSELECT 1;\n```');
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe('SELECT 1;\n');
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeDefined();
  });
});
