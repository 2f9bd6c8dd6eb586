/** What a key does in the list of citations. */
export type ListAction = 'next' | 'previous' | 'first' | 'last' | 'review' | 'close' | 'help';

/** Letters work wherever nothing is written. */
const letters: Readonly<Record<string, ListAction>> = { j: 'next', k: 'previous', r: 'review', '?': 'help' };
/** On the list itself, as in every list. */
const listKeys: Readonly<Record<string, ListAction>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
};

export interface PressedKey {
  key: string;
  /** Whether Ctrl, Alt or Meta is held: then it belongs to the browser. */
  modified: boolean;
  /** Where the focus is. */
  place: 'list' | 'writing' | 'window' | 'elsewhere';
  /** Whether single letters are switched on. */
  letters: boolean;
}

export function listAction({ key, modified, place, letters: lettersOn }: PressedKey): ListAction | null {
  if (modified || place === 'window' || place === 'writing') return null;
  if (key === 'Escape') return 'close';
  if (place === 'list' && Object.hasOwn(listKeys, key)) return listKeys[key] ?? null;
  // A page that is written right to left or in capitals has the same keys.
  const letter = key.length === 1 ? key.toLowerCase() : '';
  return lettersOn && Object.hasOwn(letters, letter) ? (letters[letter] ?? null) : null;
}

/** The row that one comes to; at an end one stays. */
export function rowAt(ids: readonly string[], current: string | null, action: ListAction): string | null {
  const at = current === null ? -1 : ids.indexOf(current);
  if (action === 'first') return ids[0] ?? null;
  if (action === 'last') return ids.at(-1) ?? null;
  if (action === 'next') return ids[Math.min(at + 1, ids.length - 1)] ?? null;
  if (action === 'previous') return ids[Math.max(at - 1, 0)] ?? null;
  return current;
}

/** Where a key was pressed. */
export function placeOf(target: EventTarget | null): PressedKey['place'] {
  if (!(target instanceof Element)) return 'elsewhere';
  // What lies over the page has keys of its own.
  if (target.closest('[role=dialog], [role=alertdialog], [role=listbox], [role=menu]')) return 'window';
  if (target.closest('input, textarea, select, [contenteditable=true]')) return 'writing';
  return target.closest('[role=grid]') ? 'list' : 'elsewhere';
}
