import katex from 'katex';
import type { ChatText } from '../language/language';

/** A formula may be hostile, as it may be where it is drawn. */
const options = { output: 'mathml', throwOnError: false, trust: false, maxExpand: 300, strict: 'ignore' } as const;
/** Signs that are only there for programs: "function of", "times" where nothing is written. */
const invisible = /[\u2061-\u2064\u200b]/g;

/** A formula as it can be read aloud: its signs, with words for where they stand. */
export function formulaWords(tex: string, text: ChatText): string {
  const drawn = document.createElement('span');
  katex.render(tex, drawn, options);
  return wordsOf(drawn, text).replace(invisible, '').replace(/\s+/g, ' ').trim();
}

function wordsOf(node: Node, text: ChatText): string {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element) || node.localName === 'annotation') return '';
  const parts = [...node.childNodes].map((child) => wordsOf(child, text));
  const [first = '', second = '', third = ''] = parts;
  const below = (words: string) => ` ${text('formula.below')} ${words}`;
  const above = (words: string) => ` ${text('formula.above')} ${words}`;
  switch (node.localName) {
    case 'mfrac':
      return `${first} ${text('formula.over')} ${second}`;
    case 'msub':
    case 'munder':
      return first + below(second);
    case 'msup':
    case 'mover':
      return first + above(second);
    case 'msubsup':
    case 'munderover':
      return first + below(second) + above(third);
    case 'msqrt':
      return `${text('formula.root')} ${parts.join(' ')}`;
    case 'mroot':
      return `${text('formula.root')} ${first}${above(second)}`;
    default:
      return parts.join(' ');
  }
}
