import type { ChatbotVersion } from '@course-chatbot/chat';
import { useEffect, useRef } from 'react';
import { Button } from '../../widgets/button';
import { Fold } from '../../widgets/fold';
import { Tag } from '../../widgets/tag';
import { useEditor } from '../editor/editor-context';
import { ChangeList } from '../settings/change-list';
import { settingChanges } from '../settings/setting-changes';
import { dateWords, fieldNames, type Words } from '../settings/setting-words';
import styles from './diary.module.css';

export interface VersionEntryProps {
  entry: ChatbotVersion;
  /** Whether this is the version that students meet. */
  inForce: boolean;
  /** Whether it came to be just now, by going back to another one: there one goes on. */
  justMade: boolean;
  onRestore: () => void;
}

/** One entry of the diary: who saved what and when. */
export function VersionEntry({ entry, inForce, justMade, onRestore }: VersionEntryProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The button that was pressed is further down now, maybe out of view.
    if (justMade) title.current?.focus();
  }, [justMade]);
  const { draft, words } = useEditor();
  const { text } = words;
  const { version, author, createdAt, changes, settings } = entry;
  const differences = inForce ? [] : settingChanges(draft.base.settings, settings);
  return (
    <li className={styles.entry}>
      <div className={styles.head}>
        <h3 ref={title} tabIndex={-1}>
          {text('diary.version', { version })} {inForce && <Tag kind="good">{text('diary.now')}</Tag>}
        </h3>
        <p className={styles.by}>
          {text('diary.by', { date: dateWords(words, createdAt), author: author ?? text('list.system') })}
        </p>
      </div>
      <p className={styles.what}>{whatWords(entry, words)}</p>
      {changes.length > 0 && version > 1 && (
        <Fold level={4} title={text('diary.show')}>
          {() => <ChangeList changes={changes} words={words} />}
        </Fold>
      )}
      {!inForce && (
        <>
          <Fold level={4} title={text('diary.compare')}>
            {() =>
              differences.length > 0 ? <ChangeList changes={differences} words={words} /> : <p>{text('diary.same')}</p>
            }
          </Fold>
          <div>
            <Button kind="quiet" aria-label={text('diary.restoreOf', { version })} onPress={onRestore}>
              {text('diary.restore')}
            </Button>
          </div>
        </>
      )}
    </li>
  );
}

function whatWords({ version, changes }: ChatbotVersion, { text, locale }: Words): string {
  if (version === 1) return text('diary.first');
  if (changes.length === 0) return text('diary.nothing');
  return text('diary.changed', { fields: fieldNames(text, locale, changes.map(({ field }) => field)) });
}
