import { Label, ProgressBar } from 'react-aria-components';
import styles from './progress.module.css';

/** How far long work is: in words and as a bar. */
export function Progress({ label, done, total, words }: { label: string; done: number; total: number; words: string }) {
  return (
    <ProgressBar className={styles.progress ?? ''} value={done} maxValue={Math.max(total, 1)} valueLabel={words}>
      {({ percentage, valueText }) => (
        <>
          <span className={styles.words}>
            <Label>{label}</Label>
            <span>{valueText}</span>
          </span>
          <span className={styles.track}>
            <span className={styles.bar} style={{ width: `${percentage ?? 0}%` }} />
          </span>
        </>
      )}
    </ProgressBar>
  );
}
