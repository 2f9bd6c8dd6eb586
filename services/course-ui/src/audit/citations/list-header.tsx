import { localeOf, useLanguage } from '@course-chatbot/chat';
import { useState } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { Button } from '../../widgets/button';
import { Unseen } from '../../widgets/unseen';
import type { Wish } from '../api/audit-api';
import { useCitationCount } from '../api/audit-queries';
import { ExportDialog } from '../export/export-dialog';
import type { CitationFilter } from '../filters/citation-filter';
import { useAuditText } from '../language/audit-text';
import { RecheckDialog } from '../recheck/recheck-dialog';
import { countWords } from './count-words';
import styles from './list-header.module.css';

export interface ListHeaderProps {
  filter: CitationFilter;
  wish: Wish;
  onChange: (changed: Partial<CitationFilter>) => void;
  onHelp: () => void;
}

/** What the list is about, how long it is, and what can be done with all of it. */
export function ListHeader({ filter, wish, onChange, onHelp }: ListHeaderProps) {
  const text = useAuditText();
  const locale = localeOf[useLanguage()];
  const count = useCitationCount(wish);
  const [dialog, setDialog] = useState<'export' | 'recheck' | null>(null);
  return (
    <header className={styles.header}>
      <h1 className={styles.title}>
        <Unseen>{text('nav.citations')}</Unseen>
      </h1>
      <ToggleButtonGroup
        className={styles.show ?? ''}
        aria-label={text('list.show')}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[filter.show]}
        onSelectionChange={([show]) => onChange({ show: show === 'all' ? 'all' : 'look' })}
      >
        <ToggleButton id="look" className={styles.toggle ?? ''}>
          {text('list.showLook')}
        </ToggleButton>
        <ToggleButton id="all" className={styles.toggle ?? ''}>
          {text('list.showAll')}
        </ToggleButton>
      </ToggleButtonGroup>
      <p className={styles.count} role="status">
        {count.data && countWords(text, count.data, locale)}
      </p>
      <div className={styles.actions}>
        <Button kind="quiet" onPress={() => setDialog('export')}>
          {text('export.open')}
        </Button>
        <Button kind="quiet" onPress={() => setDialog('recheck')}>
          {text('recheck.open')}
        </Button>
        <Button kind="quiet" onPress={onHelp}>
          {text('keys.open')}
        </Button>
      </div>
      <ExportDialog isOpen={dialog === 'export'} wish={wish} onClose={() => setDialog(null)} />
      <RecheckDialog isOpen={dialog === 'recheck'} courseId={filter.courseId} onClose={() => setDialog(null)} />
    </header>
  );
}
