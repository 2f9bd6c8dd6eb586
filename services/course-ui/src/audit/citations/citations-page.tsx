import type { AuditedCitation } from '@course-chatbot/chat';
import { type ReactNode, useState } from 'react';
import { LoadState } from '../../pages/load-state';
import { useTitle } from '../../pages/use-title';
import { Button } from '../../widgets/button';
import { Unseen } from '../../widgets/unseen';
import { useAuditFilters, useCitation, useCitations } from '../api/audit-queries';
import { CitationPane } from '../citation/citation-pane';
import { FilterBar } from '../filters/filter-bar';
import { useCitationFilter } from '../filters/use-citation-filter';
import { useAuditText } from '../language/audit-text';
import { CitationTable } from './citation-table';
import styles from './citations-page.module.css';
import { KeyHelp } from './key-help';
import { useLetterKeys } from './letter-keys';
import { ListHeader } from './list-header';
import { useGoing } from './use-going';
import { useListKeys } from './use-list-keys';
import { useNarrow } from './use-narrow';
import { useReviewing } from './use-reviewing';
import { useSettled } from './use-settled';

/** So long one stays on a row before it counts as a look. */
const lookMs = 200;

/** What answers said and where they had it from: a list, and beside it the row that is open. */
export function CitationsPage() {
  const text = useAuditText();
  useTitle(`${text('nav.citations')} – ${text('nav.title')}`);
  const known = useAuditFilters();
  const { filter, wish, change, open, setOpen } = useCitationFilter();
  const list = useCitations(wish);
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const settled = useSettled(open, lookMs);
  const detail = useCitation(settled === open ? open : null);
  const row = rows.find(({ id }) => id === open) ?? (detail.data?.row.id === open ? detail.data.row : null);
  const reviewing = useReviewing(row);
  const [letters, setLetters] = useLetterKeys();
  const [help, setHelp] = useState(false);
  const narrow = useNarrow();
  const { focused, go, close } = useGoing({ rows, open, setOpen, list, narrow });
  useListKeys(letters, (action) => {
    if (action === 'help') setHelp(true);
    else if (action === 'review') reviewing.toggle();
    else if (action === 'close') close();
    else go(action);
  });
  return (
    <div className={styles.split} data-open={open !== null}>
      <div className={styles.list}>
        <ListHeader filter={filter} wish={wish} onChange={change} onHelp={() => setHelp(true)} />
        {known.data && <FilterBar filter={filter} known={known.data} rows={rows} onChange={change} />}
        <Rows {...{ list, rows, open, focused }} onOpen={setOpen}>
          {text(filter.show === 'look' ? 'list.nothingToLook' : 'list.none')}
        </Rows>
      </div>
      <CitationPane
        open={open}
        detail={detail}
        row={row}
        reviewing={reviewing}
        narrow={narrow}
        onNext={() => go('next')}
        onPrevious={() => go('previous')}
        onClose={close}
      />
      <Unseen>
        <span role="status">{reviewing.done && text(`review.${reviewing.done}`)}</span>
      </Unseen>
      <KeyHelp isOpen={help} letters={letters} onLetters={setLetters} onClose={() => setHelp(false)} />
    </div>
  );
}

interface RowsProps {
  list: ReturnType<typeof useCitations>;
  rows: AuditedCitation[];
  open: string | null;
  focused: { id: string } | null;
  onOpen: (id: string) => void;
  /** What is said where there are none. */
  children: ReactNode;
}

function Rows({ list, rows, open, focused, onOpen, children }: RowsProps) {
  const text = useAuditText();
  if (!list.isSuccess) return <LoadState query={list} />;
  const enter = () => document.getElementById('citation-title')?.focus();
  return (
    <div aria-busy={list.isPlaceholderData} className={styles.rows}>
      {rows.length > 0 ? (
        <CitationTable rows={rows} open={open} focused={focused} onOpen={onOpen} onEnter={enter} />
      ) : (
        <p className={styles.none}>{children}</p>
      )}
      {list.hasNextPage && (
        <div className={styles.more}>
          <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
            {text('list.more')}
          </Button>
        </div>
      )}
    </div>
  );
}
