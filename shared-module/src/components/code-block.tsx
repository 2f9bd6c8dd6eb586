import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { useChatText } from '../language/language';
import styles from './answer-text.module.css';

const copiedForMs = 2_000;

/** A block of code with a button that copies it. */
export function CodeBlock({ children }: { children?: ReactNode }) {
  const text = useChatText();
  const code = useRef<HTMLPreElement>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedForMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    await navigator.clipboard.writeText(code.current?.textContent ?? '');
    setCopied(true);
  };
  return (
    <div className={styles.codeBlock}>
      <pre ref={code} tabIndex={0}>
        {children}
      </pre>
      <Button className={styles.copy ?? ''} onPress={() => void copy()}>
        <span aria-live="polite">{copied ? text('code.copied') : text('code.copy')}</span>
      </Button>
    </div>
  );
}
