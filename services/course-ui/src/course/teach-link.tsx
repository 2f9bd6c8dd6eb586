import { useLanguage } from '@course-chatbot/chat';
import { Link } from 'react-router';
import { usePageText } from '../language/page-text';
import type { Outline } from '../lms/lms-api';
import styles from './course-outline.module.css';

/** The way to the teachers' pages, for those to whom some of them are open. */
export function TeachLink({ outline: { course, may } }: { outline: Outline }) {
  const text = usePageText();
  const language = useLanguage();
  if (!may.edit && !may.viewStats) return null;
  return (
    <p className={styles.teach} lang={language}>
      {may.edit ? (
        <Link to={`/teach/${course.slug}`}>{text('course.teach')}</Link>
      ) : (
        <Link to={`/teach/${course.slug}/insights`}>{text('course.insights')}</Link>
      )}
    </p>
  );
}
