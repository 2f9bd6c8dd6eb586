import type { ChatbotId, Job, RunTests } from '@course-chatbot/chat';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { manageApi } from '../api/manage-api';

const testsKey = (id: ChatbotId) => ['manage', 'tests', id];
const runsKey = (id: ChatbotId) => ['manage', 'runs', id];
/** So often the server is asked how a run stands. */
const pollMs = 1_000;

export function useTestQuestions(id: ChatbotId) {
  return useQuery({ queryKey: testsKey(id), queryFn: () => manageApi.tests(id) });
}

export function useTestRuns(id: ChatbotId) {
  return useQuery({ queryKey: runsKey(id), queryFn: () => manageApi.testRuns(id) });
}

export function useAddTest(id: ChatbotId) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (question: string) => manageApi.addTest(id, { question }),
    onSuccess: () => queries.invalidateQueries({ queryKey: testsKey(id) }),
  });
}

export function useRemoveTest(id: ChatbotId) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (test: string) => manageApi.removeTest(id, test),
    onSuccess: () => queries.invalidateQueries({ queryKey: testsKey(id) }),
  });
}

export function useRunTests(id: ChatbotId) {
  return useMutation({ mutationFn: (body: RunTests) => manageApi.runTests(id, body) });
}

/** How a run stands, asked until it has ended; then its results are read. */
export function useRunJob(id: ChatbotId, started: Job | null) {
  const queries = useQueryClient();
  return useQuery({
    queryKey: ['manage', 'job', started?.id],
    queryFn: async () => {
      const job = await manageApi.job(started?.id ?? '');
      if (job.state !== 'running') await queries.invalidateQueries({ queryKey: runsKey(id) });
      return job;
    },
    enabled: started !== null,
    refetchInterval: ({ state }) => (!state.data || state.data.state === 'running' ? pollMs : false),
    staleTime: 0,
  });
}
