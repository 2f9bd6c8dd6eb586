import type { ReactNode } from 'react';
import styles from './notice.module.css';

export interface NoticeProps {
  /** `bad`: something is wrong; `warn`: something to mind; `good`: something went well. */
  kind?: 'plain' | 'good' | 'warn' | 'bad';
  /** What can be done about it. */
  action?: ReactNode;
  children: ReactNode;
}

/** A sentence or two that stand out from the page. Who must hear of it at once puts it into a live region. */
export function Notice({ kind = 'plain', action, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-kind={kind}>
      <div>{children}</div>
      {action}
    </div>
  );
}
