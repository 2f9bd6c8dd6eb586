import { Tag } from '../../widgets/tag';
import { useEditor } from '../editor/editor-context';
import styles from './tests.module.css';

export interface ComparedValueProps {
  now: string;
  before: string | undefined;
  /** Whether it is something to look at. */
  amiss?: boolean;
}

/** A value, and what it was in the run before where that was another. */
export function ComparedValue({ now, before, amiss = false }: ComparedValueProps) {
  const { text } = useEditor().words;
  return (
    <>
      {amiss ? <Tag kind="warn">{now}</Tag> : now}
      {before !== undefined && before !== now && (
        <span className={styles.before}>{text('tests.before', { value: before })}</span>
      )}
    </>
  );
}
