import { createContext, type ReactNode, useContext, useMemo } from 'react';
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

const CitationsContext = createContext<ReadonlyMap<number, CitationData>>(new Map());

/** Gives the number chips inside an answer their citations. */
export function CitationsProvider({ citations, children }: { citations: CitationData[]; children: ReactNode }) {
  const byNumber = useMemo(() => new Map(citations.map((citation) => [citation.number, citation])), [citations]);
  return <CitationsContext value={byNumber}>{children}</CitationsContext>;
}

export function useCitation(number: number): CitationData | undefined {
  return useContext(CitationsContext).get(number);
}
