import type { AuditedCitation } from '@course-chatbot/chat';
import { useEffect, useRef, useState } from 'react';
import type { useCitations } from '../api/audit-queries';
import { type ListAction, rowAt } from './list-keys';

/** So many rows before the end the next ones are asked for. */
const ahead = 10;

export interface GoingProps {
  rows: AuditedCitation[];
  list: ReturnType<typeof useCitations>;
  /** The row that is open. */
  open: string | null;
  setOpen: (id: string | null) => void;
  /** Whether the list is hidden while a row is open. */
  narrow: boolean;
}

/** From row to row, and back to the list; `focused` is the row that is to have the focus. */
export function useGoing({ rows, list, open, setOpen, narrow }: GoingProps) {
  const [focused, setFocused] = useState<{ id: string } | null>(null);
  // Who presses two keys at once means the second from where the first leads.
  const aim = useRef(open);
  useEffect(() => {
    aim.current = open;
  }, [open]);
  const go = (action: ListAction) => {
    const ids = rows.map(({ id }) => id);
    const next = rowAt(ids, aim.current, action);
    if (next === null) return;
    aim.current = next;
    setOpen(next);
    if (!narrow || open === null) setFocused({ id: next });
    if (ids.indexOf(next) >= ids.length - ahead && list.hasNextPage && !list.isFetching) void list.fetchNextPage();
  };
  const close = () => {
    if (open === null) return;
    setFocused({ id: open });
    setOpen(null);
  };
  return { focused, go, close };
}
