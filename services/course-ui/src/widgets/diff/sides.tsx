import type { ReactNode } from 'react';
import styles from './sides.module.css';

/** Two texts beside each other, or one alone. */
export function Sides({ children }: { children: ReactNode }) {
  return <div className={styles.sides}>{children}</div>;
}

export interface SideProps {
  title: string;
  /** Where it stands, say. */
  about?: ReactNode;
  children: ReactNode;
}

/** One of them, with what it is above it. */
export function Side({ title, about, children }: SideProps) {
  return (
    <div className={styles.side}>
      <h3>{title}</h3>
      {about}
      <div className={styles.text}>{children}</div>
    </div>
  );
}
