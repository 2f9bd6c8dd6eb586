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
  const { keptMine, choose } = useKept(both);
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
      <Conflicts fields={both} keptMine={keptMine} onChoose={choose} />
      <OnlyBy title={text('lost.theirs', { author })} fields={fields.filter(({ by }) => by === 'them')} />
      <OnlyBy title={text('lost.mine')} fields={fields.filter(({ by }) => by === 'me')} />
    </Dialog>
  );
}

/** Of what both have changed, the fields in which one's own is kept: to begin with all of them. */
function useKept(both: MergedField[]) {
  const [keptMine, setKeptMine] = useState<ReadonlySet<string>>(() => new Set(both.map(({ field }) => field)));
  const choose = (field: string, mine: boolean) =>
    setKeptMine((kept) => new Set(mine ? [...kept, field] : [...kept].filter((other) => other !== field)));
  return { keptMine, choose };
}

interface ConflictsProps {
  fields: MergedField[];
  keptMine: ReadonlySet<string>;
  onChoose: (field: string, mine: boolean) => void;
}

function Conflicts({ fields, keptMine, onChoose }: ConflictsProps) {
  const { text } = useEditor().words;
  if (fields.length === 0) return null;
  return (
    <section className={styles.group}>
      <h3>{text('lost.both')}</h3>
      {fields.map((field) => (
        <ConflictChoice
          key={field.field}
          conflict={field}
          keepsMine={keptMine.has(field.field)}
          onChoose={(mine) => onChoose(field.field, mine)}
        />
      ))}
    </section>
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
