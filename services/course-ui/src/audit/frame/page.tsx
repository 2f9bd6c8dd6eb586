import type { ReactNode } from 'react';
import { useHeadingFocus } from '../../pages/use-heading-focus';
import { useTitle } from '../../pages/use-title';
import { useAuditText } from '../language/audit-text';
import styles from './audit-layout.module.css';

/** A page that is read from the top, with its heading. */
export function Page({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const text = useAuditText();
  const heading = useHeadingFocus();
  useTitle(`${title} – ${text('nav.title')}`);
  return (
    <div className={styles.page}>
      <header>
        <h1 ref={heading} tabIndex={-1}>{title}</h1>
        {lead && <p>{lead}</p>}
      </header>
      {children}
    </div>
  );
}
