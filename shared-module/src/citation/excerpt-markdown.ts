import { looksLikeCode } from './code-lines';
import { escapedInline } from './escaped-inline';

/** Where the cells of a row meet; white space around it, so that `a||b` is no border. */
const border = /(?<=^|\s)\|(?=\s|$)/;
const delimiterRow = /^[\s|:-]*-[\s|:-]*$/;
const item = /^(\s*)([-*+•]|\d{1,3}[.)])\s+(\S.*)$/;
const fence = /^(?:```|~~~)/;
const displayFormula = /^\$\$([^$]+)\$\$$/;

/**
 * The Markdown that draws a passage. A passage is plain text: of its page's markup it has kept formulas, list marks
 * and the borders between cells. Code stands in it to the letter, without a fence. Everything else means itself, so
 * that signs which Markdown would take for its own are escaped.
 */
export function excerptMarkdown(passage: string): string {
  const blocks: string[][] = [];
  for (const lines of linesTogether(passage)) blocks.push(...blocksOf(lines));
  return joined(blocks);
}

/** The lines between empty lines; what stands between fences stays together. */
function linesTogether(passage: string): string[][] {
  const groups: string[][] = [[]];
  let fenced = false;
  for (const line of passage.split('\n')) {
    if (fence.test(line)) {
      if (!fenced) groups.push([]);
      groups.at(-1)?.push(line);
      if (fenced) groups.push([]);
      fenced = !fenced;
    } else if (line.trim() === '' && !fenced) groups.push([]);
    else groups.at(-1)?.push(line);
  }
  return groups.filter((lines) => lines.length > 0);
}

/** Lines that stand together as blocks of Markdown, each a list of lines. */
function blocksOf(lines: string[]): string[][] {
  if (fence.test(lines[0] ?? '')) return [fenced(lines.filter((line) => !fence.test(line)))];
  const [, formula] = displayFormula.exec(lines.join('\n').trim()) ?? [];
  if (formula !== undefined) return [['$$', ...formula.trim().split('\n'), '$$']];
  const table = tableOf(lines);
  if (table) return [table];
  if (lines.some((line) => item.test(line)) && !isCode(lines)) return listOf(lines);
  return [isCode(lines) ? fenced(lines) : paragraph(lines)];
}

/** Bullets are no sign of code, whatever stands in them. */
function isCode(lines: string[]): boolean {
  return !item.test(lines[0] ?? '') && looksLikeCode(lines);
}

function tableOf(lines: string[]): string[] | null {
  const rows = lines.filter((line) => !delimiterRow.test(line)).map(cellsOf);
  const width = rows[0]?.length ?? 0;
  if (rows.length < 2 || width < 2 || rows.some((cells) => cells.length !== width)) return null;
  const [head = [], ...body] = rows.map((cells) => row(cells.map((cell) => escapedInline(cell, { inCell: true }))));
  return [...[head].flat(), row(new Array<string>(width).fill('---')), ...body];
}

function cellsOf(line: string): string[] {
  const cells = line.split(border).map((cell) => cell.trim());
  // Written as Markdown writes it, a row has a border at either end, too.
  const outer = line.trim().startsWith('|') && line.trim().endsWith('|') && cells.length > 2;
  return outer ? cells.slice(1, -1) : cells;
}

function row(cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Items, and what stands on the lines below them; code between them stands by itself. */
function listOf(lines: string[]): string[][] {
  const blocks: string[][] = [];
  let list: string[] = [];
  let code: string[] = [];
  const end = () => {
    if (code.length > 0) blocks.push(fenced(code));
    if (list.length > 0) blocks.push(list);
    [list, code] = [[], []];
  };
  for (const line of lines) {
    const [, indent = '', mark = '-', words = ''] = item.exec(line) ?? [];
    if (words !== '') {
      if (code.length > 0) end();
      const deeper = '    '.repeat(Math.floor(indent.length / 2));
      list.push(`${deeper}${/\d/.test(mark) ? mark : '-'} ${escapedInline(words)}`);
    } else if (looksLikeCode([line]) || code.length > 0) {
      if (code.length === 0) end();
      code.push(line);
    } else {
      // Below the item that it belongs to, on a line of its own.
      const above = list.pop();
      list.push(...(above === undefined ? [] : [`${above}\\`]), escapedInline(line.trim()));
    }
  }
  end();
  return blocks;
}

function fenced(lines: string[]): string[] {
  const longest = Math.max(2, ...lines.flatMap((line) => (line.match(/`+/g) ?? []).map((ticks) => ticks.length)));
  const mark = '`'.repeat(longest + 1);
  return [mark, ...lines, mark];
}

function paragraph(lines: string[]): string[] {
  return escapedInline(lines.map((line) => line.trim()).join('\n')).split('\n');
}

/** Blocks apart by an empty line; code that an empty line of its own had cut is put together again. */
function joined(blocks: string[][]): string {
  const whole: string[][] = [];
  for (const block of blocks) {
    const before = whole.at(-1);
    if (before && isFenced(before) && isFenced(block)) {
      whole[whole.length - 1] = fenced([...before.slice(1, -1), '', ...block.slice(1, -1)]);
    } else whole.push(block);
  }
  return whole.map((block) => block.join('\n')).join('\n\n');
}

function isFenced(block: string[]): boolean {
  return /^`{3,}$/.test(block[0] ?? '');
}
