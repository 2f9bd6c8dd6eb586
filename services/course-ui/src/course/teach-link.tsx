import { useLanguage } from '@course-chatbot/chat';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { usePageText } from '../language/page-text';
import type { Course } from '../lms/lms-api';
import styles from './course-outline.module.css';

/** The way to the teachers' pages, for those to whom the server opens them. */
export function TeachLink({ course: { id, slug } }: { course: Course }) {
  const text = usePageText();
  const language = useLanguage();
  const { data: may } = useQuery({
    queryKey: ['may-teach', id],
    queryFn: async () => (await fetch(`/api/chatbot/v1/manage/courses/${id}/chatbots`)).ok,
    staleTime: Infinity,
    retry: false,
  });
  if (!may) return null;
  return (
    <p className={styles.teach} lang={language}>
      <Link to={`/teach/${slug}`}>{text('course.teach')}</Link>
    </p>
  );
}
