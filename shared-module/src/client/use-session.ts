import { useSyncExternalStore } from 'react';
import type { ChatSession } from './chat-session';
import type { SessionView } from './session-state';

/** The session's view, kept up to date. */
export function useSession(session: ChatSession): SessionView {
  return useSyncExternalStore(session.subscribe, session.snapshot);
}
