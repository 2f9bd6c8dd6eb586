/** A range of a text, in UTF-16 code units. */
export interface TextRange {
  start: number;
  end: number;
}

interface Letters {
  text: string;
  /** Offset in the original text of each code unit of `text`. */
  offsets: number[];
}

/** A piece shorter than this is too common to tell where a passage stands. */
const shortestPiece = 16;

/**
 * Finds a passage in a page's text, from an offset on. Only letters and digits are compared, so that white
 * space, list marks, table rules and formula signs may differ. When the whole passage is not there (the page
 * was edited), the stretch from its first to its last sentence that is there is taken.
 */
export function findPassage(page: string, passage: string, from = 0): TextRange | null {
  const letters = lettersOf(page);
  const firstLetter = letters.offsets.findIndex((offset) => offset >= from);
  if (firstLetter === -1) return null;
  const whole = rangeOf(letters, lettersOf(passage).text, firstLetter);
  const found = whole ?? rangeOfPieces(letters, passage, firstLetter);
  return found && { start: found.start, end: found.end + closingMarks(page.slice(found.end)) };
}

/** How many characters that close a sentence stand at the beginning of a text. */
function closingMarks(text: string): number {
  return /^[.!?…:;)\]"'”’»]*/u.exec(text)?.[0].length ?? 0;
}

function rangeOfPieces(letters: Letters, passage: string, firstLetter: number): TextRange | null {
  const pieces = passage
    .split(/\n+|(?<=[.!?…])\s+/u)
    .map((piece) => lettersOf(piece).text)
    .filter((piece) => piece.length >= shortestPiece);
  const found: TextRange[] = [];
  let cursor = firstLetter;
  for (const piece of pieces) {
    const range = rangeOf(letters, piece, cursor);
    // A sentence far away from the one before is another one with the same words.
    const before = found.at(-1);
    if (!range || (before && range.start - before.end > passage.length)) continue;
    found.push(range);
    cursor = letters.offsets.findIndex((offset) => offset >= range.end);
    if (cursor === -1) break;
  }
  const [first, last] = [found[0], found.at(-1)];
  return first && last ? { start: first.start, end: last.end } : null;
}

function rangeOf(letters: Letters, wanted: string, firstLetter: number): TextRange | null {
  if (wanted === '') return null;
  const index = letters.text.indexOf(wanted, firstLetter);
  const start = letters.offsets[index];
  const last = letters.offsets[index + wanted.length - 1];
  return start === undefined || last === undefined ? null : { start, end: last + 1 };
}

function lettersOf(text: string): Letters {
  let kept = '';
  const offsets: number[] = [];
  for (const { 0: letter, index } of text.matchAll(/[\p{L}\p{N}]/gu)) {
    // Without accents, so that composed and decomposed forms are the same.
    const lower = letter.normalize('NFKD').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
    kept += lower;
    for (let unit = 0; unit < lower.length; unit += 1) offsets.push(index + Math.min(unit, letter.length - 1));
  }
  return { text: kept, offsets };
}
