import { localeOf, type TurnTrace, useLanguage } from '@course-chatbot/chat';
import { useAuditText, wordsFor } from '../language/audit-text';
import { useMoment } from '../language/moment';
import styles from './calls.module.css';

/** Where and when a turn was, by which configuration, and what it cost. */
export function TurnFacts({ turn }: { turn: TurnTrace }) {
  const text = useAuditText();
  const moment = useMoment();
  const locale = localeOf[useLanguage()];
  const { course, chatbot, version, model, student, state, errorCode, startedAt, endedAt } = turn;
  const seconds = endedAt === null ? null : (Date.parse(endedAt) - Date.parse(startedAt)) / 1_000;
  const took = seconds === null ? '' : ` · ${seconds.toLocaleString(locale, { maximumFractionDigits: 1 })} s`;
  const tokens = { input: turn.inputTokens.toLocaleString(locale), output: turn.outputTokens.toLocaleString(locale) };
  const facts = [
    [text('filter.course'), course],
    [text('filter.chatbot'), text('turn.version', { chatbot, version })],
    [text('filter.model'), model],
    [text('turn.student'), student === null ? text('list.erased') : student.name || text('list.nameless')],
    [text('turn.state'), [wordsFor(text, `status.${state}`), errorCode].filter(Boolean).join(': ')],
    [text('turn.time'), `${moment(startedAt, true)}${took}`],
    [text('turn.requests'), String(turn.requests)],
    [text('turn.tokens'), text('turn.tokensWords', tokens)],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
