import { type CitationDetail, MarkedPassage, type PassageNow, type PassageThen } from '@course-chatbot/chat';
import { SideDiff } from '../../widgets/diff/side-diff';
import { Side, Sides } from '../../widgets/diff/sides';
import { Tag } from '../../widgets/tag';
import { useAuditText } from '../language/audit-text';
import styles from './passages.module.css';

/** The passage as it was cited, and what stands there now. */
export function Passages({ detail: { then, now, span, answer } }: { detail: CitationDetail }) {
  const text = useAuditText();
  if (then === null) return null;
  const same = now?.text === then.text;
  const [before, after] = [<Then key="then" then={then} />, <Now key="now" now={now} />];
  const leansOn = then.citedText !== null && then.citedText !== then.text && (
    <p className={styles.place} dir="auto">
      {text('passage.leansOn', { words: then.citedText })}
    </p>
  );
  if (same) {
    return (
      <section className={styles.passages} aria-label={text('passage.title')}>
        <Sides>
          <Side title={text('passage.same')} about={after}>
            <MarkedPassage passage={then.text} span={span} message={answer} />
          </Side>
        </Sides>
        {leansOn}
      </section>
    );
  }
  return (
    <section className={styles.passages} aria-label={text('passage.title')}>
      {now?.text ? (
        <SideDiff
          before={{ text: then.text, title: text('passage.then'), about: before }}
          after={{ text: now.text, title: text('passage.now'), about: after }}
        />
      ) : (
        <Sides>
          <Side title={text('passage.then')} about={before}>
            <MarkedPassage passage={then.text} span={span} message={answer} />
          </Side>
          <Side title={text('passage.now')} about={after}>
            <p>{text(now ? 'passage.nothingLike' : 'passage.deleted')}</p>
          </Side>
        </Sides>
      )}
      {leansOn}
    </section>
  );
}

function Then({ then: { title, chapter, section, revision } }: { then: PassageThen }) {
  const text = useAuditText();
  const place = [chapter, title, section].filter((name, index, all) => name && all.indexOf(name) === index);
  return (
    <p className={styles.place}>
      {place.join(' › ')} · {text('passage.revision', { revision })}
    </p>
  );
}

function Now({ now }: { now: PassageNow | null }) {
  const text = useAuditText();
  if (now === null) return null;
  return (
    <p className={styles.place}>
      <a href={now.url} target="_blank" rel="noreferrer">
        {now.title}
      </a>{' '}
      · {text('passage.revision', { revision: now.revision })}{' '}
      {!now.open && <Tag kind="warn">{text('passage.closed')}</Tag>}
    </p>
  );
}
