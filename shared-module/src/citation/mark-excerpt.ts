import type { Element, ElementContent, Root, Text } from 'hast';
import type { Stretch } from '../wire';

/** Words, and signs one by one. */
const tokens = /[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_]/gu;
const wordCharacter = /[\p{L}\p{N}\p{M}_]/u;
/** What is left out of a passage when it is drawn (borders, addresses) is at most this long. */
const longestGap = 400;
/** A sign is only found nearby: it may have been left out, and the next one like it is another. */
const longestGapToSign = 8;

interface Drawn {
  /** Where it stands in the text that is drawn. */
  at: number;
  length: number;
  stretch: Stretch | undefined;
}

/**
 * A rehype plugin that marks stretches of a passage in its drawn form. Drawing leaves some signs of the passage out and
 * adds none, so the words are found again one after the other.
 */
export function rehypeExcerptMarks(passage: string, stretches: Stretch[]) {
  return (tree: Root): void => {
    if (stretches.length > 0) markIn(tree, new Follower(passage, stretches));
  };
}

function markIn(parent: Root | Element, follower: Follower): void {
  parent.children = parent.children.flatMap((child): ElementContent[] => {
    if (child.type === 'text') return markText(child, follower);
    if (child.type !== 'element') return child.type === 'comment' ? [child] : [];
    if (isFormula(child)) return [markFormula(child, follower)];
    markIn(child, follower);
    return [child];
  });
}

function markText(text: Text, follower: Follower): ElementContent[] {
  const pieces: ElementContent[] = [];
  let end = 0;
  for (const { from, until } of joined(follower.follow(text.value))) {
    if (from > end) pieces.push({ type: 'text', value: text.value.slice(end, from) });
    pieces.push(mark([{ type: 'text', value: text.value.slice(from, until) }]));
    end = until;
  }
  if (end < text.value.length) pieces.push({ type: 'text', value: text.value.slice(end) });
  return pieces;
}

/** A formula is marked whole or not at all: its parts are not words. */
function markFormula(formula: Element, follower: Follower): Element {
  const [source] = formula.children;
  const drawn = source?.type === 'text' ? follower.follow(source.value) : [];
  const isInline = formula.tagName === 'code' && !classesOf(formula).includes('math-display');
  return isInline && drawn.some(({ stretch }) => stretch) ? mark([formula]) : formula;
}

/** Neighbours of one stretch are one mark, with the spaces between them. */
function joined(drawn: Drawn[]): Array<{ from: number; until: number }> {
  const ranges: Array<{ from: number; until: number }> = [];
  let before: Stretch | undefined;
  for (const { at, length, stretch } of drawn) {
    const last = ranges.at(-1);
    if (stretch && stretch === before && last) last.until = at + length;
    else if (stretch) ranges.push({ from: at, until: at + length });
    before = stretch;
  }
  return ranges;
}

/** Goes through a passage along with the text that is drawn of it. */
class Follower {
  private cursor = 0;

  constructor(
    private readonly passage: string,
    private readonly stretches: Stretch[],
  ) {}

  follow(drawn: string): Drawn[] {
    return [...drawn.matchAll(tokens)].map(({ 0: token, index }) => {
      const start = this.find(token);
      if (start === -1) return { at: index, length: token.length, stretch: undefined };
      this.cursor = start + token.length;
      const stretch = this.stretches.find((one) => one.start < this.cursor && one.end > start);
      return { at: index, length: token.length, stretch };
    });
  }

  private find(token: string): number {
    const isWord = wordCharacter.test(token);
    const limit = this.cursor + (isWord ? longestGap : longestGapToSign);
    let start = this.passage.indexOf(token, this.cursor);
    while (isWord && start !== -1 && start <= limit && !this.isWhole(start, token)) {
      start = this.passage.indexOf(token, start + 1);
    }
    return start > limit ? -1 : start;
  }

  private isWhole(start: number, token: string): boolean {
    const around = [this.passage.charAt(start - 1), this.passage.charAt(start + token.length)];
    return !around.some((character) => wordCharacter.test(character));
  }
}

function mark(children: ElementContent[]): Element {
  return { type: 'element', tagName: 'mark', properties: {}, children };
}

function isFormula(element: Element): boolean {
  return classesOf(element).some((name) => name === 'language-math');
}

function classesOf({ properties: { className } }: Element): string[] {
  return Array.isArray(className) ? className.map(String) : [];
}
