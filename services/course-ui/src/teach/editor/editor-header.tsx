import { NavLink } from 'react-router';
import { useTitle } from '../../pages/use-title';
import { Tag } from '../../widgets/tag';
import { useEditor } from './editor-context';
import styles from './editor.module.css';

/** Which chatbot it is, and the way to its parts. */
export function EditorHeader() {
  const { course, draft, words } = useEditor();
  const { text } = words;
  const { id, isDefault, settings } = draft.base;
  const name = settings.name || text('editor.unnamed');
  const home = `/teach/${course.slug}/${id}`;
  useTitle(`${name} – ${course.title}`);
  return (
    <header className={styles.header}>
      <h1>
        {name} {isDefault && <Tag kind="accent">{text('list.default')}</Tag>}
      </h1>
      <nav className={styles.parts} aria-label={text('editor.parts')}>
        <NavLink to={home} end>
          {text('editor.settings')}
        </NavLink>
        <NavLink to={`${home}/tests`}>{text('editor.tests')}</NavLink>
        <NavLink to={`${home}/versions`}>{text('editor.versions')}</NavLink>
      </nav>
    </header>
  );
}
