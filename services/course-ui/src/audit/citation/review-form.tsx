import type { AuditedCitation } from '@course-chatbot/chat';
import { Button } from '../../widgets/button';
import { Field } from '../../widgets/form/field';
import type { Reviewing } from '../citations/use-reviewing';
import { useAuditText } from '../language/audit-text';
import { useMoment } from '../language/moment';
import styles from './review-form.module.css';

/** As many characters as the server keeps. */
const longestNote = 2_000;

/** Whether somebody has looked at it, and what they noted. */
export function ReviewForm({ row: { review }, reviewing }: { row: AuditedCitation; reviewing: Reviewing }) {
  const text = useAuditText();
  const moment = useMoment();
  const { note, setNote, changed, mark, takeBack, pending, failed } = reviewing;
  const tooLong = note.length > longestNote ? text('review.tooLong', { count: longestNote }) : undefined;
  return (
    <div className={styles.review} data-reviewed={review !== null}>
      {review && (
        <p className={styles.by}>
          ✓ {text('review.by', { name: review.by?.name ?? text('review.somebody'), at: moment(review.at) })}
        </p>
      )}
      <Field
        name="note"
        label={text('review.note')}
        value={note}
        onChange={setNote}
        fault={tooLong}
        aside={text('review.optional')}
      />
      {failed && <p role="alert">{text('review.failed')}</p>}
      <div className={styles.actions}>
        {(review === null || changed) && (
          <Button kind="main" isPending={pending} isDisabled={tooLong !== undefined} onPress={mark}>
            {text(review === null ? 'review.mark' : 'review.save')}
          </Button>
        )}
        {review && (
          <Button isPending={pending} onPress={takeBack}>
            {text('review.takeBack')}
          </Button>
        )}
      </div>
    </div>
  );
}
