import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lmsApi } from './lms-api';

const staleAfterMs = 60_000;

export function useMe() {
  return useQuery({ queryKey: ['me'], queryFn: lmsApi.me, staleTime: Infinity });
}

export function useCourses() {
  return useQuery({ queryKey: ['courses'], queryFn: lmsApi.courses, staleTime: staleAfterMs });
}

export function useOutline(slug: string) {
  return useQuery({ queryKey: ['outline', slug], queryFn: () => lmsApi.outline(slug), staleTime: staleAfterMs });
}

/** A course page; while the next one loads, the one before stays. */
export function useCoursePage(slug: string, path: string) {
  return useQuery({
    queryKey: ['page', slug, path],
    queryFn: () => lmsApi.page(slug, path),
    staleTime: staleAfterMs,
    placeholderData: keepPreviousData,
  });
}

export function useLogin() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ email, password }: { email: string; password: string }) => lmsApi.login(email, password),
    onSuccess: (user) => {
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
      queries.setQueryData(['me'], user);
    },
  });
}

/** Signs out and loads the page anew, so that nothing of the person stays in memory. */
export function useLogout() {
  return useMutation({
    mutationFn: lmsApi.logout,
    onSuccess: () => {
      sessionStorage.clear();
      window.location.assign('/');
    },
  });
}
