import { localeOf, useLanguage } from '@course-chatbot/chat';
import styles from './bar-chart.module.css';
import { roundTop } from './scale';

export interface Bar {
  key: string;
  label: string;
  /** Null where it is not told. */
  value: number | null;
}

export interface BarChartProps {
  /** What is to be seen, in a sentence; a table behind it has the numbers. */
  name: string;
  bars: Bar[];
  /** How a value is written; as a plain number when left out. */
  words?: (value: number) => string;
}

/** Values beside each other. */
export function BarChart({ name, bars, words }: BarChartProps) {
  const locale = localeOf[useLanguage()];
  const written = words ?? ((value: number) => value.toLocaleString(locale));
  const most = Math.max(0, ...bars.map(({ value }) => value ?? 0));
  const top = roundTop(most);
  const marked = [bars[0], bars[Math.floor((bars.length - 1) / 2)], bars.at(-1)];
  const ends = bars.length > 2 ? marked : bars;
  return (
    <div className={styles.chart} role="img" aria-label={name}>
      <div className={styles.axis} aria-hidden="true">
        <span>{most > 0 ? written(top) : ''}</span>
        <span>{top >= 2 ? written(top / 2) : ''}</span>
        <span>{written(0)}</span>
      </div>
      <div className={styles.plot}>
        {bars.map(({ key, label, value }) => (
          <span key={key} className={styles.slot} title={value === null ? label : `${label}: ${written(value)}`}>
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
