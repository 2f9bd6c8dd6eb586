import { Link, Outlet, useLocation } from 'react-router';
import { useMe } from '../../lms/queries';
import { LoadState } from '../../pages/load-state';
import { LoginForm } from '../../pages/login-form';
import { useAuditFilters } from '../api/audit-queries';
import { useAuditText } from '../language/audit-text';
import styles from './audit-layout.module.css';

const sections = [
  { path: '/audit', key: 'nav.citations' },
  { path: '/audit/rates', key: 'nav.rates' },
  { path: '/audit/calls', key: 'nav.calls' },
  { path: '/audit/log', key: 'nav.log' },
] as const;

/** The frame of the admins' pages: for whoever audits nothing there is no such page. */
export function AuditLayout() {
  const me = useMe();
  if (!me.isSuccess || !me.data) {
    return (
      <main id="content" className={styles.entrance} tabIndex={-1}>
        {me.isSuccess ? <LoginForm /> : <LoadState query={me} />}
      </main>
    );
  }
  return <Admitted />;
}

function Admitted() {
  const filters = useAuditFilters();
  if (!filters.isSuccess) {
    return (
      <main id="content" className={styles.entrance} tabIndex={-1}>
        <LoadState query={filters} />
      </main>
    );
  }
  return (
    <main id="content" className={styles.main} tabIndex={-1}>
      <Sections />
      <Outlet />
    </main>
  );
}

function Sections() {
  const text = useAuditText();
  const { pathname } = useLocation();
  // A turn is where a call belongs.
  const here = pathname.startsWith('/audit/turns') ? '/audit/calls' : pathname.replace(/\/$/, '');
  return (
    <nav className={styles.sections} aria-label={text('nav.title')}>
      {sections.map(({ path, key }) => (
        <Link key={path} to={path} aria-current={path === here ? 'page' : undefined}>
          {text(key)}
        </Link>
      ))}
    </nav>
  );
}
