import { type FocusEvent, useCallback, useEffect, useRef } from 'react';

/**
 * When a button goes away with what it did, whoever pressed it by the keyboard goes on in the field. Gives what the
 * panel around both does at each focus.
 */
export function useKeptFocus(focusField: () => void): (event: FocusEvent) => void {
  const last = useRef<Element | null>(null);
  useEffect(() => {
    if (last.current === null || last.current.isConnected) return;
    last.current = null;
    if (document.activeElement === document.body) focusField();
  });
  return useCallback(({ target, currentTarget }) => {
    // What lies over the panel gives the focus back by itself; a touch would open the keyboard of a phone.
    last.current = currentTarget.contains(target) && target.matches(':focus-visible') ? target : null;
  }, []);
}
