/** What opens a formula within a line: `$x$`, or `\(x\)` as LaTeX has it. */
export type Opening = '$' | '\\(';

/**
 * What a sign is to a formula: part of it, part of what may close it, the first one behind it – or the proof that
 * none was opened.
 */
export type Step = 'inside' | 'closing' | 'behind' | 'none';

/** Takes the signs behind an opening one by one; an empty one stands for the end of the paragraph. */
export type FormulaReader = (sign: string) => Step;

/** Reads what may be a formula. Every place that looks for formulas within lines asks this. */
export function formulaReader(opening: Opening): FormulaReader {
  return opening === '$' ? dollarReader() : bracketReader();
}

/**
 * The rule of Pandoc, so that prices stay prices: no space within the dollar signs at either end, no digit behind
 * them. Nor a brace, which follows a dollar sign in templates (`${a}${b}`); and code between ticks is no formula's.
 */
function dollarReader(): FormulaReader {
  let before = '';
  let closed = false;
  let escaped = false;
  return (sign) => {
    if (closed) return /[\d{$]/.test(sign) ? 'none' : 'behind';
    if (sign === '' || sign === '`' || (before === '' && /[\s$]/.test(sign))) return 'none';
    if (sign === '$' && !escaped) {
      if (/\s/.test(before)) return 'none';
      closed = true;
      return 'closing';
    }
    escaped = sign === '\\' && !escaped;
    before = sign;
    return 'inside';
  };
}

/** Nobody writes `\(` for money: up to the first `\)`. */
function bracketReader(): FormulaReader {
  let length = 0;
  let closed = false;
  let escaped = false;
  return (sign) => {
    if (closed) return length > 2 ? 'behind' : 'none';
    if (sign === '' || sign === '`') return 'none';
    length += 1;
    closed = escaped && sign === ')';
    escaped = sign === '\\' && !escaped;
    return closed || escaped ? 'closing' : 'inside';
  };
}

/** How long the formula is that begins at a place of a text, its signs included; 0 if none does. */
export function formulaLength(text: string, start: number): number {
  const opening: Opening = text.startsWith('\\(', start) ? '\\(' : '$';
  if (!text.startsWith(opening, start) || (opening === '$' && text[start - 1] === '$')) return 0;
  const read = formulaReader(opening);
  for (let at = start + opening.length; ; at += 1) {
    const step = read(text.charAt(at));
    if (step === 'none') return 0;
    if (step === 'behind') return at - start;
  }
}
