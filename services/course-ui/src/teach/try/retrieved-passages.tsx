import type { PassageTrace } from '@course-chatbot/chat';
import { Fold } from '../../widgets/fold';
import { useEditor } from '../editor/editor-context';
import styles from './try.module.css';

/** What was found in the material, in the order in which the model read it. */
export function RetrievedPassages({ passages }: { passages: PassageTrace[] }) {
  const { text } = useEditor().words;
  if (passages.length === 0) return null;
  return (
    <Fold level={4} title={text('trace.passages', { count: passages.length })}>
      {() => (
        <ol className={styles.passages}>
          {passages.map(({ id, title, section, text: words, url, shownNumber }) => (
            <li key={id}>
              <a href={url} target="_blank" rel="noreferrer">
                {section && section !== title ? `${title} › ${section}` : title}
              </a>
              {shownNumber !== null && <span> · {text('trace.shown', { number: shownNumber })}</span>}
              <p tabIndex={0}>{words}</p>
            </li>
          ))}
        </ol>
      )}
    </Fold>
  );
}
