import { type ReactNode, useState } from 'react';
import { Button, Disclosure, DisclosurePanel, Heading } from 'react-aria-components';
import styles from './fold.module.css';

export interface FoldProps {
  title: ReactNode;
  /** Said beside the title, for those who do not unfold it. */
  aside?: ReactNode;
  level?: 2 | 3 | 4;
  /** Whether it is unfolded at first. Once this becomes true it is unfolded; it is never folded under somebody's hands. */
  open?: boolean;
  /** Drawn only while it is unfolded. */
  children: () => ReactNode;
}

/** Something that most people need not see. */
export function Fold({ title, aside, level = 3, open = false, children }: FoldProps) {
  const [expanded, setExpanded] = useState(open);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setExpanded(true);
  }
  return (
    <Disclosure className={styles.fold ?? ''} isExpanded={expanded} onExpandedChange={setExpanded}>
      <Heading level={level} className={styles.heading ?? ''}>
        <Button slot="trigger" className={styles.trigger ?? ''}>
          <svg className={styles.sign} viewBox="0 0 12 12" aria-hidden="true">
            <path d="M4 2l4 4-4 4" fill="none" stroke="currentColor" strokeWidth="1.6" />
          </svg>
          <span>{title}</span>
        </Button>
        {aside && <span className={styles.aside}>{aside}</span>}
      </Heading>
      <DisclosurePanel>{expanded && <div className={styles.content}>{children()}</div>}</DisclosurePanel>
    </Disclosure>
  );
}
