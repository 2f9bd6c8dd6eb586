import type { ReadPage } from '@course-chatbot/chat';
import { useCallback, useState } from 'react';

/** What the student reads and has selected there; the chat takes it along. */
export interface Reading {
  /** The page being read, or null on the outline. */
  page: ReadPage | null;
  /** Text that is selected on it. */
  selected: string | null;
  /** Text that the student wants to ask about; each wish is a new one. */
  asked: { text: string } | null;
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
  const [asked, setAsked] = useState<Reading['asked']>(null);
  const onPage = useCallback((read: ReadPage | null) => {
    setPage(read);
    setAsked(null);
  }, []);
  const onAsk = useCallback((text: string) => setAsked({ text }), []);
  return { reading: { page, selected, asked }, onPage, onSelect: setSelected, onAsk };
}
