import type { Language } from '@course-chatbot/chat';
import { Button } from 'react-aria-components';
import { Link } from 'react-router';
import { AuditLink } from '../audit/audit-link';
import { usePageText } from '../language/page-text';
import { useLogout, useMe } from '../lms/queries';
import { LanguageSwitch } from './language-switch';
import styles from './site-header.module.css';

export interface SiteHeaderProps {
  covered: boolean;
  onLanguage: (language: Language) => void;
}

/** The bar on top of every page: the way home, its language, and who is signed in. */
export function SiteHeader({ covered, onLanguage }: SiteHeaderProps) {
  const text = usePageText();
  const { data: user } = useMe();
  const logout = useLogout();
  return (
    <header className={styles.header} inert={covered}>
      <a className={styles.skip} href="#content" onClick={() => document.getElementById('content')?.focus()}>
        {text('site.skip')}
      </a>
      <Link className={styles.home} to="/">
        {text('site.courses')}
      </Link>
      <LanguageSwitch onLanguage={onLanguage} />
      {user && (
        <div className={styles.person}>
          <AuditLink className={styles.link} />
          <span className={styles.name} title={user.email}>
            {user.name}
          </span>
          <Button className={styles.signOut ?? ''} onPress={() => logout.mutate()} isDisabled={logout.isPending}>
            {text('site.signOut')}
          </Button>
        </div>
      )}
    </header>
  );
}
