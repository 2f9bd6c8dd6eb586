import type { AuditedCall } from '@course-chatbot/chat';
import { Link } from 'react-router';
import { LoadState } from '../../pages/load-state';
import { useRequirementWords } from '../../requirements/requirement-words';
import { Button } from '../../widgets/button';
import { type Column, DataTable } from '../../widgets/table/data-table';
import { useCalls } from '../api/audit-queries';
import { Page } from '../frame/page';
import { type AuditText, useAuditText, wordsFor } from '../language/audit-text';
import { useMoment } from '../language/moment';
import { OutcomeTag } from './call-card';
import { CallFilterBar } from './call-filter-bar';
import { rejectParts } from './call-outcome';
import styles from './calls.module.css';
import { useCallFilter } from './use-call-filter';

/** What models tried to do, and what was refused to them. */
export function CallsPage() {
  const text = useAuditText();
  const { filter, wish, change } = useCallFilter();
  const calls = useCalls(wish);
  const columns = useColumns();
  return (
    <Page title={text('nav.calls')} lead={text('calls.lead')}>
      <CallFilterBar filter={filter} onChange={change} />
      {calls.isSuccess ? (
        <>
          <DataTable
            caption={text('nav.calls')}
            captionUnseen
            stacked
            columns={columns}
            rows={calls.data.pages.flatMap(({ items }) => items)}
            rowKey={({ call }) => `${call.id} ${call.attempt}`}
            empty={text('calls.none')}
          />
          {calls.hasNextPage && (
            <div>
              <Button isPending={calls.isFetchingNextPage} onPress={() => void calls.fetchNextPage()}>
                {text('list.more')}
              </Button>
            </div>
          )}
        </>
      ) : (
        <LoadState query={calls} />
      )}
    </Page>
  );
}

function useColumns(): Array<Column<AuditedCall>> {
  const text = useAuditText();
  const moment = useMoment();
  const words = useRequirementWords();
  return [
    {
      key: 'tool',
      title: text('filter.tool'),
      header: true,
      cell: ({ call, turnId }) => (
        <Link className={styles.codeWord} to={`/audit/turns/${turnId}#call-${call.id}`}>
          {call.effectiveName || call.name}
        </Link>
      ),
    },
    { key: 'outcome', title: text('calls.outcome'), cell: ({ call }) => <OutcomeTag call={call} /> },
    { key: 'why', title: text('calls.why'), wide: true, cell: ({ call }) => whyOf(text, words, call).join(' · ') },
    { key: 'decided', title: text('calls.decided'), cell: ({ call }) => wordsFor(text, `disposition.${call.disposition}`) },
    { key: 'place', title: text('calls.place'), wide: true, cell: ({ course, chatbot, call }) => text('calls.placeWords', { course, chatbot, version: call.version }) },
    { key: 'at', title: text('log.at'), number: true, cell: ({ at }) => moment(at) },
  ];
}

type Words = ReturnType<typeof useRequirementWords>;

/** What spoke against a call. */
function whyOf(text: AuditText, words: Words, { reject, logReason, requirements, requirementsAtRun }: AuditedCall['call']): string[] {
  const reason = rejectParts(reject)?.reason ?? null;
  const unmet = [...requirements, ...(requirementsAtRun ?? [])].filter(({ met }) => !met);
  return [
    ...(reason === null ? [] : [wordsFor(text, `reject.${reason}`)]),
    ...new Set(unmet.map(({ requirement }) => text('calls.unmet', { requirement: words(requirement) }))),
    ...(logReason === null ? [] : [logReason]),
  ];
}
