import { type AuditedCitation, VerdictSign } from '@course-chatbot/chat';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useAuditText } from '../language/audit-text';
import { useShortMoment } from '../language/moment';
import styles from './citation-table.module.css';

export interface CitationTableProps {
  rows: AuditedCitation[];
  open: string | null;
  /** A row that was come to by keys: it takes the focus. */
  focused: { id: string } | null;
  onOpen: (id: string) => void;
  /** Enter on the row that is open: on to what stands beside it. */
  onEnter: () => void;
}

const columns = ['found', 'sentence', 'page', 'at'] as const;

/** The citations, newest first; one of them is open. On a phone its rows are no table's to the eye, so roles are said. */
export function CitationTable({ rows, open, focused, onOpen, onEnter }: CitationTableProps) {
  const text = useAuditText();
  const body = useRef<HTMLTableSectionElement>(null);
  const taken = useRef(focused);
  // On a phone the list is shown only once nothing is open: until then a row takes no focus.
  useEffect(() => {
    if (!focused || taken.current === focused) return;
    const row = body.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(focused.id)}"]`);
    row?.focus();
    if (row && document.activeElement === row) taken.current = focused;
  }, [focused, open]);
  const reached = rows.some(({ id }) => id === open) ? open : rows[0]?.id;
  return (
    <table className={styles.table} role="grid" aria-label={text('list.title')}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column} scope="col" role="columnheader" data-column={column}>
              {text(`list.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body} role="rowgroup">
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            open={row.id === open}
            reached={row.id === reached}
            onPress={() => (row.id === open ? onEnter() : onOpen(row.id))}
            onClick={() => onOpen(row.id)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  row: AuditedCitation;
  open: boolean;
  /** Whether Tab comes to it: to one row of all. */
  reached: boolean;
  onPress: () => void;
  onClick: () => void;
}

function Row({ row, open, reached, onPress, onClick }: RowProps) {
  const text = useAuditText();
  const moment = useShortMoment();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onPress();
  };
  const place = [row.course, row.chatbot].join(' · ');
  return (
    <tr
      role="row"
      className={styles.row}
      data-row={row.id}
      aria-selected={open}
      tabIndex={reached ? 0 : -1}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <td role="gridcell" data-column="found">
        <Found row={row} />
      </td>
      <td role="gridcell" data-column="sentence">
        <Sentence row={row} />
      </td>
      <td role="gridcell" data-column="page" title={`${row.page ?? ''}\n${place}`}>
        <span className={styles.line} dir="auto">{row.page ?? text('list.noPage')}</span>
        <span className={styles.aside}>{place}</span>
      </td>
      <td role="gridcell" data-column="at">
        {moment(row.at).map((line) => (
          <span key={line} className={styles.at}>
            {line}
          </span>
        ))}
        {row.review && <span className={styles.reviewed}>✓ {text('list.reviewed')}</span>}
      </td>
    </tr>
  );
}

function Found({ row: { verdict, freshness, cited } }: { row: AuditedCitation }) {
  const text = useAuditText();
  const moved = freshness !== null && freshness !== 'fresh';
  return (
    <>
      <span className={styles.verdict}>
        {verdict && <VerdictSign verdict={verdict} />}
        {verdict ? text(`short.${verdict}`) : text(cited ? 'list.notChecked' : 'list.notCited')}
      </span>
      {moved && (
        <span className={styles.freshness} data-gone={freshness === 'gone'}>
          {text(`freshness.${freshness}`)}
        </span>
      )}
    </>
  );
}

function Sentence({ row: { sentence, erased, cited } }: { row: AuditedCitation }) {
  const text = useAuditText();
  if (sentence === null) return <span className={styles.aside}>{text(erased && cited ? 'list.erased' : 'list.noSentence')}</span>;
  return (
    <span className={styles.two} dir="auto" title={sentence}>
      {sentence}
    </span>
  );
}
