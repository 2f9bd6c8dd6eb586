/** Code between ticks. */
const code = /(?<code>(?<ticks>`+)(?!`)[^\n]*?[^`\n]\k<ticks>(?!`))/;
/** A price is no formula (`$5 and $10`), nor is what stands between two places of a template (`${a}${b}`). */
const formula = /(?<formula>\$\$[^$]+\$\$|\$(?![\s$])(?:\\\$|[^$])*?[^\s\\$]\$(?![\d{]))/;
const bold = /\*\*(?=\S)(?<strong>[^*\n]+?)(?<=\S)\*\*/;
/** Links and pictures; the words of them are shown. */
const link = /!?\[(?<words>[^\]\n]+)\]\((?:https?:\/\/|\/)[^)\s]*\)/;
const address = /(?<address>https?:\/\/[^\s<>"'`)\]]*[^\s<>"'`)\].,;:!?])/;
const kept = new RegExp([code, formula, bold, link, address].map(({ source }) => source).join('|'), 'g');
/** What Markdown may take for a sign of its own. */
const signs = /[\\`*_{}[\]<>#|~$!&]/g;
/** At the beginning of a line these would begin a list, a quotation or a heading. */
const beginnings = /^(\s*)([-+=]|\d+(?=[.)]))/gm;

/** A text in which Markdown changes nothing but code between ticks, formulas, addresses and bold words; its lines stay lines. */
export function escapedInline(text: string, { inCell = false } = {}): string {
  let escaped = '';
  let end = 0;
  for (const match of text.matchAll(kept)) {
    escaped += escapedText(text.slice(end, match.index)) + keptPiece(match.groups ?? {}, inCell);
    end = match.index + match[0].length;
  }
  return escaped + escapedText(text.slice(end));
}

function keptPiece(groups: Partial<Record<string, string>>, inCell: boolean): string {
  const { code, formula, address, strong, words = '' } = groups;
  // A bar would end the cell of a table, also within code or a formula.
  if (code !== undefined) return inCell ? code.replace(/\|/g, '\\|') : code;
  if (formula !== undefined) return inCell ? withoutBars(formula) : formula.replace(/\n/g, ' ');
  if (address !== undefined) return `<${address}>`;
  return strong === undefined ? escapedText(words) : `**${escapedText(strong)}**`;
}

function escapedText(text: string): string {
  return text
    .replace(signs, '\\$&')
    .replace(beginnings, (_, space: string, sign: string) => space + (/\d/.test(sign) ? `${sign}\\` : `\\${sign}`))
    .replace(/\n/g, '\\\n');
}

function withoutBars(formula: string): string {
  return formula.replace(/\\\|/g, '\\Vert ').replace(/\|/g, '\\vert ');
}
