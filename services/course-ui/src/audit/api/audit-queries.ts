import type { AuditedCitation, CitationDetail, ListPage, NewReview } from '@course-chatbot/chat';
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { auditApi, type Wish } from './audit-api';

type Rows = InfiniteData<ListPage<AuditedCitation>>;

const settledMs = 10 * 60_000;

/** What one can filter by; whoever audits nothing is refused. */
export function useAuditFilters() {
  return useQuery({ queryKey: ['audit', 'filters'], queryFn: auditApi.filters, staleTime: Infinity, retry: false });
}

export function useCitations(wish: Wish) {
  return useInfiniteQuery({
    queryKey: ['audit', 'citations', String(wish)],
    queryFn: ({ pageParam }) => auditApi.citations(wish, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // A list in which somebody works does not change under their hands.
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
}

export function useCitationCount(wish: Wish) {
  return useQuery({ queryKey: ['audit', 'count', String(wish)], queryFn: () => auditApi.count(wish), staleTime: settledMs });
}

/** One citation. Each look is logged, so nothing is loaded twice by itself. */
export function useCitation(id: string | null) {
  return useQuery({
    queryKey: ['audit', 'citation', id],
    queryFn: () => auditApi.citation(id ?? ''),
    enabled: id !== null,
    staleTime: Infinity,
    retry: false,
  });
}

/** Marks a citation reviewed; its row stays where it is, so that nobody loses their place. */
export function useReview() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...review }: NewReview & { id: string }) => auditApi.review(id, review),
    onSuccess: (row) => {
      queries.setQueriesData<Rows>({ queryKey: ['audit', 'citations'] }, (rows) => rows && withRow(rows, row));
      queries.setQueryData<CitationDetail>(['audit', 'citation', row.id], (detail) => detail && { ...detail, row });
      void queries.invalidateQueries({ queryKey: ['audit', 'count'] });
      void queries.invalidateQueries({ queryKey: ['audit', 'log'] });
      // Lists that are not seen are loaded anew when somebody comes back to them.
      void queries.invalidateQueries({ queryKey: ['audit', 'citations'], refetchType: 'none' });
    },
  });
}

function withRow(rows: Rows, row: AuditedCitation): Rows {
  const pages = rows.pages.map((page) => ({
    ...page,
    items: page.items.map((item) => (item.id === row.id ? row : item)),
  }));
  return { ...rows, pages };
}

export function useRates(wish: Wish) {
  return useQuery({
    queryKey: ['audit', 'rates', String(wish)],
    queryFn: () => auditApi.rates(wish),
    staleTime: settledMs,
    placeholderData: keepPreviousData,
  });
}

export function useCalls(wish: Wish) {
  return useInfiniteQuery({
    queryKey: ['audit', 'calls', String(wish)],
    queryFn: ({ pageParam }) => auditApi.calls(wish, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
}

export function useTurn(id: string) {
  return useQuery({ queryKey: ['audit', 'turn', id], queryFn: () => auditApi.turn(id), staleTime: Infinity, retry: false });
}

export function useAccessLog(wish: Wish) {
  return useInfiniteQuery({
    queryKey: ['audit', 'log', String(wish)],
    queryFn: ({ pageParam }) => auditApi.log(wish, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}
