import { type ReactNode, useMemo } from 'react';
import { usePageText } from '../../language/page-text';
import { Unseen } from '../unseen';
import styles from './diff.module.css';
import { Side, Sides } from './sides';
import { type DiffPart, wordDiff } from './word-diff';

export interface DiffSide {
  title: string;
  /** Where it stands, say. */
  about?: ReactNode;
  text: string;
}

/** Two versions of a text beside each other: what only one of them has is marked there. */
export function SideDiff({ before, after }: { before: DiffSide; after: DiffSide }) {
  const parts = useMemo(() => wordDiff(before.text, after.text), [before.text, after.text]);
  return (
    <Sides>
      <Version {...before} parts={parts} own="removed" />
      <Version {...after} parts={parts} own="added" />
    </Sides>
  );
}

function Version({ title, about, parts, own }: DiffSide & { parts: DiffPart[]; own: 'removed' | 'added' }) {
  const words = usePageText();
  const shown = parts.filter(({ kind }) => kind === 'same' || kind === own);
  const Mark = own === 'removed' ? 'del' : 'ins';
  return (
    <Side title={title} about={about}>
      <p className={styles.diff} dir="auto" tabIndex={0} role="group" aria-label={title}>
        {shown.map(({ kind, text }, index) =>
          kind === 'same' ? (
            text
          ) : (
            <Mark key={index} className={styles[own]}>
              <Unseen>{words(`widget.diff.${own}`)} </Unseen>
              {text}
            </Mark>
          ),
        )}
      </p>
    </Side>
  );
}
