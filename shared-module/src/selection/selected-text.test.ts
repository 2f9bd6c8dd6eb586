import { afterEach, expect, test } from 'vitest';
import { selectedText } from './selected-text';

afterEach(() => document.body.replaceChildren());

function page(html: string): HTMLElement {
  document.body.innerHTML = `<main>${html}</main><p>outside</p>`;
  return document.querySelector('main') as HTMLElement;
}

function select(from: Node, start: number, to: Node, end: number): Selection {
  const selection = document.getSelection() as Selection;
  selection.setBaseAndExtent(from, start, to, end);
  return selection;
}

test('the words between the ends, blocks apart', () => {
  const root = page('<p>One two.</p><ul><li>Three</li><li>four</li></ul>');
  const selection = select(
    root.querySelector('p')?.firstChild as Node,
    4,
    root.querySelectorAll('li')[1]?.firstChild as Node,
    2,
  );
  expect(selectedText(root, selection)).toBe('two.\nThree\nfo');
});

test('a formula gives its whole source, though only a part of its drawing is selected', () => {
  const root = page('<p>Let <span data-source-text="x^2"><b>x</b><i>2</i></span> be</p>');
  const selection = select(
    root.querySelector('p')?.firstChild as Node,
    0,
    root.querySelector('b')?.firstChild as Node,
    1,
  );
  expect(selectedText(root, selection)).toBe('Let x^2');
});

test('nothing is taken from outside the page, nor when nothing is selected', () => {
  const root = page('<p>One</p>');
  const outside = document.querySelector('body > p')?.firstChild as Node;
  expect(selectedText(root, select(outside, 0, outside, 3))).toBeNull();
  expect(selectedText(root, select(root.querySelector('p')?.firstChild as Node, 1, outside, 3))).toBe('ne');
  document.getSelection()?.removeAllRanges();
  expect(selectedText(root, document.getSelection())).toBeNull();
});

test('what is too long is cut, never inside a character', () => {
  const root = page(`<p>${'😀'.repeat(2_500)}</p>`);
  const text = root.querySelector('p')?.firstChild as Text;
  expect([...(selectedText(root, select(text, 0, text, text.length)) ?? '')]).toHaveLength(2_000);
});
