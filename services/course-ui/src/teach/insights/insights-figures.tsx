import { type Insights, localeOf, useLanguage } from '@course-chatbot/chat';
import { percentOf } from '../../widgets/chart/share-bar';
import { useTeachText } from '../language/teach-text';
import styles from './insights.module.css';

/** The few numbers that one looks for first. */
export function InsightsFigures({ insights }: { insights: Insights }) {
  const text = useTeachText();
  const locale = localeOf[useLanguage()];
  const { questions, activeStudents, answers, feedback } = insights;
  const cite = answers.supported + answers.partly + answers.unsupported;
  const figures = [
    { title: text('insights.questions'), value: questions.toLocaleString(locale) },
    { title: text('insights.students'), value: studentsWords(insights, text, locale) },
    {
      title: text('insights.supportedShare'),
      value: percentOf(answers.supported, cite),
      about: text('insights.ofAnswers', { part: answers.supported, all: cite }),
    },
    {
      title: text('insights.feedback'),
      value: percentOf(feedback.up, feedback.up + feedback.down),
      about: text('insights.upDown', { up: feedback.up, down: feedback.down }),
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

function studentsWords({ activeStudents, questions }: Insights, text: ReturnType<typeof useTeachText>, locale: string) {
  if (activeStudents !== null) return activeStudents.toLocaleString(locale);
  return text(questions === 0 ? 'insights.none' : 'insights.fewer');
}
