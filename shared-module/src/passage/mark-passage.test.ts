import { beforeEach, describe, expect, test } from 'vitest';
import { markPassage, sourceAttribute } from './mark-passage';

const html = `<p>A key is unique.</p><h2 id="keys">Keys</h2><p>A <em>key</em> is unique.</p>
<ul>\n<li>Row <span ${sourceAttribute}="x^2"><b>drawn</b></span> one</li>\n<li>two</li>\n</ul>`;
let page: HTMLElement;

beforeEach(() => {
  document.body.innerHTML = `<div id="page">${html}</div>`;
  page = document.getElementById('page') as HTMLElement;
});

const marks = () => [...page.querySelectorAll('mark')].map((mark) => mark.textContent);

describe('marking a passage', () => {
  test('below its heading, across elements, and away again', () => {
    const before = page.innerHTML;
    const mark = markPassage(page, 'A key is unique.', 'keys');
    expect(mark?.exact).toBe(true);
    expect(marks()).toEqual(['A ', 'key', ' is unique.']);
    expect(mark?.first).toBe(page.querySelector('h2 + p mark'));
    mark?.remove();
    expect(page.innerHTML).toBe(before);
  });

  test('a drawn formula is marked by its source; white space between items is left alone', () => {
    markPassage(page, 'Row x^2 one\ntwo', 'keys');
    expect(marks()).toEqual(['Row ', ' one', 'two']);
    expect(page.querySelector(`[${sourceAttribute}]`)?.hasAttribute('data-marked')).toBe(true);
    expect(page.querySelectorAll('ul > mark')).toHaveLength(0);
  });

  test('without the anchor the whole page is searched', () => {
    expect(markPassage(page, 'A key is unique.', 'gone')?.first).toBe(page.querySelector('p mark'));
  });

  test('when the words are gone, the heading is marked', () => {
    const mark = markPassage(page, 'Something else entirely was written here once.', 'keys');
    expect(mark?.exact).toBe(false);
    expect(mark?.first.id).toBe('keys');
    expect(markPassage(page, 'Something else entirely was written here once.', null)).toBeNull();
  });
});
