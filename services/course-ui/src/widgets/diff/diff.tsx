import { useMemo } from 'react';
import { usePageText } from '../../language/page-text';
import { Unseen } from '../unseen';
import styles from './diff.module.css';
import { type DiffPart, wordDiff } from './word-diff';

/** Two versions of a text in one: what was taken out is struck through, what came in is underlined. */
export function Diff({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => wordDiff(before, after), [before, after]);
  return (
    <p className={styles.diff} dir="auto">
      {parts.map((part, index) => (
        <Part key={index} part={part} />
      ))}
    </p>
  );
}

function Part({ part: { kind, text } }: { part: DiffPart }) {
  const words = usePageText();
  if (kind === 'same') return text;
  const Mark = kind === 'removed' ? 'del' : 'ins';
  return (
    <Mark className={styles[kind]}>
      <Unseen>{words(`widget.diff.${kind}`)} </Unseen>
      {text}
    </Mark>
  );
}
