import { localeOf, useLanguage } from '@course-chatbot/chat';
import styles from './bar-chart.module.css';
import { roundTop } from './scale';

export interface Bar {
  key: string;
  label: string;
  /** Null where it is not told. */
  value: number | null;
}

/** Values beside each other. `name` says in a sentence what is to be seen; a table behind it has the numbers. */
export function BarChart({ name, bars }: { name: string; bars: Bar[] }) {
  const locale = localeOf[useLanguage()];
  const top = roundTop(Math.max(0, ...bars.map(({ value }) => value ?? 0)));
  const marked = [bars[0], bars[Math.floor((bars.length - 1) / 2)], bars.at(-1)];
  const ends = bars.length > 2 ? marked : bars;
  return (
    <div className={styles.chart} role="img" aria-label={name}>
      <div className={styles.axis} aria-hidden="true">
        <span>{top.toLocaleString(locale)}</span>
        <span>{top >= 2 ? (top / 2).toLocaleString(locale) : ''}</span>
        <span>0</span>
      </div>
      <div className={styles.plot}>
        {bars.map(({ key, label, value }) => (
          <span key={key} className={styles.slot} title={value === null ? label : `${label}: ${value.toLocaleString(locale)}`}>
            <span className={styles.bar} data-untold={value === null} style={{ height: heightOf(value, top) }} />
          </span>
        ))}
      </div>
      <div className={styles.labels} aria-hidden="true">
        {ends.map((bar, index) => bar && <span key={`${bar.key} ${index}`}>{bar.label}</span>)}
      </div>
    </div>
  );
}

function heightOf(value: number | null, top: number): string | undefined {
  return value === null ? undefined : `${(value / top) * 100}%`;
}
