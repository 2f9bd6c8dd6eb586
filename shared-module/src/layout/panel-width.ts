import { useCallback, useState } from 'react';

const key = 'course-chat-width';
const firstWidth = 420;
/** The narrowest the chat gets, in pixels. */
export const leastWidth = 320;

/** The widest the chat may get, so that the text stays readable beside it. */
export function greatestWidth(): number {
  return Math.max(leastWidth, Math.min(760, Math.round(window.innerWidth * 0.55)));
}

function allowed(width: number): number {
  return Math.round(Math.min(Math.max(width, leastWidth), greatestWidth()));
}

function remembered(): number {
  try {
    return allowed(Number(localStorage.getItem(key)) || firstWidth);
  } catch {
    return firstWidth;
  }
}

export interface PanelWidth {
  width: number;
  setWidth: (width: number) => void;
  /** Whether the chat is as wide as it gets. */
  wide: boolean;
  setWide: (wide: boolean) => void;
}

/** The chat's width, remembered in this browser. */
export function usePanelWidth(): PanelWidth {
  const [width, setWidth] = useState(remembered);
  const change = useCallback((wanted: number) => {
    const next = allowed(wanted);
    setWidth(next);
    try {
      localStorage.setItem(key, String(next));
    } catch {
      // Without storage the width lasts until the page is left.
    }
  }, []);
  const setWide = useCallback((wide: boolean) => change(wide ? greatestWidth() : firstWidth), [change]);
  return { width, setWidth: change, wide: width >= greatestWidth(), setWide };
}
