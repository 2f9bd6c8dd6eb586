/** So deep may quotations and lists stand in each other; nobody writes deeper ones to be read. */
export const deepest = 50;

/** A sign at the beginning of a line that opens a quotation or a list. */
const opener = String.raw`>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])`;
const beginning = new RegExp(String.raw`^[ \t]*(?:(?:${opener})[ \t]*){${deepest + 1},}`, 'gm');
const openers = new RegExp(opener, 'g');

/**
 * Markdown in which no line opens more quotations and lists than `deepest`: the signs of those within become other
 * signs, of the same length, so that every place in the text stays where it is. The parser's work grows with the
 * square of that depth.
 */
export function boundedMarkdown(text: string): string {
  return text.replace(beginning, (signs) => {
    let depth = 0;
    return signs.replace(openers, (sign) => {
      depth += 1;
      return depth > deepest ? '›'.repeat(sign.length) : sign;
    });
  });
}
