import { useId } from 'react';
import styles from './progress.module.css';

/** How far long work is: in words and as a bar. */
export function Progress({ label, done, total, words }: { label: string; done: number; total: number; words: string }) {
  const id = useId();
  const most = Math.max(total, 1);
  return (
    <div
      className={styles.progress}
      role="progressbar"
      aria-labelledby={id}
      aria-valuenow={done}
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuetext={words}
    >
      <span className={styles.words}>
        <span id={id}>{label}</span>
        <span>{words}</span>
      </span>
      <span className={styles.track}>
        <span className={styles.bar} style={{ width: `${(done / most) * 100}%` }} />
      </span>
    </div>
  );
}
