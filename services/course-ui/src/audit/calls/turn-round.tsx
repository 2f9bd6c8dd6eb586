import { localeOf, type RoundTrace, useLanguage } from '@course-chatbot/chat';
import { replyFate } from '../../trace/reply-fate';
import { Fold } from '../../widgets/fold';
import { useAuditText, wordsFor } from '../language/audit-text';
import { CallCard } from './call-card';
import { roundDecision } from './call-outcome';
import styles from './calls.module.css';
import { RejectWords } from './refusal';

/** One round: what could be used, what the model wrote, and what was decided about it. */
export function TurnRound({ round }: { round: RoundTrace }) {
  const text = useAuditText();
  const locale = localeOf[useLanguage()];
  const { number, attempts, offered, calls, rejects } = round;
  const decision = roundDecision(round);
  const tokens = (round.inputTokens + round.outputTokens).toLocaleString(locale);
  const sums = [
    text('turn.attempts', { count: attempts }),
    text('turn.tokensCount', { tokens }),
    ...(decision === null ? [] : [text('turn.decided', { disposition: wordsFor(text, `disposition.${decision}`) })]),
  ];
  return (
    <li className={styles.round}>
      <h3>{text('turn.round', { number })}</h3>
      <p className={styles.aside}>{sums.join(' · ')}</p>
      <p className={styles.aside}>
        {offered.length > 0 ? text('turn.offered', { tools: offered.join(', ') }) : text('turn.offeredNone')}
      </p>
      {calls.map((call) => (
        <CallCard key={`${call.id} ${call.attempt}`} call={call} />
      ))}
      {rejects.map((reject, index) => (
        <div key={index} className={styles.refusal}>
          <p>{text(`turn.rejects.${replyFate(round)}`)}</p>
          <RejectWords reject={reject} />
        </div>
      ))}
      {round.text === null && <p className={styles.aside}>{text('one.erased')}</p>}
      {round.text && (
        <Fold level={4} title={text('turn.reply')}>
          {() => (
            <pre className={styles.code} tabIndex={0} dir="auto">
              {round.text}
            </pre>
          )}
        </Fold>
      )}
    </li>
  );
}
