import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { MoreIcon } from '../components/icons';
import { useChatText, useLanguage } from '../language/language';
import { localeOf } from '../language/text';
import type { ConversationSummary } from '../wire';
import styles from './history.module.css';

const longestTitle = 200;

export interface ConversationRowProps {
  conversation: ConversationSummary;
  /** Whether it is the one that is open. */
  current: boolean;
  onOpen: () => void;
  onRename: (title: string) => Promise<void>;
  onDownload: () => void;
  onDelete: () => Promise<void>;
}

/** A conversation in the list. Its menu turns the row into the place where it is renamed or deleted. */
export function ConversationRow(props: ConversationRowProps) {
  const [mode, setMode] = useState<'plain' | 'rename' | 'delete'>('plain');
  const menu = useRef<HTMLButtonElement>(null);
  const wasPlain = useRef(true);
  useEffect(() => {
    // Back from renaming or deleting, the focus is where it came from.
    if (mode === 'plain' && !wasPlain.current) menu.current?.focus();
    wasPlain.current = mode === 'plain';
  }, [mode]);
  const back = () => setMode('plain');
  const { conversation, onRename, onDelete } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || mode === 'plain') return;
    event.stopPropagation();
    back();
  };
  return (
    <li className={styles.row} data-current={props.current} onKeyDown={onKeyDown}>
      {mode === 'plain' && <PlainRow {...props} menu={menu} onMode={setMode} />}
      {mode === 'rename' && (
        <RenameForm title={conversation.title} onSave={(title) => onRename(title).finally(back)} onCancel={back} />
      )}
      {mode === 'delete' && (
        <DeleteQuestion title={conversation.title} onDelete={() => void onDelete().catch(back)} onKeep={back} />
      )}
    </li>
  );
}

interface PlainRowProps extends ConversationRowProps {
  menu: RefObject<HTMLButtonElement | null>;
  onMode: (mode: 'rename' | 'delete') => void;
}

function PlainRow({ conversation, current, menu, onMode, onOpen, onDownload }: PlainRowProps) {
  const text = useChatText();
  const language = useLanguage();
  const title = conversation.title || text('history.untitled');
  return (
    <>
      <Button className={styles.open ?? ''} aria-current={current ? 'true' : undefined} onPress={onOpen}>
        <span className={styles.title} dir="auto" title={title}>
          {title}
        </span>
        <time className={styles.time} dateTime={conversation.updatedAt}>
          {timeOf(new Date(conversation.updatedAt), new Date(), localeOf[language])}
        </time>
      </Button>
      <MenuTrigger>
        <Button ref={menu} className={styles.more ?? ''} aria-label={text('history.actions', { title })}>
          <MoreIcon />
        </Button>
        <Popover className={styles.popover ?? ''} placement="bottom end" offset={4}>
          <Menu className={styles.menu ?? ''} aria-label={text('history.actions', { title })}>
            <MenuItem className={styles.item ?? ''} onAction={() => onMode('rename')}>
              {text('history.rename')}
            </MenuItem>
            <MenuItem className={styles.item ?? ''} onAction={onDownload}>
              {text('chat.download')}
            </MenuItem>
            <MenuItem className={styles.item ?? ''} data-danger onAction={() => onMode('delete')}>
              {text('history.delete')}
            </MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
    </>
  );
}

function RenameForm({
  title,
  onSave,
  onCancel,
}: {
  title: string;
  onSave: (title: string) => void;
  onCancel: () => void;
}) {
  const text = useChatText();
  const [wanted, setWanted] = useState(title);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const trimmed = wanted.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (trimmed === '' || trimmed === title) onCancel();
    else onSave(trimmed);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <input
        ref={field}
        className={styles.field}
        value={wanted}
        maxLength={longestTitle}
        aria-label={text('history.title')}
        dir="auto"
        onChange={(event) => setWanted(event.target.value)}
      />
      <Button type="submit" className={styles.choice ?? ''}>
        {text('history.save')}
      </Button>
      <Button className={styles.choice ?? ''} onPress={onCancel}>
        {text('history.cancel')}
      </Button>
    </form>
  );
}

function DeleteQuestion({ title, onDelete, onKeep }: { title: string; onDelete: () => void; onKeep: () => void }) {
  const text = useChatText();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  const question = text('history.deleteSure', { title: title || text('history.untitled') });
  return (
    <div className={styles.form} role="group" aria-label={question}>
      <p className={styles.question}>{question}</p>
      <Button ref={keep} className={styles.choice ?? ''} onPress={onKeep}>
        {text('history.keep')}
      </Button>
      <Button className={styles.choice ?? ''} data-danger onPress={onDelete}>
        {text('history.delete')}
      </Button>
    </div>
  );
}

/** The time of a day that is today, else the day; with its year when it is another one. */
export function timeOf(time: Date, now: Date, locale: string): string {
  if (time.toDateString() === now.toDateString()) return time.toLocaleTimeString(locale, { timeStyle: 'short' });
  const year = time.getFullYear() === now.getFullYear() ? undefined : 'numeric';
  return time.toLocaleDateString(locale, { day: 'numeric', month: 'short', year });
}
