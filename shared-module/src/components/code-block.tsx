import { isValidElement, type ReactNode, useEffect, useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import { useChatText } from '../language/language';
import styles from './answer-text.module.css';
import type { CodePiece } from './highlight-code';
import { useCopy } from './use-copy';

type Highlight = (code: string, language: string) => CodePiece[] | null;

/** Code longer than this is not coloured: it would hold up the page while the answer streams in. */
const longestColoured = 20_000;
/** The grammars are much code: they are loaded with the first block that names a language. */
let loaded: Highlight | null = null;

/** A block of code, coloured where its language is known, with a button that copies it. */
export function CodeBlock({ children }: { children?: ReactNode }) {
  const text = useChatText();
  const [state, copy] = useCopy();
  const { code, language } = codeOf(children);
  const pieces = useHighlighted(code, language);
  const label = { idle: text('code.copy'), copied: text('code.copied'), failed: text('code.notCopied') }[state];
  return (
    <div className={styles.codeBlock} dir="ltr">
      <div className={styles.codeBar}>
        {language && <span>{language}</span>}
        <Button className={styles.copy ?? ''} onPress={() => copy(code)}>
          <span aria-live="polite">{label}</span>
        </Button>
      </div>
      <pre tabIndex={0}>
        {pieces ? (
          <code>
            {pieces.map(({ text: piece, role }, index) =>
              role ? (
                <span key={index} data-role={role}>
                  {piece}
                </span>
              ) : (
                piece
              ),
            )}
          </code>
        ) : (
          children
        )}
      </pre>
    </div>
  );
}

function useHighlighted(code: string, language: string | null): CodePiece[] | null {
  const [highlight, setHighlight] = useState<Highlight | null>(() => loaded);
  const wanted = language !== null && code.length <= longestColoured;
  useEffect(() => {
    if (!wanted || highlight) return;
    let current = true;
    void import('./highlight-code').then(({ highlightCode }) => {
      loaded = highlightCode;
      if (current) setHighlight(() => highlightCode);
    });
    return () => {
      current = false;
    };
  }, [wanted, highlight]);
  return useMemo(() => (wanted && highlight ? highlight(code, language) : null), [wanted, highlight, code, language]);
}

/** What stands in a `<pre>`: Markdown makes a `<code class="language-…">` with one text. */
function codeOf(children: ReactNode): { code: string; language: string | null } {
  if (!isValidElement<{ className?: string; children?: ReactNode }>(children))
    return { code: String(children ?? ''), language: null };
  const { className = '', children: inner } = children.props;
  return { code: [inner].flat().join(''), language: /language-(\S+)/.exec(className)?.[1]?.toLowerCase() ?? null };
}
