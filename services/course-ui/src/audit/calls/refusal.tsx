import type { CallTrace } from '@course-chatbot/chat';
import { useAuditText, wordsFor } from '../language/audit-text';
import { rejectParts } from './call-outcome';
import styles from './calls.module.css';

/** Why a call was not taken, and who was told. */
export function Refusal({ call: { reject, logReason, audience } }: { call: CallTrace }) {
  const text = useAuditText();
  if (rejectParts(reject) === null && logReason === null && audience === null) return null;
  return (
    <div className={styles.refusal}>
      <RejectWords reject={reject} />
      {logReason !== null && <p>{text('call.gate', { reason: logReason })}</p>}
      {audience !== null && (
        <p className={styles.aside}>{text(audience === 'model' ? 'call.toldModel' : 'call.toldNobody')}</p>
      )}
    </div>
  );
}

/** A refusal in words: its reason, where, what came and what would have been right. */
export function RejectWords({ reject }: { reject: unknown }) {
  const text = useAuditText();
  const parts = rejectParts(reject);
  if (parts === null) return null;
  const { reason, pointer, expected, got } = parts;
  return (
    <>
      {reason !== null && <p>{wordsFor(text, `reject.${reason}`)}</p>}
      {pointer !== null && <p className={styles.aside}>{text('reject.at', { pointer })}</p>}
      {got !== null && <p className={styles.aside}>{text('reject.got', { got })}</p>}
      {expected.length > 0 && <p className={styles.aside}>{text('reject.expected', { expected: expected.join(' · ') })}</p>}
    </>
  );
}
