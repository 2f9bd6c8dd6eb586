import { useEffect, useRef } from 'react';
import { listAction, type ListAction, placeOf } from './list-keys';

/** Hears the keys of the list, wherever on the page the focus is. */
export function useListKeys(letters: boolean, act: (action: ListAction) => void): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const { key, target, ctrlKey, altKey, metaKey } = event;
      const action = listAction({ key, modified: ctrlKey || altKey || metaKey, place: placeOf(target), letters });
      if (action === null) return;
      event.preventDefault();
      latest.current(action);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [letters]);
}
