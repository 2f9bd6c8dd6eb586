import type { Code, Construct, Effects, State, Token, TokenizeContext } from 'micromark-util-types';
import { isLineEnd, signOf } from './codes';
import { type FormulaReader, formulaReader, type Opening } from './formula-reader';

/**
 * How the parser finds a formula within a line. It makes the parts that remark-math makes, so that everything after
 * it works as it does with formulas of remark-math's own.
 */
export function lineFormula(opening: Opening, unfinishedLength: number): Construct {
  return {
    name: 'lineFormula',
    // Of two dollar signs the second opens nothing, unless the first one means itself.
    previous(code) {
      return opening !== '$' || code !== 36 || this.events.at(-1)?.[1].type === 'characterEscape';
    },
    tokenize(effects, ok, nok) {
      const mayClose = (context: TokenizeContext, code: Code) =>
        // A digit that comes next would make it a price: it is not to flash up as a formula until then.
        opening !== '$' || code !== null || context.now().offset < unfinishedLength;
      const inner = new InnerReading(effects, formulaReader(opening), ok, nok, (code) => mayClose(this, code));
      const open = (index: number): State => (code) => {
        if (code !== opening.charCodeAt(index)) return nok(code);
        effects.consume(code);
        if (index + 1 < opening.length) return open(index + 1);
        effects.exit('mathTextSequence');
        return inner.next;
      };
      return (code) => {
        effects.enter('mathText');
        effects.enter('mathTextSequence');
        return open(0)(code);
      };
    },
  };
}

/** What stands between the signs of a formula, and the sign that closes it. */
class InnerReading {
  private token: Token | null = null;

  constructor(
    private readonly effects: Effects,
    private readonly read: FormulaReader,
    private readonly ok: State,
    private readonly nok: State,
    private readonly mayClose: (code: Code) => boolean,
  ) {}

  readonly next: State = (code) => {
    const step = this.read(signOf(code));
    if (step === 'none') return this.nok(code);
    if (step === 'behind') return this.closed(code);
    if (isLineEnd(code)) {
      this.leave();
      this.effects.enter('lineEnding');
      this.effects.consume(code);
      this.effects.exit('lineEnding');
      return this.next;
    }
    this.into(step === 'closing');
    this.effects.consume(code);
    return this.next;
  };

  private closed(code: Code): State | undefined {
    if (!this.mayClose(code)) return this.nok(code);
    this.leave();
    this.effects.exit('mathText');
    return this.ok(code);
  }

  private into(closing: boolean): void {
    if (closing && this.token?.type !== 'mathTextSequence') {
      this.leave();
      this.token = this.effects.enter('mathTextSequence');
    } else if (!closing) {
      this.token ??= this.effects.enter('mathTextData');
      // What looked as if it closed the formula was part of it.
      this.token.type = 'mathTextData';
    }
  }

  private leave(): void {
    if (this.token) this.effects.exit(this.token.type);
    this.token = null;
  }
}
