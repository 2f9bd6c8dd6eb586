import type { ReactNode } from 'react';
import styles from './unseen.module.css';

/** Words for those who do not see what stands there. */
export function Unseen({ children }: { children: ReactNode }) {
  return <span className={styles.unseen}>{children}</span>;
}
