import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type CitationFilter, readFilter, wishOf, writeFilter } from './citation-filter';

/** What the list is filtered by and which of its rows is open: all of it stands in the address. */
export function useCitationFilter() {
  const [params, setParams] = useSearchParams();
  const open = params.get('citation');
  const address = String(writeFilter(readFilter(params)));
  const filter = useMemo(() => readFilter(new URLSearchParams(address)), [address]);
  const wish = useMemo(() => wishOf(filter), [filter]);
  const change = useCallback(
    (changed: Partial<CitationFilter>) => setParams(writeFilter({ ...filter, ...changed })),
    [filter, setParams],
  );
  const setOpen = useCallback(
    (id: string | null) =>
      setParams(
        () => {
          const next = new URLSearchParams(address);
          if (id !== null) next.set('citation', id);
          return next;
        },
        // Going through the rows is no way to go back step by step.
        { replace: true },
      ),
    [address, setParams],
  );
  return { filter, wish, change, open, setOpen };
}
