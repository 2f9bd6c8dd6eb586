import { type AnswerShares, type InsightDay, type Insights, useChatText, type VerdictCount, VerdictSign, verdictWords } from '@course-chatbot/chat';
import { ChartOrTable } from '../../widgets/chart/chart-or-table';
import { percentOf, type Share, ShareBar } from '../../widgets/chart/share-bar';
import { DataTable } from '../../widgets/table/data-table';
import { useTeachText } from '../language/teach-text';
import styles from './insights.module.css';
import { isWithheld, useNothing } from './withheld';

const kinds: Record<keyof AnswerShares, Share['kind']> = {
  supported: 'good',
  partly: 'warn',
  unsupported: 'bad',
  uncited: 'plain',
  unfinished: 'faint',
};

/** How answers and their sentences stand by their sources. */
export function AnswerCharts({ insights: { answers, verdicts, days } }: { insights: Insights }) {
  return (
    <div className={styles.pair}>
      <AnswersChart answers={answers} days={days} />
      <VerdictsTable verdicts={verdicts} days={days} />
    </div>
  );
}

function AnswersChart({ answers, days }: { answers: AnswerShares; days: InsightDay[] }) {
  const text = useTeachText();
  const nothing = useNothing(days);
  const title = text('insights.answers');
  const names = Object.keys(kinds) as Array<keyof AnswerShares>;
  const shares = names.map((key) => ({ key, label: text(`share.${key}`), value: answers[key], kind: kinds[key] }));
  const all = shares.reduce((sum, { value }) => sum + value, 0);
  if (all === 0 && days.some(isWithheld)) {
    // Bars and rows of 0 would say that nobody got an answer.
    return (
      <section className={styles.part} aria-labelledby="answers-title">
        <h2 id="answers-title">{title}</h2>
        <p className={styles.nothing}>{nothing('insights.unansweredNone')}</p>
      </section>
    );
  }
  const parts = shares.map(({ label, value }) => `${label} ${percentOf(value, all)}`).join(', ');
  return (
    <ChartOrTable
      title={title}
      chart={<ShareBar name={text('insights.answersAbout', { title, parts })} shares={shares} />}
      table={
        <DataTable
          caption={title}
          captionUnseen
          columns={[
            { key: 'kind', title, header: true, cell: ({ label }: Share) => label },
            { key: 'count', title: text('insights.count'), number: true, cell: ({ value }: Share) => value },
            { key: 'share', title: text('insights.share'), number: true, cell: ({ value }: Share) => percentOf(value, all) },
          ]}
          rows={shares}
          rowKey={({ key }) => key}
          empty={text('insights.unansweredNone')}
        />
      }
    />
  );
}

function VerdictsTable({ verdicts, days }: { verdicts: VerdictCount[]; days: InsightDay[] }) {
  const text = useTeachText();
  const nothing = useNothing(days);
  const chat = useChatText();
  const all = verdicts.reduce((sum, { count }) => sum + count, 0);
  const title = text('insights.verdicts');
  return (
    <section className={styles.part} aria-labelledby="verdicts-title">
      <h2 id="verdicts-title">{title}</h2>
      <DataTable
        caption={title}
        captionUnseen
        columns={[
          {
            key: 'verdict',
            title: text('insights.verdict'),
            header: true,
            cell: ({ verdict }: VerdictCount) => (
              <span className={styles.verdict}>
                <VerdictSign verdict={verdict} /> {verdictWords(chat, verdict)}
              </span>
            ),
          },
          { key: 'count', title: text('insights.sentences'), number: true, cell: ({ count }: VerdictCount) => count },
          {
            key: 'share',
            title: text('insights.share'),
            number: true,
            cell: ({ count }: VerdictCount) => percentOf(count, all),
          },
        ]}
        rows={verdicts}
        rowKey={({ verdict }) => verdict}
        empty={nothing('insights.unansweredNone')}
      />
    </section>
  );
}
