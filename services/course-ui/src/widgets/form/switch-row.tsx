import { type ReactNode, useId } from 'react';
import { Switch } from 'react-aria-components';
import styles from './switch-row.module.css';

export interface SwitchRowProps {
  /** Under which it is found on the page. */
  name: string;
  label: ReactNode;
  /** What it does, to those whom it concerns. */
  children?: ReactNode;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  /** Why it cannot be switched; it is locked then. */
  locked?: string | undefined;
  fault?: string | undefined;
}

/** A switch, what it is called, and what changes with it. */
export function SwitchRow({ name, label, children, isSelected, onChange, locked, fault }: SwitchRowProps) {
  const about = useId();
  return (
    <div className={styles.row} data-field={name}>
      <Switch
        className={styles.switch ?? ''}
        isSelected={isSelected}
        onChange={onChange}
        isDisabled={locked !== undefined}
        aria-describedby={about}
      >
        <span className={styles.track} aria-hidden="true">
          <span className={styles.thumb} />
        </span>
        <span className={styles.label}>{label}</span>
      </Switch>
      <div id={about} className={styles.about}>
        {children}
        {locked && (
          <p className={styles.locked}>
            <LockSign /> {locked}
          </p>
        )}
        {fault && <p className={styles.fault}>{fault}</p>}
      </div>
    </div>
  );
}

function LockSign() {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" fill="none" stroke="currentColor" strokeWidth="1.4" aria-hidden="true">
      <rect x="2" y="5.5" width="8" height="5" rx="1" />
      <path d="M4 5.5V4a2 2 0 0 1 4 0v1.5" />
    </svg>
  );
}
