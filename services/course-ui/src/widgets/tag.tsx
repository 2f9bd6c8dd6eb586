import type { ReactNode } from 'react';
import styles from './tag.module.css';

/** A word or two about the thing beside it. */
export function Tag({ kind = 'plain', children }: { kind?: 'plain' | 'accent' | 'good' | 'warn' | 'bad'; children: ReactNode }) {
  return (
    <span className={styles.tag} data-kind={kind}>
      {children}
    </span>
  );
}
