import { useSyncExternalStore } from 'react';

const query = '(max-width: 999px)';

/** Whether there is no room for a row beside the list. */
export function useNarrow(): boolean {
  return useSyncExternalStore(watch, () => matchMedia(query).matches);
}

function watch(changed: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}
