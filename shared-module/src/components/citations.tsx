import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { CitationData } from '../wire';
import { CitationPopover } from './citation-popover';

/** The citation whose popover is open. */
export interface ShownCitation {
  number: number;
  chip: Element;
  /** Opened by a press, it stays and takes the focus; opened by the mouse alone, it only shows itself. */
  pinned: boolean;
}

interface Citations {
  byNumber: ReadonlyMap<number, CitationData>;
  shown: ShownCitation | null;
  press: (number: number, chip: Element) => void;
  enter: (number: number, chip: Element) => void;
  leave: () => void;
}

const openAfterMs = 300;
const closeAfterMs = 200;
/** A popover that closes under the mouse lays the chip bare again: that is no new hovering. */
const quietAfterCloseMs = 500;

const none: Citations = {
  byNumber: new Map(),
  shown: null,
  press: () => undefined,
  enter: () => undefined,
  leave: () => undefined,
};
const CitationsContext = createContext<Citations>(none);

/** Gives the number chips inside an answer their citations, and the answer its one popover. */
export function CitationsProvider({ citations, children }: { citations: CitationData[]; children: ReactNode }) {
  const byNumber = useMemo(() => new Map(citations.map((citation) => [citation.number, citation])), [citations]);
  const { shown, press, enter, leave, stay, close } = useShown();
  const value = useMemo(() => ({ byNumber, shown, press, enter, leave }), [byNumber, shown, press, enter, leave]);
  const citation = shown && byNumber.get(shown.number);
  return (
    <CitationsContext value={value}>
      {children}
      {shown && citation && (
        <CitationPopover
          key={`${shown.number} ${shown.pinned}`}
          citation={citation}
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
  const press = useCallback((number: number, chip: Element) => {
    clearTimeout(timer.current);
    setShown({ number, chip, pinned: true });
  }, []);
  const enter = useCallback(
    (number: number, chip: Element) => {
      if (Date.now() - closedAt.current < quietAfterCloseMs) return;
      later(openAfterMs, (now) => (now?.pinned ? now : { number, chip, pinned: false }));
    },
    [later],
  );
  const leave = useCallback(() => later(closeAfterMs, (now) => (now?.pinned ? now : null)), [later]);
  return { shown, press, enter, leave, stay, close };
}
