import type { SettingsFault } from '@course-chatbot/chat';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { manageApi } from '../api/manage-api';
import { checkSettings, type Known, mergeFaults } from './check-settings';
import type { Draft } from './use-draft';

/** So long after the last key the server is asked. */
const restMs = 500;

/** What is wrong with settings: at once what the page can tell, then what the server says. */
export function useFaults({ base, settings, changes }: Draft, known: Known): SettingsFault[] {
  const dirty = changes.length > 0;
  const own = useMemo(() => checkSettings(settings, known), [settings, known]);
  const rested = useRested(settings);
  // What the page itself finds at fault may not even be readable for the server.
  const asks = dirty && own.length === 0;
  const { data } = useQuery({
    queryKey: ['manage', 'check', base.id, rested],
    queryFn: () => manageApi.check(base.courseId, base.id, rested),
    enabled: asks,
    staleTime: Infinity,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => mergeFaults(own, dirty ? (data ?? []) : []), [own, data, dirty]);
}

/** A value once it has not changed for a while. */
function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
