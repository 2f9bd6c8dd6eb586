import type { AuditedCitation } from '@course-chatbot/chat';
import { useState } from 'react';
import { useReview } from '../api/audit-queries';

/** The note of the row that is open, and marking it reviewed: by its button or by a key. */
export function useReviewing(row: AuditedCitation | null) {
  const review = useReview();
  const [written, setWritten] = useState<{ id: string; note: string } | null>(null);
  const mine = written !== null && written.id === row?.id;
  const note = mine ? written.note : (row?.review?.note ?? '');
  const send = (reviewed: boolean) => {
    if (row === null || !row.cited || review.isPending) return;
    review.mutate({ id: row.id, reviewed, note: reviewed ? note : '' }, { onSuccess: () => setWritten(null) });
  };
  const last = review.variables;
  return {
    note,
    setNote: (next: string) => row !== null && setWritten({ id: row.id, note: next }),
    changed: mine && note !== (row?.review?.note ?? ''),
    mark: () => send(true),
    takeBack: () => send(false),
    /** Marks what is not reviewed, and takes back what is. */
    toggle: () => send(row?.review === null || (mine && note !== row?.review?.note)),
    pending: review.isPending,
    failed: review.isError && last?.id === row?.id,
    /** What was done last, for those who do not see it. */
    done: review.isSuccess ? ((last?.reviewed ?? false) ? ('marked' as const) : ('takenBack' as const)) : null,
  };
}

export type Reviewing = ReturnType<typeof useReviewing>;
