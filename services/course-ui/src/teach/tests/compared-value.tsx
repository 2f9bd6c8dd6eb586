import { useEditor } from '../editor/editor-context';
import styles from './tests.module.css';

/** A value, and what it was in the run before where that was another. */
export function ComparedValue({ now, before }: { now: string; before: string | undefined }) {
  const { text } = useEditor().words;
  return (
    <>
      {now}
      {before !== undefined && before !== now && (
        <span className={styles.before}>{text('tests.before', { value: before })}</span>
      )}
    </>
  );
}
