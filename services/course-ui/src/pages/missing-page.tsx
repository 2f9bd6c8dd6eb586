import { usePageText } from '../language/page-text';
import styles from './courses-page.module.css';
import { Missing } from './load-state';
import { useTitle } from './use-title';

export function MissingPage() {
  const text = usePageText();
  useTitle(text('site.courses'));
  return (
    <main id="content" className={styles.main} tabIndex={-1}>
      <Missing />
    </main>
  );
}
