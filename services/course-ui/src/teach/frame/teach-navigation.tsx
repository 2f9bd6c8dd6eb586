import { Link, useLocation } from 'react-router';
import type { TeachFrame } from './teach-layout';
import { useTeachText } from '../language/teach-text';
import styles from './teach-layout.module.css';

const others = [
  { key: 'insights', needs: 'viewStats' },
  { key: 'conversations', needs: 'edit' },
] as const;

/** The way through the pages for teachers that are open to one. Whatever is no other page belongs to the chatbots. */
export function TeachNavigation({ course: { slug, title, language }, may }: Pick<TeachFrame, 'course' | 'may'>) {
  const text = useTeachText();
  const section = useLocation().pathname.split('/')[3];
  const current = others.find(({ key }) => key === section);
  const here = (isHere: boolean) => (isHere ? 'page' : undefined);
  return (
    <div className={styles.top}>
      <Link className={styles.course} to={`/courses/${slug}`}>
        <span lang={language}>{title}</span>
      </Link>
      <nav className={styles.sections} aria-label={text('teach.sections')}>
        {may.edit && (
          <Link to={`/teach/${slug}`} aria-current={here(!current)}>
            {text('teach.chatbots')}
          </Link>
        )}
        {others.map(
          ({ key, needs }) =>
            may[needs] && (
              <Link key={key} to={`/teach/${slug}/${key}`} aria-current={here(key === current?.key)}>
                {text(`teach.${key}`)}
              </Link>
            ),
        )}
      </nav>
    </div>
  );
}
