import type { Nodes, Root } from 'mdast';
import { citationPoints, citationsOf } from '../citation/citation-points';
import { isHidden, spanAt, textParts } from '../citation/verdicts';
import type { CitationData, Verdict } from '../wire';
import type { CourseMessage } from './course-message';
import { parseAsDrawn, withoutHarm } from './harmless-markdown';

export interface MarkdownOptions {
  title: string;
  messages: CourseMessage[];
  /** Where the host's addresses begin. */
  origin: string;
  words: { you: string; answer: string; hidden: string; date: string; verdict: (verdict: Verdict) => string };
}

const longestName = 80;
/** A footnote stands behind these, never inside. */
const closedInline = new Set(['link', 'linkReference', 'image', 'imageReference', 'inlineCode', 'inlineMath']);
const closedBlocks = new Set(['code', 'math', 'table', 'html']);

/** The footnotes of a document: a source with the same verdict has the same number everywhere in it. */
class Footnotes {
  private readonly numbers = new Map<string, number>();
  private readonly lines: string[] = [];

  constructor(private readonly options: MarkdownOptions) {}

  mark(citation: CitationData, verdict: Verdict | undefined): string {
    const line = this.line(citation, verdict);
    const number = this.numbers.get(line) ?? this.numbers.size + 1;
    if (!this.numbers.has(line)) this.lines.push(`[^${number}]: ${line}`);
    this.numbers.set(line, number);
    return `[^${number}]`;
  }

  written(): string {
    return this.lines.join('\n');
  }

  private line(citation: CitationData, verdict: Verdict | undefined): string {
    const { words } = this.options;
    if (isHidden(citation)) return words.hidden;
    const { title, chapter, url } = citation;
    const address = new URL(url, this.options.origin).href.replace(/[()]/g, encodeURIComponent);
    const place = chapter ? `, ${escaped(chapter)}` : '';
    return `[${escaped(title)}](${address})${place}${verdict ? ` — ${words.verdict(verdict)}` : ''}`;
  }
}

/** A conversation as a Markdown document, its sources as footnotes. */
export function conversationMarkdown(options: MarkdownOptions): string {
  const footnotes = new Footnotes(options);
  const { title, messages, words } = options;
  const said = messages.flatMap((message) => {
    const text = message.role === 'user' ? quoted(message) : answered(message, footnotes);
    return text === '' ? [] : [`## ${message.role === 'user' ? words.you : words.answer}`, text];
  });
  const sections = [`# ${escaped(title)}`, words.date, ...said, footnotes.written()];
  // As a whole: what one message names another may show.
  return `${withoutHarm(sections.filter((section) => section !== '').join('\n\n'))}\n`;
}

/** A file name that every system takes. */
export function fileName(title: string): string {
  const name = title
    .replace(/[^\p{L}\p{N}\p{M}\-_ ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return `${[...name].slice(0, longestName).join('').trim() || 'conversation'}.md`;
}

function quoted(message: CourseMessage): string {
  const text = textParts(message).join('\n\n').trim();
  const about = message.metadata?.selection?.replace(/^/gm, '> ');
  return text && [about, text].filter(Boolean).join('\n\n').replace(/^/gm, '> ');
}

function answered(message: CourseMessage, footnotes: Footnotes): string {
  const byNumber = new Map(citationsOf(message).map((citation) => [citation.number, citation]));
  const parts = textParts(message).map((text, part) => {
    const marks = citationPoints(message, part).map(({ offset, numbers }) => {
      const verdictAt = (citation: CitationData) => spanAt(citation, { part, end: offset })?.verdict;
      const cited = numbers.flatMap((number) => byNumber.get(number) ?? []);
      return { offset, text: cited.map((citation) => footnotes.mark(citation, verdictAt(citation))).join('') };
    });
    return withMarks(text, marks).trim();
  });
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Puts marks into a Markdown text, each where it does not change what the text means. */
function withMarks(source: string, marks: Array<{ offset: number; text: string }>): string {
  const tree = parseAsDrawn(source);
  return [...marks]
    .sort((a, b) => b.offset - a.offset)
    .reduce((text, mark) => {
      const { offset, block } = safePlace(tree, Math.min(mark.offset, source.length));
      return text.slice(0, offset) + (block ? `\n\n${mark.text}` : mark.text) + text.slice(offset);
    }, source);
}

/** The place itself, or the end of the code, formula, link or table around it. */
function safePlace(tree: Root, offset: number): { offset: number; block: boolean } {
  let node: Nodes | undefined = tree;
  while (node) {
    const end = node.position?.end.offset ?? offset;
    if (closedBlocks.has(node.type)) return { offset: end, block: true };
    if (closedInline.has(node.type))
      return { offset: offset === node.position?.start.offset ? offset : end, block: false };
    node = 'children' in node ? node.children.find((child) => holds(child, offset)) : undefined;
  }
  return { offset, block: false };
}

function holds({ type, position }: Nodes, offset: number): boolean {
  const start = position?.start.offset ?? Number.POSITIVE_INFINITY;
  const end = position?.end.offset ?? -1;
  // A mark right behind a block of code would spoil its fence.
  return (
    start < offset &&
    (closedBlocks.has(type) ? offset <= end : offset < end || (offset === end && !closedInline.has(type)))
  );
}

function escaped(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|~]/g, '\\$&');
}
