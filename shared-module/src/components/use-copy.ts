import { useCallback, useEffect, useState } from 'react';

const shownForMs = 2_000;

export type CopyState = 'idle' | 'copied' | 'failed';

/** Copies a text and tells for a moment how it went. */
export function useCopy(): [CopyState, (text: string) => void] {
  const [state, setState] = useState<CopyState>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), shownForMs);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = useCallback((text: string) => {
    writeClipboard(text).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  }, []);
  return [state, copy];
}

/** A page without a secure origin has no `navigator.clipboard`. */
async function writeClipboard(text: string): Promise<void> {
  if (!navigator.clipboard) throw new Error('There is no clipboard.');
  await navigator.clipboard.writeText(text);
}
