import { type ReactNode, useState } from 'react';
import { Autocomplete, Input, ListBox, ListBoxItem, SearchField, useFilter } from 'react-aria-components';
import { useAuditText } from '../language/audit-text';
import { FilterChip } from './filter-chip';
import styles from './filters.module.css';

export interface Option {
  value: string;
  label: string;
  /** Before the label. */
  sign?: ReactNode;
}

/** From so many on they can be searched. */
const manyOptions = 9;

export interface OneOfChipProps {
  name: string;
  value: string | null;
  options: Option[];
  onChange: (value: string | null) => void;
}

/** A filter for one of several. */
export function OneOfChip({ name, value, options, onChange }: OneOfChipProps) {
  const chosen = value === null ? '' : (options.find((option) => option.value === value)?.label ?? value);
  return (
    <FilterChip name={name} value={chosen} onClear={() => onChange(null)}>
      {(close) => (
        <Options
          name={name}
          options={options}
          multiple={false}
          chosen={value === null ? [] : [value]}
          onChange={([first]) => {
            onChange(first ?? null);
            close();
          }}
        />
      )}
    </FilterChip>
  );
}

export interface SomeOfChipProps<T extends string> {
  name: string;
  values: readonly T[];
  options: Array<Option & { value: T }>;
  onChange: (values: T[]) => void;
}

/** A filter for any of several. */
export function SomeOfChip<T extends string>({ name, values, options, onChange }: SomeOfChipProps<T>) {
  const chosen = options.filter((option) => values.includes(option.value));
  return (
    <FilterChip name={name} value={chosen.map(({ label }) => label).join(', ')} onClear={() => onChange([])}>
      {() => (
        <Options
          name={name}
          options={options}
          multiple
          chosen={[...values]}
          onChange={(next) => onChange(options.map(({ value }) => value).filter((value) => next.includes(value)))}
        />
      )}
    </FilterChip>
  );
}

interface OptionsProps {
  name: string;
  options: Option[];
  multiple: boolean;
  chosen: string[];
  onChange: (values: string[]) => void;
}

function Options({ name, options, multiple, chosen, onChange }: OptionsProps) {
  const text = useAuditText();
  const { contains } = useFilter({ sensitivity: 'base' });
  const [typed, setTyped] = useState('');
  const list = (
    <ListBox
      className={styles.list ?? ''}
      aria-label={name}
      items={options}
      selectionMode={multiple ? 'multiple' : 'single'}
      // Esc leaves; what was chosen stays.
      escapeKeyBehavior="none"
      selectedKeys={chosen}
      onSelectionChange={(keys) => onChange(keys === 'all' ? options.map(({ value }) => value) : [...keys].map(String))}
      renderEmptyState={() => <span className={styles.none}>{text('filter.none')}</span>}
      {...(options.length < manyOptions ? { autoFocus: 'first' as const } : {})}
    >
      {({ value, label, sign }) => (
        <ListBoxItem id={value} textValue={label} className={styles.option ?? ''}>
          {({ isSelected }) => (
            <>
              <span className={styles.tick} data-multiple={multiple} aria-hidden="true">
                {isSelected && (
                  <svg width="12" height="12" viewBox="0 0 12 12" fill="none" stroke="currentColor" strokeWidth="1.8">
                    <path d="M2 6.5l2.6 2.6L10 3.4" />
                  </svg>
                )}
              </span>
              {sign}
              <span>{label}</span>
            </>
          )}
        </ListBoxItem>
      )}
    </ListBox>
  );
  if (options.length < manyOptions) return list;
  return (
    <Autocomplete filter={contains} inputValue={typed} onInputChange={setTyped}>
      <SearchField className={styles.find ?? ''} aria-label={text('filter.find', { name })} autoFocus>
        <Input className={styles.input ?? ''} placeholder={text('filter.findShort')} />
      </SearchField>
      {list}
    </Autocomplete>
  );
}
