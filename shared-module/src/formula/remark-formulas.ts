import remarkMath from 'remark-math';
import type { Preset, Processor } from 'unified';
import { displayFormula } from './display-formula';
import { lineFormula } from './line-formula';

const dollar = 36;
const backslash = 92;

/**
 * Formulas in Markdown: `$x$` where it is no price, `\(x\)`, `$$x$$`, and `\[x\]` on lines of its own. Of a text that
 * is still being written the length is told: what stands at its very end may yet become something else.
 */
export function remarkFormulas(unfinishedLength = Number.POSITIVE_INFINITY): Preset {
  return { plugins: [[remarkMath, { singleDollarTextMath: false }], [withOwnRule, unfinishedLength]] };
}

function withOwnRule(this: Processor, unfinishedLength: number): void {
  const data = this.data();
  data.micromarkExtensions ??= [];
  data.micromarkExtensions.push({
    text: { [dollar]: lineFormula('$', unfinishedLength), [backslash]: lineFormula('\\(', unfinishedLength) },
    flow: { [backslash]: displayFormula },
  });
}
