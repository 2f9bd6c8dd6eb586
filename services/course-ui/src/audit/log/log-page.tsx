import type { AccessEntry } from '@course-chatbot/chat';
import { Link } from 'react-router';
import { LoadState } from '../../pages/load-state';
import { Button } from '../../widgets/button';
import { type Column, DataTable } from '../../widgets/table/data-table';
import { useAccessLog, useAuditFilters } from '../api/audit-queries';
import styles from '../filters/filters.module.css';
import { OneOfChip } from '../filters/option-chips';
import { TimeChip } from '../filters/time-chip';
import { useAddressFilter } from '../filters/use-address-filter';
import { Page } from '../frame/page';
import { useAuditText, wordsFor } from '../language/audit-text';
import { useMoment } from '../language/moment';

const names = ['actor', 'action', 'courseId'] as const;

/** Who looked at or changed what. */
export function LogPage() {
  const text = useAuditText();
  const { filter, wish, change } = useAddressFilter(names);
  const log = useAccessLog(wish);
  const columns = useColumns();
  const rows = log.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Page title={text('nav.log')} lead={text('log.lead')}>
      <LogFilterBar filter={filter} rows={rows} onChange={change} />
      {log.isSuccess ? (
        <>
          <DataTable
            caption={text('nav.log')}
            captionUnseen
            stacked
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            empty={text('log.none')}
          />
          {log.hasNextPage && (
            <div>
              <Button isPending={log.isFetchingNextPage} onPress={() => void log.fetchNextPage()}>
                {text('list.more')}
              </Button>
            </div>
          )}
        </>
      ) : (
        <LoadState query={log} />
      )}
    </Page>
  );
}

type LogFilter = ReturnType<typeof useAddressFilter<(typeof names)[number]>>;

interface LogFilterBarProps {
  filter: LogFilter['filter'];
  /** What is shown now: who and what can be filtered by. */
  rows: AccessEntry[];
  onChange: LogFilter['change'];
}

function LogFilterBar({ filter, rows, onChange }: LogFilterBarProps) {
  const text = useAuditText();
  const known = useAuditFilters();
  const actors = new Map(rows.flatMap(({ actor }) => (actor ? [[actor.id, actor.name] as const] : [])));
  const actions = new Set([...rows.map(({ action }) => action), ...(filter.action === null ? [] : [filter.action])]);
  return (
    <div className={styles.bar} role="group" aria-label={text('filter.title')}>
      <OneOfChip
        name={text('log.actor')}
        value={filter.actor}
        options={[...actors].map(([value, label]) => ({ value, label }))}
        onChange={(actor) => onChange({ actor })}
      />
      <OneOfChip
        name={text('log.action')}
        value={filter.action}
        options={[...actions].map((value) => ({ value, label: wordsFor(text, `action.${value}`) }))}
        onChange={(action) => onChange({ action })}
      />
      <OneOfChip
        name={text('filter.course')}
        value={filter.courseId}
        options={(known.data?.courses ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(courseId) => onChange({ courseId })}
      />
      <TimeChip from={filter.from} to={filter.to} onChange={onChange} />
    </div>
  );
}

function useColumns(): Array<Column<AccessEntry>> {
  const text = useAuditText();
  const moment = useMoment();
  return [
    { key: 'at', title: text('log.at'), cell: ({ at }) => moment(at, true) },
    { key: 'actor', title: text('log.actor'), cell: ({ actor }) => actor?.name ?? text('log.system') },
    {
      key: 'action',
      title: text('log.action'),
      header: true,
      wide: true,
      cell: ({ action }) => wordsFor(text, `action.${action}`),
    },
    { key: 'subject', title: text('log.subject'), cell: (entry) => <Subject entry={entry} /> },
    { key: 'course', title: text('filter.course'), wide: true, cell: ({ course }) => course?.name ?? '' },
  ];
}

/** What it was done to; the way there, where there is one. */
function Subject({ entry: { subjectKind, subjectId } }: { entry: AccessEntry }) {
  const text = useAuditText();
  if (subjectKind === 'citation' && subjectId !== null) {
    return <Link to={`/audit?show=all&citation=${subjectId}`}>{text('log.toCitation')}</Link>;
  }
  if (subjectKind === 'turn' && subjectId !== null) return <Link to={`/audit/turns/${subjectId}`}>{text('log.toTurn')}</Link>;
  return wordsFor(text, `subject.${subjectKind}`);
}
