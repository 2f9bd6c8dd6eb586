import type { ReactNode } from 'react';
import { useHeadingFocus } from '../../pages/use-heading-focus';
import { useTitle } from '../../pages/use-title';
import styles from './page.module.css';

export interface PageProps {
  /** Of the window, too. */
  title: string;
  /** Of the course, for the window's title. */
  course: string;
  lead?: ReactNode;
  /** What can be done with all of it. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page with its heading. */
export function Page({ title, course, lead, actions, children }: PageProps) {
  const heading = useHeadingFocus();
  useTitle(`${title} – ${course}`);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div>
          <h1 ref={heading} tabIndex={-1}>{title}</h1>
          {lead && <p>{lead}</p>}
        </div>
        {actions}
      </header>
      {children}
    </div>
  );
}
