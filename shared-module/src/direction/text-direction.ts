export type Direction = 'ltr' | 'rtl';

/** Signs with a direction of their own: letters, and the invisible marks that stand for one. */
const strong = /[\p{L}\u200E\u200F\u061C]/u;
/** Of these the ones that are read from the right: from Hebrew to the Arabic supplements, and the marks. */
const fromTheRight = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
/** What turns or holds the direction until it is told to end: with it a name can be made to read as another one. */
const turning = /[\u202A-\u202E\u2066-\u2069]/g;

/** How a text is read: as its first strong sign is. A text without one says nothing of it. */
export function directionOf(text: string): Direction | undefined {
  const first = strong.exec(text)?.[0];
  if (first === undefined) return undefined;
  return fromTheRight.test(first) ? 'rtl' : 'ltr';
}

/** A text that is read as its letters say. */
export function withoutTurns(text: string): string {
  return text.replace(turning, '');
}
