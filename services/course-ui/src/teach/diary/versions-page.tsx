import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadState } from '../../pages/load-state';
import { Button } from '../../widgets/button';
import { manageApi } from '../api/manage-api';
import { useEditor } from '../editor/editor-context';
import styles from './diary.module.css';
import { RestoreDialog } from './restore-dialog';
import { VersionEntry } from './version-entry';

/** The versions of a chatbot as a diary, the newest first. */
export function VersionsPage() {
  const { draft, words } = useEditor();
  const { text } = words;
  const { id, version: inForce } = draft.base;
  const versions = useInfiniteQuery({
    queryKey: ['manage', 'versions', id],
    queryFn: ({ pageParam }) => manageApi.versions(id, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const [restoring, setRestoring] = useState<number | null>(null);
  const [restored, setRestored] = useState<number | null>(null);
  if (!versions.isSuccess) return <LoadState query={versions} />;
  const entries = versions.data.pages.flatMap(({ items }) => items);
  return (
    <section className={styles.diary} aria-labelledby="diary-title">
      <h2 id="diary-title">{text('diary.title')}</h2>
      <p className={styles.lead}>{text('diary.lead')}</p>
      <p className={styles.said} role="status">
        {restored !== null && text('diary.restored', { version: restored })}
      </p>
      <ol className={styles.entries}>
        {entries.map((entry) => (
          <VersionEntry
            key={entry.version}
            entry={entry}
            inForce={entry.version === inForce}
            justMade={entry.version === restored}
            onRestore={() => setRestoring(entry.version)}
          />
        ))}
      </ol>
      {versions.hasNextPage && (
        <Button isPending={versions.isFetchingNextPage} onPress={() => void versions.fetchNextPage()}>
          {text('diary.more')}
        </Button>
      )}
      {restoring !== null && (
        <RestoreDialog version={restoring} onRestored={setRestored} onClose={() => setRestoring(null)} />
      )}
    </section>
  );
}
