import type { ManagedChatbot } from '@course-chatbot/chat';
import { useMemo, useState } from 'react';
import { Button } from '../../widgets/button';
import { Dialog } from '../../widgets/dialog/dialog';
import { useEditor } from '../editor/editor-context';
import { ChangeList } from '../settings/change-list';
import { dateWords } from '../settings/setting-words';
import { ConflictChoice } from './conflict-choice';
import styles from './lost-update.module.css';
import { merge, type MergedField, mergedFields } from './merge';

export interface LostUpdateDialogProps {
  /** What somebody else has saved in the meantime. */
  theirs: ManagedChatbot;
  onClose: () => void;
}

/** Shows what two people have changed at the same time, and lets one choose; nothing is saved by it. */
export function LostUpdateDialog({ theirs, onClose }: LostUpdateDialogProps) {
  const { draft, words } = useEditor();
  const { text } = words;
  const { base, settings } = draft;
  const author = theirs.updatedBy ?? text('list.system');
  const fields = useMemo(() => mergedFields(base.settings, settings, theirs.settings), [base, settings, theirs]);
  const both = fields.filter(({ by }) => by === 'both');
  const [keptMine, setKeptMine] = useState<ReadonlySet<string>>(() => new Set(both.map(({ field }) => field)));
  const choose = (field: string, mine: boolean) =>
    setKeptMine((kept) => new Set(mine ? [...kept, field] : [...kept].filter((other) => other !== field)));
  const goOn = (merged = merge(theirs.settings, fields, keptMine)) => {
    draft.rebase(theirs, merged);
    onClose();
  };
  return (
    <Dialog
      title={text('lost.title')}
      isOpen
      onClose={onClose}
      role="alertdialog"
      wide
      actions={
        <>
          <Button autoFocus onPress={onClose}>
            {text('lost.back')}
          </Button>
          <Button kind="danger" onPress={() => goOn(theirs.settings)}>
            {text('lost.takeAll')}
          </Button>
          <Button kind="main" onPress={() => goOn()}>
            {text('lost.merge')}
          </Button>
        </>
      }
    >
      <p>
        {text('lost.about', {
          author,
          version: theirs.version,
          date: dateWords(words, theirs.updatedAt),
          base: base.version,
        })}
      </p>
      {both.length > 0 && (
        <section className={styles.group}>
          <h3>{text('lost.both')}</h3>
          {both.map((field) => (
            <ConflictChoice
              key={field.field}
              conflict={field}
              keepsMine={keptMine.has(field.field)}
              onChoose={(mine) => choose(field.field, mine)}
            />
          ))}
        </section>
      )}
      <OnlyBy title={text('lost.theirs', { author })} fields={fields.filter(({ by }) => by === 'them')} />
      <OnlyBy title={text('lost.mine')} fields={fields.filter(({ by }) => by === 'me')} />
    </Dialog>
  );
}

function OnlyBy({ title, fields }: { title: string; fields: MergedField[] }) {
  const { words } = useEditor();
  if (fields.length === 0) return null;
  const changes = fields.map(({ field, was, mine, theirs, by }) => ({
    field,
    before: was,
    after: by === 'me' ? mine : theirs,
  }));
  return (
    <section className={styles.group}>
      <h3>{title}</h3>
      <ChangeList changes={changes} words={words} />
    </section>
  );
}
