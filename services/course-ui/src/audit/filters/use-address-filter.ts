import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { writeDays } from './citation-filter';
import { type DaySpan, isDay } from './days';

export type AddressFilter<Name extends string> = Record<Name, string | null> & DaySpan;

/** A filter of single words and days that stands in the address, and how the server is asked for it. */
export function useAddressFilter<Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams();
  const address = String(params);
  const filter = useMemo(() => readAddress(names, new URLSearchParams(address)), [names, address]);
  const wish = useMemo(() => {
    const asked = writeNames(names, filter);
    writeDays(asked, filter);
    return asked;
  }, [names, filter]);
  const change = useCallback(
    (changed: Partial<AddressFilter<Name>>) => {
      const next = { ...filter, ...changed };
      const written = writeNames(names, next);
      if (next.from !== null) written.set('from', next.from);
      if (next.to !== null) written.set('to', next.to);
      setParams(written);
    },
    [names, filter, setParams],
  );
  return { filter, wish, change };
}

function readAddress<Name extends string>(names: readonly Name[], params: URLSearchParams): AddressFilter<Name> {
  const day = (name: string) => (isDay(params.get(name)) ? params.get(name) : null);
  const words = Object.fromEntries(names.map((name) => [name, params.get(name) || null]));
  return { ...words, from: day('from'), to: day('to') } as AddressFilter<Name>;
}

function writeNames<Name extends string>(names: readonly Name[], filter: AddressFilter<Name>): URLSearchParams {
  const given = names.map((name) => [name, filter[name]] as const).filter((pair): pair is [Name, string & AddressFilter<Name>[Name]] => pair[1] !== null);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}
