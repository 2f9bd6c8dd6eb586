import { type ReactNode, useRef, useState } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { useAuditText } from '../language/audit-text';
import styles from './filters.module.css';

export interface FilterChipProps {
  /** What it filters by. */
  name: string;
  /** What it filters for; empty where it does not. */
  value: string;
  onClear: () => void;
  /** What can be chosen; `close` when one is done. */
  children: (close: () => void) => ReactNode;
}

/** A filter: says what it filters, opens to be changed, and can be taken away. */
export function FilterChip({ name, value, onClear, children }: FilterChipProps) {
  const text = useAuditText();
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const set = value !== '';
  return (
    <span className={styles.chip} data-set={set}>
      <DialogTrigger isOpen={open} onOpenChange={setOpen}>
        <Button ref={trigger} className={styles.trigger ?? ''}>
          <span className={styles.value}>{set ? `${name}: ${value}` : name}</span>
          {!set && <Down />}
        </Button>
        <Popover className={styles.popover ?? ''} placement="bottom start" offset={4}>
          <Dialog className={styles.dialog ?? ''} aria-label={name}>
            {children(() => setOpen(false))}
          </Dialog>
        </Popover>
      </DialogTrigger>
      {set && (
        <Button
          className={styles.clear ?? ''}
          aria-label={text('filter.clear', { name })}
          onPress={() => {
            onClear();
            // This button goes with what it has cleared.
            trigger.current?.focus();
          }}
        >
          <svg width="12" height="12" viewBox="0 0 12 12" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
            <path d="M2.5 2.5l7 7M9.5 2.5l-7 7" />
          </svg>
        </Button>
      )}
    </span>
  );
}

function Down() {
  return (
    <svg width="10" height="10" viewBox="0 0 12 12" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
      <path d="M2 4l4 4 4-4" />
    </svg>
  );
}
