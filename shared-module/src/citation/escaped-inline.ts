import { formulaLength } from '../formula/formula-reader';

/** Code between ticks. */
const code = /(?<code>(?<ticks>`+)(?!`)[^\n]*?[^`\n]\k<ticks>(?!`))/;
/** A formula by two dollar signs, or what may begin one within a line: that is told sign by sign. */
const formula = /(?<formula>\$\$[^$]+\$\$)|(?<opening>\$|\\\()/;
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
  for (const { groups, index, whole } of keptPieces(text)) {
    escaped += escapedText(text.slice(end, index)) + writtenPiece(groups, inCell);
    end = index + whole.length;
  }
  return escaped + escapedText(text.slice(end));
}

type Groups = Partial<Record<string, string>>;

function* keptPieces(text: string): Generator<{ groups: Groups; index: number; whole: string }> {
  const search = new RegExp(kept);
  for (let match = search.exec(text); match; match = search.exec(text)) {
    const { groups = {}, index } = match;
    if (groups.opening === undefined) {
      yield { groups, index, whole: match[0] };
      continue;
    }
    const formula = text.slice(index, index + formulaLength(text, index));
    // What opens no formula is a sign like any other.
    if (formula === '') continue;
    search.lastIndex = index + formula.length;
    yield { groups: { formula }, index, whole: formula };
  }
}

function writtenPiece(groups: Groups, inCell: boolean): string {
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
