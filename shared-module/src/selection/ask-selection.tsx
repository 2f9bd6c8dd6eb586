import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { useChatText } from '../language/language';
import styles from './ask-selection.module.css';
import { selectedText } from './selected-text';

export interface AskSelectionProps {
  /** The text of the page; its offset parent is where the button is placed. */
  page: RefObject<HTMLElement | null>;
  onAsk: (text: string) => void;
  /** Told what is selected on the page; it stays so while the focus is elsewhere. */
  onSelect: (text: string | null) => void;
}

interface Place {
  text: string;
  top: number;
  left: number;
}

/** The pointer's selecting has to come to rest first. */
const restMs = 150;
const gapPx = 8;
const buttonWidthPx = 180;

/** A button at the end of the text that is selected on a page, which asks about it. */
export function AskSelection({ page, onAsk, onSelect }: AskSelectionProps) {
  const text = useChatText();
  /** A press may take the selection away before it has done its work. */
  const pressing = useRef(false);
  const place = useSelectedPlace(page, onSelect, pressing);
  if (!place) return null;
  return (
    <div
      className={styles.place}
      style={{ top: place.top, left: place.left }}
      onPointerDown={() => {
        pressing.current = true;
      }}
      onPointerCancel={() => {
        pressing.current = false;
      }}
      onMouseDown={(event) => event.preventDefault()}
    >
      <Button
        className={styles.ask ?? ''}
        onPress={() => {
          pressing.current = false;
          onAsk(place.text);
          document.getSelection()?.removeAllRanges();
        }}
      >
        {text('selection.ask')}
      </Button>
    </div>
  );
}

function useSelectedPlace(
  page: RefObject<HTMLElement | null>,
  onSelect: (text: string | null) => void,
  pressing: RefObject<boolean>,
): Place | null {
  const [place, setPlace] = useState<Place | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      if (pressing.current) return;
      const selection = document.getSelection();
      const root = page.current;
      // A field elsewhere takes the document's selection with the focus: the page's own is still meant.
      if (!root || !selection?.anchorNode || !root.contains(selection.anchorNode)) return setPlace(null);
      const text = selectedText(root, selection);
      onSelect(text);
      setPlace(text === null ? null : placeOf(root, selection, text));
    };
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(look, restMs);
    };
    document.addEventListener('selectionchange', later);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', later);
      onSelect(null);
    };
  }, [page, onSelect, pressing]);
  return place;
}

/** Below the last line of the selection, where it covers none of it; a phone's own menu stands above. */
function placeOf(root: HTMLElement, selection: Selection, text: string): Place {
  const rects = [...selection.getRangeAt(0).getClientRects()].filter(({ width }) => width > 0);
  const last = rects.at(-1) ?? root.getBoundingClientRect();
  const frame = (root.offsetParent ?? root).getBoundingClientRect();
  const left = Math.min(last.right - frame.left - buttonWidthPx / 2, frame.width - buttonWidthPx);
  return { text, top: last.bottom - frame.top + gapPx, left: Math.max(0, left) };
}
