import { localeOf, useLanguage } from '@course-chatbot/chat';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { usePageText } from '../language/page-text';
import type { Chapter, OutlinePage } from '../lms/lms-api';
import { useTitle } from '../pages/use-title';
import { useCourseFrame } from './course-layout';
import styles from './course-outline.module.css';
import { directionOf } from './direction';
import { TeachLink } from './teach-link';

/** The zone is named: a deadline read in another zone would be missed. */
const dateForm: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
};

/** A course's chapters and pages. */
export function CourseOutline() {
  const { outline, onPage } = useCourseFrame();
  const { course, chapters, pages = [] } = outline;
  useTitle(course.title);
  useEffect(() => onPage(null), [onPage]);
  return (
    <div className={styles.outline} lang={course.language} dir={directionOf(course.language)}>
      <h1>{course.title}</h1>
      {course.description && <p className={styles.description}>{course.description}</p>}
      <TeachLink outline={outline} />
      <PageList pages={pages} slug={course.slug} />
      <ol className={styles.chapters}>
        {chapters.map((chapter) => (
          <ChapterItem key={chapter.id} chapter={chapter} slug={course.slug} />
        ))}
      </ol>
    </div>
  );
}

function ChapterItem({ chapter, slug }: { chapter: Chapter; slug: string }) {
  const text = usePageText();
  const language = useLanguage();
  const date = chapter.opensAt && new Date(chapter.opensAt).toLocaleString(localeOf[language], dateForm);
  return (
    <li className={styles.chapter} data-open={chapter.open}>
      <h2>{chapter.title}</h2>
      {!chapter.open && (
        <p className={styles.closed} lang={language}>
          {date ? text('outline.opens', { date }) : text('outline.closed')}
        </p>
      )}
      {chapter.open && chapter.pages.length === 0 && <p className={styles.closed}>{text('outline.empty')}</p>}
      <PageList pages={chapter.pages} slug={slug} />
    </li>
  );
}

function PageList({ pages, slug }: { pages: OutlinePage[]; slug: string }) {
  if (pages.length === 0) return null;
  return (
    <ul className={styles.pages}>
      {pages.map((page) => (
        <li key={page.id}>
          <Link to={`/courses/${slug}/${page.urlPath}`}>{page.title}</Link>
        </li>
      ))}
    </ul>
  );
}
