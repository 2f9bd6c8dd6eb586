import { useEffect } from 'react';

/** Sets the window's title. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
