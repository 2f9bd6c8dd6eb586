import type { AuditedCitation, CitationDetail } from '@course-chatbot/chat';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Reviewing } from '../citations/use-reviewing';
import { LoadState } from '../../pages/load-state';
import { Button } from '../../widgets/button';
import { useAuditText } from '../language/audit-text';
import { CitationFacts } from './citation-facts';
import styles from './citation-pane.module.css';
import { ReviewForm } from './review-form';

export interface CitationPaneProps {
  open: string | null;
  detail: UseQueryResult<CitationDetail>;
  /** What the list knows of it already. */
  row: AuditedCitation | null;
  reviewing: Reviewing;
  /** Whether it stands in the list's place, not beside it. */
  narrow: boolean;
  onNext: () => void;
  onPrevious: () => void;
  onClose: () => void;
}

/** The citation that is open: everything about it, and what an admin says of it. */
export function CitationPane(props: CitationPaneProps) {
  const { open, detail, row, reviewing, narrow, onNext, onPrevious, onClose } = props;
  const text = useAuditText();
  const pane = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    pane.current?.scrollTo({ top: 0 });
    if (narrow && open !== null) {
      window.scrollTo({ top: 0 });
      title.current?.focus({ preventScroll: true });
    }
  }, [open, narrow]);
  return (
    <section ref={pane} className={styles.pane} data-open={open !== null} aria-labelledby="citation-title">
      <header className={styles.top}>
        <h2 id="citation-title" ref={title} tabIndex={-1}>
          {text('one.title')}
        </h2>
        <div className={styles.moves}>
          <Button kind="quiet" aria-label={text('keys.previous')} onPress={onPrevious}>
            <Arrow up />
          </Button>
          <Button kind="quiet" aria-label={text('keys.next')} onPress={onNext}>
            <Arrow />
          </Button>
          {open !== null && (
            <Button kind="quiet" onPress={onClose}>
              {text(narrow ? 'one.back' : 'one.close')}
            </Button>
          )}
        </div>
      </header>
      {open === null && <p className={styles.hint}>{text('one.choose')}</p>}
      {open !== null && (detail.data ? <CitationFacts detail={detail.data} /> : <LoadState query={detail} />)}
      {row?.cited && <ReviewForm key={row.id} row={row} reviewing={reviewing} />}
    </section>
  );
}

function Arrow({ up = false }: { up?: boolean }) {
  return (
    <svg width="12" height="20" viewBox="0 0 12 12" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
      <path d={up ? 'M2 8l4-4 4 4' : 'M2 4l4 4 4-4'} />
    </svg>
  );
}
