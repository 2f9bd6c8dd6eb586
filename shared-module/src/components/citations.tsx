import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { type CitedPlace, citedTogether, spanAt } from '../citation/verdicts';
import type { CitationData } from '../wire';
import { CitationPopover } from './citation-popover';

/** The citation whose popover is open. */
export interface ShownCitation {
  place: CitedPlace;
  chip: Element;
  /** Opened by a press, it stays and takes the focus; opened by the mouse alone, it only shows itself. */
  pinned: boolean;
}

interface Citations {
  byNumber: ReadonlyMap<number, CitationData>;
  /** Whether verdicts may still come. */
  checking: boolean;
  shown: ShownCitation | null;
  press: (place: CitedPlace, chip: Element) => void;
  enter: (place: CitedPlace, chip: Element) => void;
  leave: () => void;
}

const openAfterMs = 300;
const closeAfterMs = 200;
/** A popover that closes under the mouse lays the chip bare again: that is no new hovering. */
const quietAfterCloseMs = 500;

const none: Citations = {
  byNumber: new Map(),
  checking: false,
  shown: null,
  press: () => undefined,
  enter: () => undefined,
  leave: () => undefined,
};
const CitationsContext = createContext<Citations>(none);
/** Which text part of its message a number stands in. */
export const TextPartContext = createContext(0);

export interface CitationsProviderProps {
  citations: CitationData[];
  /** The message's text parts. */
  texts: string[];
  checking: boolean;
  children: ReactNode;
}

/** Gives the number chips inside an answer their citations, and the answer its one popover. */
export function CitationsProvider({ citations, texts, checking, children }: CitationsProviderProps) {
  const byNumber = useMemo(() => new Map(citations.map((citation) => [citation.number, citation])), [citations]);
  const { shown, press, enter, leave, stay, close } = useShown();
  const value = useMemo(
    () => ({ byNumber, checking, shown, press, enter, leave }),
    [byNumber, checking, shown, press, enter, leave],
  );
  const citation = shown && byNumber.get(shown.place.number);
  return (
    <CitationsContext value={value}>
      {children}
      {shown && citation && (
        <CitationPopover
          key={`${shown.place.number} ${shown.place.part} ${shown.place.end} ${shown.pinned}`}
          citation={citation}
          span={spanAt(citation, shown.place)}
          text={texts[shown.place.part] ?? ''}
          together={citedTogether(citations, shown.place)}
          shown={shown}
          onEnter={stay}
          onLeave={leave}
          onClose={close}
        />
      )}
    </CitationsContext>
  );
}

export function useCitations(): Citations {
  return useContext(CitationsContext);
}

function useShown() {
  const [shown, setShown] = useState<ShownCitation | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const closedAt = useRef(0);
  const later = useCallback((delay: number, change: (shown: ShownCitation | null) => ShownCitation | null) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(change), delay);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  const stay = useCallback(() => clearTimeout(timer.current), []);
  const close = useCallback(() => {
    clearTimeout(timer.current);
    closedAt.current = Date.now();
    setShown(null);
  }, []);
  const press = useCallback((place: CitedPlace, chip: Element) => {
    clearTimeout(timer.current);
    setShown({ place, chip, pinned: true });
  }, []);
  const enter = useCallback(
    (place: CitedPlace, chip: Element) => {
      if (Date.now() - closedAt.current < quietAfterCloseMs) return;
      later(openAfterMs, (now) => (now?.pinned ? now : { place, chip, pinned: false }));
    },
    [later],
  );
  const leave = useCallback(() => later(closeAfterMs, (now) => (now?.pinned ? now : null)), [later]);
  return { shown, press, enter, leave, stay, close };
}
