import type { CallTrace, RequirementTrace } from '@course-chatbot/chat';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useRequirementWords } from '../../requirements/requirement-words';
import { Fold } from '../../widgets/fold';
import { Tag } from '../../widgets/tag';
import { type AuditText, useAuditText, wordsFor } from '../language/audit-text';
import styles from './calls.module.css';
import { type Outcome, outcomeOf, readable } from './call-outcome';
import { Refusal } from './refusal';

const kinds: Record<Outcome, 'good' | 'warn' | 'bad' | 'plain'> = { ran: 'good', failed: 'warn', refused: 'bad', open: 'plain' };

/**
 * A call as it is on record: what was asked for, what was decided and why, and what came of it. Where the address points
 * at it, it is shown: the browser itself does so only for what was there when the page was opened.
 */
export function CallCard({ call }: { call: CallTrace }) {
  const text = useAuditText();
  const { name, effectiveName, disposition, status, version, startedAt, endedAt } = call;
  const ran = effectiveName || name;
  const ms = startedAt !== null && endedAt !== null ? Date.parse(endedAt) - Date.parse(startedAt) : null;
  const id = `call-${call.id}`;
  const pointedAt = useLocation().hash === `#${id}`;
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (pointedAt) card.current?.scrollIntoView();
  }, [pointedAt]);
  return (
    <div ref={card} className={styles.call} id={id} aria-current={pointedAt || undefined}>
      <p className={styles.name}>
        <code>{ran}</code> <OutcomeTag call={call} />
      </p>
      {ran !== name && <p className={styles.aside}>{text('call.writtenAs', { name })}</p>}
      <p className={styles.aside}>
        {text('call.decided', {
          disposition: wordsFor(text, `disposition.${disposition}`),
          status: wordsFor(text, `status.${status}`),
          version,
        })}
        {ms !== null && ` · ${text('call.took', { ms })}`}
      </p>
      <Refusal call={call} />
      <Requirements call={call} text={text} />
      <Arguments call={call} />
      {call.output !== null && (
        <Fold level={4} title={text('call.output')}>
          {() => (
            <pre className={styles.code} tabIndex={0}>
              {call.output}
            </pre>
          )}
        </Fold>
      )}
    </div>
  );
}

export function OutcomeTag({ call }: { call: CallTrace }) {
  const text = useAuditText();
  const outcome = outcomeOf(call);
  return <Tag kind={kinds[outcome]}>{text(`outcome.${outcome}`)}</Tag>;
}

function Requirements({ call: { requirements, requirementsAtRun }, text }: { call: CallTrace; text: AuditText }) {
  const changed = requirementsAtRun !== null && JSON.stringify(requirementsAtRun) !== JSON.stringify(requirements);
  return (
    <>
      <RequirementList title={text('call.requirements')} list={requirements} text={text} />
      {requirementsAtRun !== null && requirementsAtRun.length > 0 && !changed && (
        <p className={styles.aside}>{text('call.againSame')}</p>
      )}
      {changed && <RequirementList title={text('call.again')} list={requirementsAtRun} text={text} />}
    </>
  );
}

function RequirementList({ title, list, text }: { title: string; list: RequirementTrace[]; text: AuditText }) {
  const words = useRequirementWords();
  if (list.length === 0) return null;
  return (
    <>
      <p className={styles.aside}>{title}</p>
      <ul className={styles.requirements}>
        {list.map(({ requirement, met }) => (
          <li key={requirement} data-met={met}>
            <span aria-hidden="true">{met ? '✓' : '✕'}</span> {words(requirement)}
            <span className={styles.aside}> {text(met ? 'call.met' : 'call.notMet')}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Arguments({ call }: { call: CallTrace }) {
  const text = useAuditText();
  const { arguments: written, effectiveArguments: ran } = call;
  if (written === null && ran === null) return <p className={styles.aside}>{text('call.argumentsErased')}</p>;
  const same = ran === null || ran === written;
  return (
    <>
      {written !== null && <Code title={text(same ? 'call.arguments' : 'call.argumentsWritten')} code={written} />}
      {!same && <Code title={text('call.argumentsRan')} code={ran} />}
    </>
  );
}

function Code({ title, code }: { title: string; code: string }) {
  return (
    <>
      <p className={styles.aside}>{title}</p>
      <pre className={styles.code} tabIndex={0}>
        {readable(code)}
      </pre>
    </>
  );
}
