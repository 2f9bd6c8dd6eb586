import { Link, useLocation } from 'react-router';
import type { Course } from '../../lms/lms-api';
import { useTeachText } from '../language/teach-text';
import styles from './teach-layout.module.css';

const others = ['insights', 'conversations'] as const;

/** The way through the teachers' pages of a course. Whatever is no other page belongs to the chatbots. */
export function TeachNavigation({ course: { slug, title, language } }: { course: Course }) {
  const text = useTeachText();
  const section = useLocation().pathname.split('/')[3];
  const current = others.find((other) => other === section);
  const here = (isHere: boolean) => (isHere ? 'page' : undefined);
  return (
    <div className={styles.top}>
      <Link className={styles.course} to={`/courses/${slug}`}>
        <span lang={language}>{title}</span>
      </Link>
      <nav className={styles.sections} aria-label={text('teach.sections')}>
        <Link to={`/teach/${slug}`} aria-current={here(!current)}>
          {text('teach.chatbots')}
        </Link>
        {others.map((other) => (
          <Link key={other} to={`/teach/${slug}/${other}`} aria-current={here(other === current)}>
            {text(`teach.${other}`)}
          </Link>
        ))}
      </nav>
    </div>
  );
}
