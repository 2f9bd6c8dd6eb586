import { type CitationDetail, MarkedAnswer } from '@course-chatbot/chat';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CallCard } from '../calls/call-card';
import { citationsPath } from '../filters/citation-filter';
import { useAuditText } from '../language/audit-text';
import { useMoment } from '../language/moment';
import styles from './citation-pane.module.css';
import { Passages } from './passages';
import { WhyVerdict } from './why-verdict';

/** Everything about a citation: what was found and why, what was asked and said, and where that was to stand. */
export function CitationFacts({ detail }: { detail: CitationDetail }) {
  const text = useAuditText();
  const { row, question, answer, span, call, student } = detail;
  const erased = <p className={styles.aside}>{text('one.erased')}</p>;
  return (
    <div className={styles.facts}>
      <WhyVerdict detail={detail} />
      <Part title={student?.name ? text('one.asked', { name: student.name }) : text('one.question')}>
        {question === null ? erased : <p dir="auto">{question}</p>}
      </Part>
      <Part title={text(span ? 'one.answerMarked' : 'one.answer')}>
        {answer === null ? (
          erased
        ) : (
          <div className={styles.box}>
            <MarkedAnswer message={answer} span={span} />
          </div>
        )}
      </Part>
      <Passages detail={detail} />
      {call && (
        <Part title={text('one.call')}>
          <CallCard call={call} />
        </Part>
      )}
      <Part title={text('one.configuration')}>
        <Configuration detail={detail} />
        <p className={styles.links}>
          <Link to={`/audit/turns/${row.turnId}`}>{text('one.toTurn')}</Link>
          {row.pageId && <Link to={citationsPath({ show: 'all', pageId: row.pageId })}>{text('one.samePage')}</Link>}
        </p>
      </Part>
    </div>
  );
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Configuration({ detail: { row, version, citationPolicy } }: { detail: CitationDetail }) {
  const text = useAuditText();
  const moment = useMoment();
  const { chatbot, course, model } = row;
  return (
    <>
      <p>{text('one.version', { chatbot, version, policy: text(`policy.${citationPolicy}`) })}</p>
      <p className={styles.aside}>{[course, model, moment(row.at, true)].join(' · ')}</p>
    </>
  );
}
