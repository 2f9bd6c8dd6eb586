import { useAddressFilter } from '../filters/use-address-filter';

const names = ['denied', 'courseId', 'chatbotId', 'tool', 'disposition', 'status'] as const;

/** Which calls are shown. */
export function useCallFilter() {
  return useAddressFilter(names);
}

export type CallFilter = ReturnType<typeof useCallFilter>['filter'];
