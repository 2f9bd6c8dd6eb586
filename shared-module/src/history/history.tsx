import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { asRefusal } from '../client/chat-refusal';
import type { ChatSession } from '../client/chat-session';
import { saveFile } from '../client/download-conversation';
import { Fault } from '../components/answer-note';
import { errorSentence } from '../components/error-sentence';
import { useChatText } from '../language/language';
import type { ConversationId, ConversationSummary } from '../wire';
import { ConversationRow } from './conversation-row';
import { type Age, groupByAge } from './group-by-day';
import styles from './history.module.css';
import { OwnData } from './own-data';
import { type ConversationList, useConversations } from './use-conversations';

export interface HistoryProps {
  session: ChatSession;
  /** The conversation that is open. */
  current: ConversationId | null;
  onOpen: (id: ConversationId) => Promise<void>;
  onDownload: (id: ConversationId) => void;
}

/** The student's own conversations: found by title, opened, renamed, saved, deleted. */
export default function History({ session, current, onOpen, onDownload }: HistoryProps) {
  const text = useChatText();
  const [query, setQuery] = useState('');
  const { said, fault, attempt } = useAttempts();
  const list = useConversations(session, query);
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => search.current?.focus({ preventScroll: true }), []);

  const remove = async (id: ConversationId) => {
    await attempt(list.remove(id), text('history.deleted'));
    search.current?.focus();
  };
  const eraseAll = async () => {
    await session.eraseOwnData();
    list.again();
  };
  const count =
    list.phase === 'ready' && query.trim() !== '' ? text('history.found', { count: list.items.length }) : '';
  return (
    <div className={styles.history}>
      <Search field={search} query={query} onQuery={setQuery} />
      {fault && <Fault sentence={fault} action="" />}
      <Groups
        list={list}
        query={query.trim()}
        row={(conversation) => (
          <ConversationRow
            key={conversation.id}
            conversation={conversation}
            current={conversation.id === current}
            onOpen={() => void attempt(onOpen(conversation.id)).catch(() => undefined)}
            onRename={(title) =>
              attempt(list.rename(conversation.id, title), text('history.renamed')).catch(() => undefined)
            }
            onDownload={() => onDownload(conversation.id)}
            onDelete={() => remove(conversation.id)}
          />
        )}
      />
      <OwnData
        onDownload={() => attempt(saveOwnData(session), text('own.downloaded'))}
        onErase={() => attempt(eraseAll(), text('own.erased'))}
      />
      <p className={styles.unseen} aria-live="polite">
        {fault ?? (count || said)}
      </p>
    </div>
  );
}

/** What became of what the student did last: one sentence, good or bad. */
function useAttempts() {
  const text = useChatText();
  const [said, setSaid] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const attempt = async (work: Promise<void>, done = '') => {
    setFault(null);
    try {
      await work;
      setSaid(done);
    } catch (error) {
      setFault(errorSentence(text, asRefusal(error).code));
      throw error;
    }
  };
  return { said, fault, attempt };
}

async function saveOwnData(session: ChatSession): Promise<void> {
  saveFile('chatbot-data.json', await session.api.ownData());
}

interface SearchProps {
  field: RefObject<HTMLInputElement | null>;
  query: string;
  onQuery: (query: string) => void;
}

function Search({ field, query, onQuery }: SearchProps) {
  const text = useChatText();
  return (
    <input
      ref={field}
      type="search"
      className={styles.search}
      value={query}
      aria-label={text('history.search')}
      placeholder={text('history.search')}
      onChange={(event) => onQuery(event.target.value)}
    />
  );
}

interface GroupsProps {
  list: ConversationList;
  query: string;
  row: (conversation: ConversationSummary) => React.ReactNode;
}

function Groups({ list, query, row }: GroupsProps) {
  const text = useChatText();
  const id = useId();
  if (list.phase === 'failed') {
    const sentence = errorSentence(text, list.refusal?.code ?? 'internal');
    return <Fault sentence={sentence} action={text('chat.again')} onAction={list.again} />;
  }
  if (list.phase === 'loading') return <p className={styles.empty}>{text('history.loading')}</p>;
  if (list.items.length === 0) {
    return <p className={styles.empty}>{query ? text('history.noneFound', { query }) : text('history.none')}</p>;
  }
  const names: Record<Age, string> = {
    today: text('history.today'),
    yesterday: text('history.yesterday'),
    week: text('history.week'),
    earlier: text('history.earlier'),
  };
  return (
    <>
      {groupByAge(list.items, new Date()).map(({ age, items }) => (
        <section key={age} aria-labelledby={`${id}-${age}`}>
          <h3 id={`${id}-${age}`} className={styles.age}>
            {names[age]}
          </h3>
          <ul className={styles.rows}>{items.map(row)}</ul>
        </section>
      ))}
      {list.more && (
        <Button className={styles.choice ?? ''} onPress={list.loadMore}>
          {text('history.more')}
        </Button>
      )}
    </>
  );
}
