import { useSyncExternalStore } from 'react';
import type { ChatSession, SessionView } from './chat-session';

/** The session's view, kept up to date. */
export function useSession(session: ChatSession): SessionView {
  return useSyncExternalStore(session.subscribe, session.snapshot);
}
