import { localeOf, useLanguage } from '@course-chatbot/chat';
import { Link } from 'react-router';
import { Unseen } from '../unseen';
import { roundTop } from './scale';
import type { Share } from './share-bar';
import shareStyles from './share-bar.module.css';
import styles from './stacked-chart.module.css';

export interface Stack {
  key: string;
  /** Below it. */
  label: string;
  /** All that is to be known of it, for those who do not see it and those who point at it. */
  about: string;
  /** Where what it counts is; nowhere when it counts nothing. */
  to: string | null;
  parts: Share[];
}

/** Parts of wholes beside each other; each leads to what it counts. */
export function StackedChart({ name, stacks, legend }: { name: string; stacks: Stack[]; legend: Array<Omit<Share, 'value'>> }) {
  const locale = localeOf[useLanguage()];
  const top = roundTop(Math.max(0, ...stacks.map(totalOf)));
  // As many labels as there is room for.
  const every = Math.ceil(stacks.length / 5);
  return (
    <figure className={styles.figure} aria-label={name}>
      <div className={styles.chart}>
        <div className={styles.axis} aria-hidden="true">
          <span>{top.toLocaleString(locale)}</span>
          <span>{top >= 2 ? (top / 2).toLocaleString(locale) : ''}</span>
          <span>0</span>
        </div>
        <ol className={styles.plot}>
          {stacks.map((stack, index) => (
            <li key={stack.key} className={styles.slot}>
              {stack.to === null ? (
                <span className={styles.stack} title={stack.about}>
                  <Unseen>{stack.about}</Unseen>
                </span>
              ) : (
                <Link className={styles.stack} to={stack.to} aria-label={stack.about} title={stack.about}>
                  {stack.parts.map(({ key, value, kind }) => (
                    <span key={key} className={styles.part} data-kind={kind} style={{ height: `${(value / top) * 100}%` }} />
                  ))}
                </Link>
              )}
              <span className={styles.label} aria-hidden="true">
                {index % every === 0 ? stack.label : ''}
              </span>
            </li>
          ))}
        </ol>
      </div>
      <ul className={shareStyles.legend} aria-hidden="true">
        {legend.map(({ key, label, kind }) => (
          <li key={key}>
            <span className={shareStyles.sign} data-kind={kind} />
            {label}
          </li>
        ))}
      </ul>
    </figure>
  );
}

function totalOf({ parts }: Stack): number {
  return parts.reduce((sum, { value }) => sum + value, 0);
}
