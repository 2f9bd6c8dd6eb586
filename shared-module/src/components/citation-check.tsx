import { useMemo } from 'react';
import { remarkSentence } from '../citation/cut-sentence';
import { sentenceMarks, wordsAt } from '../citation/sentence-marks';
import { guessLanguage } from '../language/guess-language';
import { type ChatText, useChatText } from '../language/language';
import type { Span, Verdict } from '../wire';
import answer from './answer-text.module.css';
import { SafeMarkdown } from './safe-markdown';
import { VerdictSign, verdictWords } from './verdict-sign';
import styles from './verdict.module.css';

/** So many missing words are named; underlined are all of them. */
const mostNamed = 8;

export interface CitationCheckProps {
  span: Span;
  verdict: Verdict;
  /** The text part that the sentence stands in. */
  text: string;
  /** Other sources that the sentence cites as well. */
  together: number[];
}

/** What was found for a sentence: in words, and what that was about. */
export function CitationCheck({ span, verdict, text: written, together }: CitationCheckProps) {
  const text = useChatText();
  return (
    <>
      <p className={styles.verdict}>
        <VerdictSign verdict={verdict} />
        <span className={styles.words}>{verdictWords(text, verdict)}</span>
      </p>
      {[...details(text, span, verdict, written), ...alongside(text, together)].map((sentence) => (
        <p key={sentence} className={styles.more} dir="auto">
          {sentence}
        </p>
      ))}
    </>
  );
}

/** The cited sentence, as the answer has it, with what is amiss in it marked. */
export function CitedSentence({ span, text: written }: { span: Span; text: string }) {
  const cut = useMemo(() => {
    const marks = sentenceMarks(span);
    return () => remarkSentence(span, marks);
  }, [span]);
  return (
    <div className={styles.sentence} tabIndex={span.end - span.start > 200 ? 0 : undefined}>
      <div className={answer.answerText} lang={guessLanguage(written)}>
        <SafeMarkdown text={written} remarkPlugin={cut} />
      </div>
    </div>
  );
}

function details(text: ChatText, span: Span, verdict: Verdict, written: string): string[] {
  if (verdict === 'unchecked') return [text('check.unchecked')];
  const sentences = [...wrongQuotes(text, span, written), ...missingWords(text, span, verdict, written)];
  // The words are all there; what the sentence says of them may be another thing.
  return sentences.length === 0 && verdict === 'partly' ? [text('check.sameWords')] : sentences;
}

function wrongQuotes(text: ChatText, { quotes = [] }: Span, written: string): string[] {
  return quotes.flatMap((quote) => {
    const words = wordsAt(written, quote);
    if (quote.place === 'elsewhere') return [text('check.quoteElsewhere', { words })];
    return quote.place === 'nowhere' ? [text('check.quoteNowhere', { words })] : [];
  });
}

/** Of a sentence of which little was found, they are not named: they are most of it. */
function missingWords(text: ChatText, span: Span, verdict: Verdict, written: string): string[] {
  const { missing = [], quotes = [] } = span;
  if (verdict === 'unsupported') return [];
  const outside = missing.filter(({ start, end }) => !quotes.some((quote) => quote.start <= start && quote.end >= end));
  const strongFirst = [...outside].sort((a, b) => Number(b.strong) - Number(a.strong));
  const names = [...new Set(strongFirst.map((words) => wordsAt(written, words)).filter(Boolean))];
  if (names.length === 0) return [];
  const words = names.length > mostNamed ? [...names.slice(0, mostNamed), '…'] : names;
  return [text('check.missing', { words: words.join(', ') })];
}

function alongside(text: ChatText, together: number[]): string[] {
  if (together.length === 0) return [];
  return [text('check.together', { numbers: together.join(', '), count: together.length })];
}
