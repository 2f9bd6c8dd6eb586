import type { Code, Construct, Effects, State, TokenizeContext } from 'micromark-util-types';
import { isBlank, isLineEnd } from './codes';

const backslash = 92;

/**
 * How the parser finds `\[x\]`: on a line of its own, or as lines between one that is `\[` and one that ends in `\]`.
 * In the midst of a line they are brackets that mean themselves.
 */
export const displayFormula: Construct = {
  name: 'displayFormula',
  concrete: true,
  tokenize(effects, ok, nok) {
    return new DisplayReading(this, effects, ok, nok).start;
  },
};

/** From `\[` to the line that ends in `\]`, or to the end where none does. */
class DisplayReading {
  /** Whether it is written on one line. */
  private oneLine = false;
  private begun = false;
  private inValue = false;

  constructor(
    private readonly context: TokenizeContext,
    private readonly effects: Effects,
    private readonly ok: State,
    private readonly nok: State,
  ) {}

  readonly start: State = (code) => {
    this.effects.enter('mathFlow');
    return fence(this.effects, '[', (next) => this.opened(next), this.nok)(code);
  };

  private opened(code: Code): State | undefined {
    if (!atEnd(code)) {
      this.oneLine = true;
      return this.value(code);
    }
    return this.context.interrupt ? this.ok(code) : this.nextLine(code);
  }

  private nextLine(code: Code): State | undefined {
    return this.effects.attempt(followingLine, (next) => this.value(next), (next) => this.closed(next))(code);
  }

  private readonly value = (code: Code): State | undefined => {
    if (code === backslash) {
      this.leaveValue();
      return this.effects.attempt(closingFence, (next) => this.closed(next), (next) => this.sign(next))(code);
    }
    if (!atEnd(code)) return this.sign(code);
    this.leaveValue();
    if (this.oneLine) return this.nok(code);
    return code === null ? this.closed(code) : this.nextLine(code);
  };

  private sign(code: Code): State {
    if (!this.inValue) this.effects.enter('mathFlowValue');
    this.inValue = true;
    this.begun ||= !isBlank(code);
    this.effects.consume(code);
    return code === backslash ? this.escaped : this.value;
  }

  /** A backslash before it makes `\]` no end: `\\]`. */
  private readonly escaped: State = (code) => (code === backslash ? this.secondBackslash(code) : this.value(code));

  private secondBackslash(code: Code): State {
    this.effects.consume(code);
    return this.value;
  }

  private leaveValue(): void {
    if (this.inValue) this.effects.exit('mathFlowValue');
    this.inValue = false;
  }

  private closed(code: Code): State | undefined {
    if (this.oneLine && !this.begun) return this.nok(code);
    this.effects.exit('mathFlow');
    return this.ok(code);
  }
}

function atEnd(code: Code): boolean {
  return code === null || isLineEnd(code);
}

/** A backslash and a bracket, and the blanks behind them. */
function fence(effects: Effects, bracket: '[' | ']', ok: State, nok: State): State {
  const blanks: State = (code) => {
    if (!isBlank(code)) return ok(code);
    effects.enter('whitespace');
    effects.consume(code);
    effects.exit('whitespace');
    return blanks;
  };
  const second: State = (code) => {
    if (code !== bracket.charCodeAt(0)) return nok(code);
    effects.consume(code);
    effects.exit('mathFlowFenceSequence');
    effects.exit('mathFlowFence');
    return blanks;
  };
  return (code) => {
    effects.enter('mathFlowFence');
    effects.enter('mathFlowFenceSequence');
    effects.consume(code);
    return second;
  };
}

const closingFence: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    return fence(effects, ']', (code) => (atEnd(code) ? ok(code) : nok(code)), nok);
  },
};

/** The next line, if it still belongs to the quotation or list that the formula stands in. */
const followingLine: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    const lineStart: State = (code) => (this.parser.lazy[this.now().line] ? nok(code) : ok(code));
    return (code) => {
      if (code === null) return nok(code);
      effects.enter('lineEnding');
      effects.consume(code);
      effects.exit('lineEnding');
      return lineStart;
    };
  },
};
