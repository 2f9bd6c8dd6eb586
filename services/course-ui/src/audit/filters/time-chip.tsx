import { localeOf, useLanguage } from '@course-chatbot/chat';
import { useId } from 'react';
import { Button } from '../../widgets/button';
import { useAuditText } from '../language/audit-text';
import { type DaySpan, isDay, spanNamed, spans, spanWords } from './days';
import { FilterChip } from './filter-chip';
import styles from './filters.module.css';

export interface TimeChipProps extends DaySpan {
  utc?: boolean;
  onChange: (span: DaySpan) => void;
}

/** A filter for a time: spans that have a name, or any days. */
export function TimeChip({ from, to, utc = false, onChange }: TimeChipProps) {
  const text = useAuditText();
  const locale = localeOf[useLanguage()];
  const days = spanWords({ from, to }, locale, { from: text('time.from'), to: text('time.until') });
  const words = utc && days !== '' ? text('time.utc', { days }) : days;
  return (
    <FilterChip name={text('filter.time')} value={words} onClear={() => onChange({ from: null, to: null })}>
      {(close) => (
        <div className={styles.time}>
          <div className={styles.named}>
            {spans.map((name) => (
              <Button
                key={name}
                kind="quiet"
                onPress={() => {
                  onChange(spanNamed(name));
                  close();
                }}
              >
                {text(`time.${name}`)}
              </Button>
            ))}
          </div>
          <DayInput label={text('time.first')} value={from} onChange={(day) => onChange({ from: day, to })} />
          <DayInput label={text('time.last')} value={to} onChange={(day) => onChange({ from, to: day })} />
          <p className={styles.zone}>
            {text('time.zone', { zone: utc ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone })}
          </p>
        </div>
      )}
    </FilterChip>
  );
}

function DayInput({ label, value, onChange }: { label: string; value: string | null; onChange: (day: string | null) => void }) {
  const id = useId();
  return (
    <div className={styles.day}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={styles.input}
        type="date"
        value={value ?? ''}
        onChange={({ target }) => (target.value === '' || isDay(target.value)) && onChange(target.value || null)}
      />
    </div>
  );
}
