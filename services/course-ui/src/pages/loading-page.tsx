import { usePageText } from '../language/page-text';
import styles from './load-state.module.css';

/** Stands in the place of pages whose code is still on its way, when they are the first that are opened. */
export function LoadingPage() {
  const text = usePageText();
  return (
    <main id="content" tabIndex={-1}>
      <p className={styles.state}>{text('site.loading')}</p>
    </main>
  );
}
