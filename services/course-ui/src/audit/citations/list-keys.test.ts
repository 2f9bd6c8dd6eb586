import { expect, test } from 'vitest';
import { listAction, placeOf, type PressedKey, rowAt } from './list-keys';

const pressed = (key: string, more: Partial<PressedKey> = {}) =>
  listAction({ key, modified: false, place: 'elsewhere', letters: true, ...more });

test('letters work wherever nothing is written, arrows on the list', () => {
  expect(['j', 'k', 'r', '?', 'x'].map((key) => pressed(key))).toEqual(['next', 'previous', 'review', 'help', null]);
  expect(['ArrowDown', 'ArrowUp', 'Home', 'End'].map((key) => pressed(key, { place: 'list' }))).toEqual([
    'next',
    'previous',
    'first',
    'last',
  ]);
  expect(pressed('ArrowDown'), 'elsewhere arrows scroll').toBeNull();
});

test('what is typed, held with Ctrl or pressed in a window is no shortcut', () => {
  expect(pressed('r', { place: 'writing' })).toBeNull();
  expect(pressed('r', { modified: true })).toBeNull();
  expect(pressed('Escape', { place: 'window' })).toBeNull();
  expect(pressed('Escape')).toBe('close');
});

test('letters can be switched off; arrows stay', () => {
  expect(pressed('j', { letters: false, place: 'list' })).toBeNull();
  expect(pressed('ArrowDown', { letters: false, place: 'list' })).toBe('next');
  expect(pressed('constructor')).toBeNull();
});

test('one moves from row to row and stays at the ends', () => {
  const ids = ['a', 'b', 'c'];
  expect([rowAt(ids, null, 'next'), rowAt(ids, 'a', 'next'), rowAt(ids, 'c', 'next')]).toEqual(['a', 'b', 'c']);
  expect([rowAt(ids, 'a', 'previous'), rowAt(ids, null, 'previous'), rowAt([], null, 'next')]).toEqual(['a', 'a', null]);
  expect([rowAt(ids, 'b', 'first'), rowAt(ids, 'b', 'last'), rowAt(ids, 'gone', 'next')]).toEqual(['a', 'c', 'a']);
});

test('where a key is pressed', () => {
  document.body.innerHTML =
    '<table role="grid"><tr id="row"></tr></table><textarea id="note"></textarea><div role="dialog"><button id="ok"></button></div>';
  const at = (id: string) => placeOf(document.getElementById(id));
  expect([at('row'), at('note'), at('ok'), placeOf(document.body), placeOf(null)]).toEqual([
    'list',
    'writing',
    'window',
    'elsewhere',
    'elsewhere',
  ]);
});
