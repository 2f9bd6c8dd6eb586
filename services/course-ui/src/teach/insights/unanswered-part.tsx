import { type Insights, localeOf, useLanguage } from '@course-chatbot/chat';
import { DataTable } from '../../widgets/table/data-table';
import { useTeachText } from '../language/teach-text';
import styles from './insights.module.css';
import { useNothing } from './withheld';

/** What students asked and the material did not answer: what could be written next. */
export function UnansweredPart({ insights: { unanswered, days } }: { insights: Insights }) {
  const text = useTeachText();
  const nothing = useNothing(days);
  const locale = localeOf[useLanguage()];
  const title = text('insights.unanswered');
  return (
    <section className={styles.part} aria-labelledby="unanswered-title">
      <h2 id="unanswered-title">{title}</h2>
      <p className={styles.lead}>{text('insights.unansweredAbout')}</p>
      <DataTable
        caption={title}
        captionUnseen
        stacked
        columns={[
          {
            key: 'question',
            title: text('insights.question'),
            header: true,
            wide: true,
            cell: ({ question }) => <span dir="auto">{question}</span>,
          },
          { key: 'count', title: text('insights.times'), number: true, cell: ({ count }) => count.toLocaleString(locale) },
          {
            key: 'last',
            title: text('insights.last'),
            number: true,
            cell: ({ lastAskedAt }) => new Date(lastAskedAt).toLocaleDateString(locale, { dateStyle: 'medium' }),
          },
        ]}
        rows={unanswered}
        rowKey={({ question }) => question}
        empty={nothing('insights.unansweredNone')}
      />
    </section>
  );
}
