import { type Insights, localeOf, useLanguage } from '@course-chatbot/chat';
import { percentOf } from '../../widgets/chart/share-bar';
import { useTeachText } from '../language/teach-text';
import styles from './insights.module.css';

/** The few numbers that one looks for first. */
export function InsightsFigures({ insights }: { insights: Insights }) {
  const text = useTeachText();
  const locale = localeOf[useLanguage()];
  const { activeStudents, answers, feedback } = insights;
  const cite = answers.supported + answers.partly + answers.unsupported;
  const figures = [
    questionsFigure(insights, text, locale),
    { title: text('insights.students'), value: studentsWords(insights, text, locale) },
    {
      title: text('insights.supportedShare'),
      value: percentOf(answers.supported, cite),
      about: cite > 0 && text('insights.ofAnswers', { part: answers.supported, all: cite }),
    },
    {
      title: text('insights.feedback'),
      value: percentOf(feedback.up, feedback.up + feedback.down),
      about: feedback.up + feedback.down > 0 && text('insights.upDown', { up: feedback.up, down: feedback.down }),
    },
  ];
  return (
    <dl className={styles.figures} data-few={activeStudents === null}>
      {figures.map(({ title, value, about }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            {value}
            {about && <span>{about}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Text = ReturnType<typeof useTeachText>;

/** How many questions were asked; those of days that tell of few students are not in it. */
function questionsFigure({ questions, days }: Insights, text: Text, locale: string) {
  const title = text('insights.questions');
  if (!days.some(({ students }) => students === null)) return { title, value: questions.toLocaleString(locale) };
  return { title, value: questions === 0 ? '–' : questions.toLocaleString(locale), about: text('insights.leftOut') };
}

function studentsWords({ activeStudents, days }: Insights, text: Text, locale: string) {
  if (activeStudents !== null) return activeStudents.toLocaleString(locale);
  return text(days.every(({ students }) => students === 0) ? 'insights.none' : 'insights.fewer');
}
