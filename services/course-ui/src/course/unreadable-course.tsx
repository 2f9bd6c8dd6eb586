import { useLanguage } from '@course-chatbot/chat';
import { Link } from 'react-router';
import { usePageText } from '../language/page-text';
import type { Outline } from '../lms/lms-api';
import { useTitle } from '../pages/use-title';
import styles from './course-outline.module.css';
import { directionOf } from './direction';
import { TeachLink } from './teach-link';

/** What somebody sees of a course that they are not in: what it is, and what they can do. */
export function UnreadableCourse({ outline }: { outline: Outline }) {
  const { course } = outline;
  const text = usePageText();
  const language = useLanguage();
  useTitle(course.title);
  return (
    <div className={styles.outline} lang={course.language} dir={directionOf(course.language)}>
      <h1>{course.title}</h1>
      {course.description && <p className={styles.description}>{course.description}</p>}
      <TeachLink outline={outline} />
      <div lang={language} dir={directionOf(language)}>
        <p>{text('course.notIn')}</p>
        <Link to="/">{text('site.toCourses')}</Link>
      </div>
    </div>
  );
}
