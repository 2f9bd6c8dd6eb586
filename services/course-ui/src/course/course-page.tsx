import { AskSelection, useLanguage } from '@course-chatbot/chat';
import { useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { usePageText } from '../language/page-text';
import type { CoursePageText, PageLink } from '../lms/lms-api';
import { useCoursePage } from '../lms/queries';
import { LoadState } from '../pages/load-state';
import { useTitle } from '../pages/use-title';
import { useCourseFrame } from './course-layout';
import styles from './course-page.module.css';
import { directionOf } from './direction';
import { PageBody } from './page-body';
import { useArrival } from './use-arrival';

/** A page of a course. */
export function CoursePage() {
  const { slug = '', '*': path = '' } = useParams();
  const query = useCoursePage(slug, path);
  if (!query.isSuccess) return <LoadState query={query} />;
  return <LoadedPage text={query.data} slug={slug} settled={!query.isPlaceholderData} />;
}

function LoadedPage({
  text: { page, previous, next },
  slug,
  settled,
}: {
  text: CoursePageText;
  slug: string;
  settled: boolean;
}) {
  const text = usePageText();
  const { outline, target, onPage, onSelect, onAsk } = useCourseFrame();
  const language = useLanguage();
  const body = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const [readyHtml, setReadyHtml] = useState<string | null>(null);
  useTitle(`${page.title} – ${outline.course.title}`);
  useEffect(() => onPage({ id: page.id, title: page.title }), [onPage, page.id, page.title]);

  const ready = settled && readyHtml === page.html;
  const exact = useArrival({ body, title, target, ready });
  return (
    <article className={styles.page} lang={outline.course.language} dir={directionOf(outline.course.language)}>
      <nav className={styles.path} aria-label={text('page.path')}>
        <Link to={`/courses/${slug}`}>{outline.course.title}</Link>
        {page.chapterTitle && <span>{page.chapterTitle}</span>}
      </nav>
      <h1 ref={title} tabIndex={-1}>
        {page.title}
      </h1>
      <PageBody ref={body} html={page.html} onReady={setReadyHtml} />
      {onAsk && (
        <div lang={language}>
          <AskSelection page={body} onAsk={onAsk} onSelect={onSelect} />
        </div>
      )}
      <Around slug={slug} previous={previous} next={next} />
      <p className={styles.unseen} role="status">
        {exact !== null && text(exact ? 'page.passage' : 'page.passageGone', { title: page.title })}
      </p>
    </article>
  );
}

function Around({ slug, previous, next }: { slug: string; previous: PageLink | null; next: PageLink | null }) {
  const text = usePageText();
  if (!previous && !next) return null;
  return (
    <nav className={styles.around} aria-label={text('page.around')}>
      {previous && (
        <Link to={`/courses/${slug}/${previous.urlPath}`}>
          <span>{text('page.previous')}</span> {previous.title}
        </Link>
      )}
      {next && (
        <Link className={styles.next} to={`/courses/${slug}/${next.urlPath}`}>
          <span>{text('page.next')}</span> {next.title}
        </Link>
      )}
    </nav>
  );
}
