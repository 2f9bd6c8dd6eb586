import type { CallTrace, RoundTrace } from '@course-chatbot/chat';
import { useRequirementWords } from '../../requirements/requirement-words';
import { replyFate } from '../../trace/reply-fate';
import { Fold } from '../../widgets/fold';
import { Tag } from '../../widgets/tag';
import { useEditor } from '../editor/editor-context';
import { toolName, type Words } from '../settings/setting-words';
import { outcomeOf, rejectWords } from './call-outcome';
import styles from './try.module.css';

/** One request to the model and what came of it. */
export function TraceRound({ round }: { round: RoundTrace }) {
  const { words } = useEditor();
  const { text } = words;
  const { number, offered, calls, rejects } = round;
  const fate = replyFate(round);
  const tools = offered.map((name) => toolName(words, name)).join(', ');
  return (
    <li>
      <h4>{text('trace.round', { number })}</h4>
      <p className={styles.lead}>{offered.length > 0 ? text('trace.offered', { tools }) : text('trace.offeredNone')}</p>
      {calls.map((call) => (
        <Call key={`${call.id} ${call.attempt}`} call={call} />
      ))}
      {rejects.map((reject, index) => (
        <p key={index}>{text(`trace.rejects.${fate}`, { why: rejectWords(text, reject) })}</p>
      ))}
      {calls.length === 0 && (rejects.length === 0 || fate === 'taken') && <p>{text('trace.answered')}</p>}
    </li>
  );
}

function Call({ call }: { call: CallTrace }) {
  const { words } = useEditor();
  const { text } = words;
  const required = useRequirementWords();
  const outcome = outcomeOf(call);
  const missing = [...call.requirements, ...(call.requirementsAtRun ?? [])].filter(({ met }) => !met);
  const given = argumentsOf(call);
  return (
    <div className={styles.call}>
      <p>
        {toolName(words, call.effectiveName || call.name)} <OutcomeTag outcome={outcome} words={words} />
      </p>
      {call.effectiveName !== '' && call.effectiveName !== call.name && (
        <p className={styles.lead}>{text('trace.repaired', { name: call.name })}</p>
      )}
      {given && <p className={styles.lead}>{text('trace.asked', { arguments: given })}</p>}
      {outcome === 'refused' && <p>{rejectWords(text, call.reject)}</p>}
      {missing.map(({ requirement }) => (
        <p key={requirement}>{text('trace.requirement', { what: required(requirement) })}</p>
      ))}
      {call.output !== null && (
        <Fold level={4} title={text('trace.output')}>
          {() => <pre className={styles.output} tabIndex={0}>{call.output}</pre>}
        </Fold>
      )}
    </div>
  );
}

function OutcomeTag({ outcome, words: { text } }: { outcome: ReturnType<typeof outcomeOf>; words: Words }) {
  if (outcome === 'ran') return <Tag kind="good">{text('trace.ran')}</Tag>;
  if (outcome === 'failed') return <Tag kind="warn">{text('trace.failedCall')}</Tag>;
  return <Tag kind="bad">{text('trace.refused')}</Tag>;
}

/** The arguments in short: of an object, the values with their names. */
function argumentsOf({ effectiveArguments, arguments: written }: CallTrace): string {
  const raw = effectiveArguments ?? written ?? '';
  try {
    const values = Object.entries(JSON.parse(raw) as Record<string, unknown>);
    return values.map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`).join(', ');
  } catch {
    return raw;
  }
}
