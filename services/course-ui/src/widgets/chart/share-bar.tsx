import styles from './share-bar.module.css';

export interface Share {
  key: string;
  label: string;
  value: number;
  /** The colour of its role; each has a pattern of its own, too. */
  kind: 'good' | 'warn' | 'bad' | 'grave' | 'plain' | 'faint';
}

/** Parts of a whole in one bar, with what each is below it. */
export function ShareBar({ name, shares }: { name: string; shares: Share[] }) {
  const all = shares.reduce((sum, { value }) => sum + value, 0);
  const shown = shares.filter(({ value }) => value > 0);
  return (
    <div role="img" aria-label={name} className={styles.share}>
      <div className={styles.bar}>
        {shown.map(({ key, label, value, kind }) => (
          <span
            key={key}
            className={styles.part}
            data-kind={kind}
            style={{ flexGrow: value }}
            title={`${label}: ${percentOf(value, all)}`}
          />
        ))}
      </div>
      <ul className={styles.legend} aria-hidden="true">
        {shares.map(({ key, label, value, kind }) => (
          <li key={key}>
            <span className={styles.sign} data-kind={kind} />
            {label} <strong>{percentOf(value, all)}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function percentOf(part: number, all: number): string {
  return all === 0 ? '–' : `${Math.round((part / all) * 100)} %`;
}
