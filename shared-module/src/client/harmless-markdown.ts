import type { Nodes, Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { remarkFormulas } from '../formula/remark-formulas';

/** Our own reading of Markdown: with tables, footnotes and formulas. */
const drawn = unified().use(remarkParse).use(remarkGfm).use(remarkFormulas());
/** Who draws a document may know no formulas or no footnotes; then there is a picture where we see none. */
const readings = [unified().use(remarkParse), unified().use(remarkParse).use(remarkGfm), drawn];
/** An address of a scheme, and those that a link may have. Browsers read over what cannot be seen. */
const schemeOf = (address: string) => /^[a-z][a-z\d+.-]*(?=:)/i.exec(address.replace(/[^!-~]/g, ''))?.[0].toLowerCase();
const harmless = new Set([undefined, 'http', 'https', 'mailto', 'xmpp']);

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Markdown as the pages draw it. */
export function parseAsDrawn(text: string): Root {
  return drawn.parse(text);
}

/**
 * A Markdown document in which nothing is loaded or run, whatever draws it: of a picture its words are left, HTML is
 * shown as it was written, and a link to another scheme is its text.
 */
export function withoutHarm(document: string): string {
  let text = document;
  // Again until nothing is found: what stood in HTML is Markdown once the HTML is none.
  for (let edits = firstHarm(text); edits.length > 0; edits = firstHarm(text)) {
    text = edits.reduceRight((rest, edit) => rest.slice(0, edit.start) + edit.text + rest.slice(edit.end), text);
  }
  return text;
}

/** What one of the readings finds, in the order of the text. */
function firstHarm(text: string): Edit[] {
  for (const reading of readings) {
    const edits = harmIn(reading.parse(text), text);
    if (edits.length > 0) return edits;
  }
  return [];
}

function harmIn(tree: Root, text: string): Edit[] {
  const edits: Edit[] = [];
  const visit = (node: Nodes): void => {
    const start = node.position?.start.offset ?? 0;
    const end = node.position?.end.offset ?? 0;
    if (node.type === 'image' || node.type === 'imageReference') {
      edits.push({ start, end, text: asWords(node.alt ?? '') });
    } else if (node.type === 'html') {
      edits.push({ start, end, text: text.slice(start, end).replaceAll('<', '&lt;') });
    } else if ((node.type === 'link' || node.type === 'definition') && !harmless.has(schemeOf(node.url))) {
      edits.push({ start, end, text: node.type === 'link' ? asWords(wordsOf(node)) : '' });
    } else if ('children' in node) {
      node.children.forEach(visit);
    }
  };
  visit(tree);
  return edits;
}

/** The text of a link, and of what is in it. */
function wordsOf(node: Nodes): string {
  if ('children' in node) return node.children.map(wordsOf).join('');
  if ('value' in node) return node.value;
  return 'alt' in node ? (node.alt ?? '') : '';
}

/** Written so that it is shown as it stands. */
function asWords(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|~&!$]/g, '\\$&');
}
