import { createContext, type MouseEvent, type ReactNode, useContext, useMemo } from 'react';
import type { CitationData } from '../wire';

/** What the chat asks of the page around it. */
export interface ChatHost {
  /** Goes to a page of the host; with a citation, its passage is to be marked there. */
  follow: (url: string, citation?: CitationData) => void;
  /** Lets the student sign in again, after the session has ended. */
  signIn?: (() => void) | undefined;
}

const HostContext = createContext<ChatHost>({
  follow: (url) => window.location.assign(url),
});

export function ChatHostProvider({ follow, signIn, children }: ChatHost & { children: ReactNode }) {
  const host = useMemo(() => ({ follow, signIn }), [follow, signIn]);
  return <HostContext value={host}>{children}</HostContext>;
}

export function useChatHost(): ChatHost {
  return useContext(HostContext);
}

/** What a link does when it is clicked: the host goes there, unless a new tab or window is wanted. */
export function useFollowing(): (event: MouseEvent, url: string, citation?: CitationData) => void {
  const { follow } = useChatHost();
  return (event, url, citation) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    follow(url, citation);
  };
}
