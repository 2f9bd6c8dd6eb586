// Names the parts of formulas.
import type {} from 'micromark-extension-math';
import type { Code } from 'micromark-util-types';

/** The parser has signs as numbers, and for ends of lines and what a tab stands for negative ones. */
export function signOf(code: Code): string {
  if (code === null) return '';
  if (code < 0) return isLineEnd(code) ? '\n' : ' ';
  return String.fromCharCode(code);
}

export function isLineEnd(code: Code): code is -5 | -4 | -3 {
  return code !== null && code < -2;
}

export function isBlank(code: Code): boolean {
  return code === 32 || code === -1 || code === -2;
}
