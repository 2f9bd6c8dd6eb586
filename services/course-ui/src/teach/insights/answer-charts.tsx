import { type AnswerShares, type Insights, useChatText, type VerdictCount, VerdictSign, verdictWords } from '@course-chatbot/chat';
import { ChartOrTable } from '../../widgets/chart/chart-or-table';
import { percentOf, type Share, ShareBar } from '../../widgets/chart/share-bar';
import { DataTable } from '../../widgets/table/data-table';
import { useTeachText } from '../language/teach-text';
import styles from './insights.module.css';

const kinds: Record<keyof AnswerShares, Share['kind']> = {
  supported: 'good',
  partly: 'warn',
  unsupported: 'bad',
  uncited: 'plain',
  unfinished: 'faint',
};

/** How answers and their sentences stand by their sources. */
export function AnswerCharts({ insights: { answers, verdicts } }: { insights: Insights }) {
  return (
    <div className={styles.pair}>
      <AnswersChart answers={answers} />
      <VerdictsTable verdicts={verdicts} />
    </div>
  );
}

function AnswersChart({ answers }: { answers: AnswerShares }) {
  const text = useTeachText();
  const title = text('insights.answers');
  const names = Object.keys(kinds) as Array<keyof AnswerShares>;
  const shares = names.map((key) => ({ key, label: text(`share.${key}`), value: answers[key], kind: kinds[key] }));
  const all = shares.reduce((sum, { value }) => sum + value, 0);
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

function VerdictsTable({ verdicts }: { verdicts: VerdictCount[] }) {
  const text = useTeachText();
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
        empty={text('insights.unansweredNone')}
      />
    </section>
  );
}
