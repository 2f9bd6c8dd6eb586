import { type FeedbackComment, type Insights, localeOf, useLanguage } from '@course-chatbot/chat';
import { type Column, DataTable } from '../../widgets/table/data-table';
import { Tag } from '../../widgets/tag';
import { useTeachText } from '../language/teach-text';
import styles from './insights.module.css';
import { useNothing } from './withheld';

/** What students say of answers. */
export function FeedbackPart({ insights: { feedback, days } }: { insights: Insights }) {
  const text = useTeachText();
  const nothing = useNothing(days);
  const locale = localeOf[useLanguage()];
  const title = text('insights.comments');
  const columns: Array<Column<FeedbackComment>> = [
    {
      key: 'rating',
      title: text('insights.rating'),
      cell: ({ rating }) => <Tag kind={rating === 'up' ? 'good' : 'bad'}>{text(`insights.${rating}`)}</Tag>,
    },
    {
      key: 'comment',
      title: text('insights.comment'),
      wide: true,
      cell: ({ reason, comment }) => (
        <>
          {reason && <div>{text(`reason.${reason}`)}</div>}
          {comment && <div dir="auto">{comment}</div>}
        </>
      ),
    },
    {
      key: 'question',
      title: text('insights.question'),
      wide: true,
      cell: ({ question }) => <span dir="auto">{question}</span>,
    },
    {
      key: 'date',
      title: text('insights.date'),
      number: true,
      cell: ({ at }) => new Date(at).toLocaleDateString(locale, { dateStyle: 'medium' }),
    },
  ];
  return (
    <section className={styles.part} aria-labelledby="comments-title">
      <h2 id="comments-title">{title}</h2>
      <DataTable
        caption={title}
        captionUnseen
        stacked
        columns={columns}
        rows={feedback.comments}
        rowKey={({ at, question }) => `${at} ${question}`}
        empty={nothing('insights.commentsNone')}
      />
    </section>
  );
}
