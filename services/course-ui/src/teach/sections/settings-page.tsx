import { lazy, Suspense } from 'react';
import { useEditor } from '../editor/editor-context';
import { SettingsForm } from './settings-form';
import styles from './settings-page.module.css';

/** The chat is much code: the form need not wait for it. */
const TryPanel = lazy(() => import('../try/try-panel'));

/** The form, and beside it the chatbot as it stands there. */
export function SettingsPage() {
  const { text } = useEditor().words;
  return (
    <div className={styles.page}>
      <p className={styles.toTry}>
        <a href="#try">{text('try.jump')}</a>
      </p>
      <SettingsForm />
      <aside id="try" className={styles.beside} aria-label={text('try.title')} tabIndex={-1}>
        <Suspense fallback={<p>{text('try.loading')}</p>}>
          <TryPanel />
        </Suspense>
      </aside>
    </div>
  );
}
