import type { Nodes } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { boundedMarkdown } from '../components/bounded-markdown';
import { formulaWords } from '../formula/formula-words';
import { remarkFormulas } from '../formula/remark-formulas';
import type { ChatText } from './language';

const reader = unified().use(remarkParse).use(remarkGfm).use(remarkFormulas());

/** Markdown as it should be read aloud: without its signs, formulas in words. */
export function spokenText(markdown: string, text: ChatText): string {
  return wordsOf(reader.parse(boundedMarkdown(markdown)), text).replace(/\s+/g, ' ').trim();
}

function wordsOf(node: Nodes, text: ChatText): string {
  if (node.type === 'inlineMath' || node.type === 'math') return formulaWords(node.value, text);
  if (node.type === 'break') return ' ';
  if (node.type === 'html' || node.type === 'definition') return '';
  if ('value' in node) return node.value;
  if (!('children' in node)) return '';
  const within = node.children.map((child) => wordsOf(child as Nodes, text));
  return within.join(isLine(node) ? '' : ' ');
}

/** Whether the parts of it follow each other on a line. */
function isLine({ type }: Nodes): boolean {
  return ['paragraph', 'heading', 'tableCell', 'emphasis', 'strong', 'delete', 'link', 'linkReference'].includes(type);
}
