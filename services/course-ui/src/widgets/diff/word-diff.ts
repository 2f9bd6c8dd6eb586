/** A stretch of two texts: in both, only in the older one, or only in the newer one. */
export interface DiffPart {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Past this many comparisons the middle is told as one change: nobody reads such a diff word by word. */
const mostComparisons = 4_000_000;

/** What turns the older text into the newer one, word by word. */
export function wordDiff(older: string, newer: string): DiffPart[] {
  const [before, after] = [wordsOf(older), wordsOf(newer)];
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const parts: DiffPart[] = [];
  put(parts, 'same', before.slice(0, start));
  for (const part of middleDiff(before.slice(start, before.length - end), after.slice(start, after.length - end))) {
    put(parts, part.kind, [part.text]);
  }
  put(parts, 'same', before.slice(before.length - end));
  return readable(parts);
}

/** Space alone between two changes is part of them: words that change together are told together. */
function readable(parts: DiffPart[]): DiffPart[] {
  const joined: DiffPart[] = [];
  let [removed, added] = ['', ''];
  const flush = () => {
    put(joined, 'removed', [removed]);
    put(joined, 'added', [added]);
    [removed, added] = ['', ''];
  };
  parts.forEach(({ kind, text }, index) => {
    const between = text.trim() === '' && removed !== '' && added !== '' && index < parts.length - 1;
    if (kind !== 'added' && (kind === 'removed' || between)) removed += text;
    if (kind !== 'removed' && (kind === 'added' || between)) added += text;
    if (kind !== 'same' || between) return;
    flush();
    put(joined, 'same', [text]);
  });
  flush();
  return joined;
}

/** Words, numbers and the characters between them; put together they are the text. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

function middleDiff(before: string[], after: string[]): DiffPart[] {
  const whole: DiffPart[] = [
    { kind: 'removed', text: before.join('') },
    { kind: 'added', text: after.join('') },
  ];
  if (before.length === 0 || after.length === 0 || before.length * after.length > mostComparisons) return whole;
  return follow(before, after, commonLengths(before, after));
}

/** The length of the longest common sequence of words from each pair of places on, row by row. */
function commonLengths(before: string[], after: string[]): Uint16Array {
  const width = after.length + 1;
  const lengths = new Uint16Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const at = i * width + j;
      lengths[at] =
        before[i] === after[j]
          ? (lengths[at + width + 1] ?? 0) + 1
          : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0);
    }
  }
  return lengths;
}

function follow(before: string[], after: string[], lengths: Uint16Array): DiffPart[] {
  const width = after.length + 1;
  const parts: DiffPart[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [old, now] = [before[i], after[j]];
    const at = i * width + j;
    if (old !== undefined && old === now) {
      parts.push({ kind: 'same', text: old });
      i += 1;
      j += 1;
    } else if (old !== undefined && (now === undefined || (lengths[at + width] ?? 0) >= (lengths[at + 1] ?? 0))) {
      parts.push({ kind: 'removed', text: old });
      i += 1;
    } else {
      parts.push({ kind: 'added', text: now ?? '' });
      j += 1;
    }
  }
  return parts;
}

function put(parts: DiffPart[], kind: DiffPart['kind'], words: string[]): void {
  const text = words.join('');
  if (text === '') return;
  const last = parts.at(-1);
  if (last?.kind === kind) last.text += text;
  else parts.push({ kind, text });
}
