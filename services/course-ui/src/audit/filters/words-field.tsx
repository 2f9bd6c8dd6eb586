import { type FormEvent, useEffect, useState } from 'react';
import { Button, Input, SearchField } from 'react-aria-components';
import { useAuditText } from '../language/audit-text';
import styles from './filters.module.css';

/** As long as the server reads. */
const longest = 300;

/** A filter for words of the sentence or of the page's title; it is asked for by Enter or by leaving the field. */
export function WordsField({ value, onChange }: { value: string; onChange: (words: string) => void }) {
  const text = useAuditText();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const search = (event?: FormEvent) => {
    event?.preventDefault();
    if (typed.trim() !== value) onChange(typed.trim());
  };
  return (
    <form role="search" className={styles.words} onSubmit={search}>
      <SearchField
        aria-label={text('filter.words')}
        value={typed}
        onChange={setTyped}
        onClear={() => onChange('')}
        onBlur={() => search()}
        maxLength={longest}
      >
        <Input className={styles.input ?? ''} placeholder={text('filter.wordsShort')} />
        {typed !== '' && (
          <Button className={styles.empty ?? ''} aria-label={text('filter.clear', { name: text('filter.words') })}>
            <svg width="12" height="12" viewBox="0 0 12 12" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
              <path d="M2.5 2.5l7 7M9.5 2.5l-7 7" />
            </svg>
          </Button>
        )}
      </SearchField>
    </form>
  );
}
