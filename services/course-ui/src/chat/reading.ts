import type { ReadPage } from '@course-chatbot/chat';
import { useCallback, useState } from 'react';

/** What the student reads and has selected there; the chat takes it along. */
export interface Reading {
  /** The page being read, or null on the outline. */
  page: ReadPage | null;
  /** Text that is selected on it. */
  selected: string | null;
  /** Text that the student wants to ask about, until the chat has taken it. */
  asked: string | null;
  onTaken: () => void;
}

export interface ReadingState {
  reading: Reading;
  onPage: (page: ReadPage | null) => void;
  onSelect: (text: string | null) => void;
  onAsk: (text: string) => void;
}

export function useReading(): ReadingState {
  const [page, setPage] = useState<ReadPage | null>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const onPage = useCallback((read: ReadPage | null) => {
    setPage(read);
    setAsked(null);
  }, []);
  const onTaken = useCallback(() => setAsked(null), []);
  return { reading: { page, selected, asked, onTaken }, onPage, onSelect: setSelected, onAsk: setAsked };
}
