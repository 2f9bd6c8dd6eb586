import { useCallback, useEffect, useRef, useState } from 'react';
import { asRefusal, type ChatRefusal } from '../client/chat-refusal';
import type { ChatSession } from '../client/chat-session';
import type { ConversationId, ConversationSummary } from '../wire';

/** A pause in typing after which the search begins. */
const typingPauseMs = 250;

export interface ConversationList {
  phase: 'loading' | 'ready' | 'failed';
  items: ConversationSummary[];
  /** Whether there are more. */
  more: boolean;
  refusal: ChatRefusal | null;
  loadMore: () => void;
  again: () => void;
  rename: (id: ConversationId, title: string) => Promise<void>;
  remove: (id: ConversationId) => Promise<void>;
}

interface Loaded {
  phase: ConversationList['phase'];
  items: ConversationSummary[];
  cursor: string | null;
  refusal: ChatRefusal | null;
}

const nothing: Loaded = { phase: 'loading', items: [], cursor: null, refusal: null };

/** The student's conversations with this chatbot whose title holds the query. */
export function useConversations(session: ChatSession, query: string): ConversationList {
  const [loaded, setLoaded] = useState(nothing);
  /** An answer to an older request than this one is of no interest. */
  const latest = useRef(0);

  const load = useCallback(
    async (cursor: string | null) => {
      const request = ++latest.current;
      try {
        const page = await session.api.conversations(session.chatbot.id, {
          q: query.trim(),
          cursor: cursor ?? undefined,
        });
        if (request !== latest.current) return;
        setLoaded((before) => ({
          phase: 'ready',
          items: cursor === null ? page.items : [...before.items, ...page.items],
          cursor: page.nextCursor,
          refusal: null,
        }));
      } catch (error) {
        if (request === latest.current)
          setLoaded((before) => ({ ...before, phase: 'failed', refusal: asRefusal(error) }));
      }
    },
    [session, query],
  );
  useEffect(() => {
    const timer = setTimeout(() => void load(null), query === '' ? 0 : typingPauseMs);
    return () => clearTimeout(timer);
  }, [load, query]);

  const rename = async (id: ConversationId, title: string) => {
    const renamed = await session.api.rename(id, title);
    setLoaded((now) => ({
      ...now,
      items: now.items.map((item) => (item.id === id ? { ...item, title: renamed.title } : item)),
    }));
  };
  const remove = async (id: ConversationId) => {
    await session.remove(id);
    setLoaded((now) => ({ ...now, items: now.items.filter((item) => item.id !== id) }));
  };
  const { phase, items, cursor, refusal } = loaded;
  const again = () => void load(null);
  return { phase, items, more: cursor !== null, refusal, loadMore: () => void load(cursor), again, rename, remove };
}
