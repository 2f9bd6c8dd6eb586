import type { ChatbotId, ChatbotSettings, CourseId, ManagedChatbot } from '@course-chatbot/chat';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type InsightsFilter, manageApi } from './manage-api';

/** What the server's operator sets: it hardly changes while somebody works. */
const settledMs = 10 * 60_000;

export function useTools(course: CourseId) {
  return useQuery({ queryKey: ['manage', 'tools', course], queryFn: () => manageApi.tools(course), staleTime: settledMs });
}

export function useModels() {
  return useQuery({ queryKey: ['manage', 'models'], queryFn: manageApi.models, staleTime: settledMs });
}

export function useManagedChatbots(course: CourseId) {
  return useQuery({ queryKey: chatbotsKey(course), queryFn: () => manageApi.chatbots(course) });
}

export function useManagedChatbot(id: ChatbotId) {
  return useQuery({ queryKey: chatbotKey(id), queryFn: () => manageApi.chatbot(id) });
}

export function useInsights(course: CourseId, filter: InsightsFilter) {
  return useQuery({
    queryKey: ['manage', 'insights', course, filter],
    queryFn: () => manageApi.insights(course, filter),
    placeholderData: keepPreviousData,
  });
}

export function useCreateChatbot(course: CourseId) {
  const kept = useKeepChatbot();
  return useMutation({ mutationFn: (settings: ChatbotSettings) => manageApi.create(course, settings), onSuccess: kept });
}

export function useSaveChatbot() {
  const kept = useKeepChatbot();
  return useMutation({
    mutationFn: ({ id, version, settings }: { id: ChatbotId; version: number; settings: ChatbotSettings }) =>
      manageApi.save(id, version, settings),
    onSuccess: kept,
  });
}

export function useRestoreVersion({ id, version }: Pick<ManagedChatbot, 'id' | 'version'>) {
  const kept = useKeepChatbot();
  return useMutation({ mutationFn: (restored: number) => manageApi.restore(id, restored, version), onSuccess: kept });
}

export function useRemoveChatbot(course: CourseId) {
  return useChangeOfList(course, manageApi.remove);
}

export function useMakeDefault(course: CourseId) {
  return useChangeOfList(course, manageApi.makeDefault);
}

function useChangeOfList(course: CourseId, change: (id: ChatbotId) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      void queries.invalidateQueries({ queryKey: ['chatbots', course] });
      await queries.invalidateQueries({ queryKey: chatbotsKey(course) });
    },
  });
}

/** Puts a chatbot as the server has it now in the place of what was known of it; also where students see it. */
function useKeepChatbot() {
  const queries = useQueryClient();
  return (chatbot: ManagedChatbot) => {
    queries.setQueryData(chatbotKey(chatbot.id), chatbot);
    void queries.invalidateQueries({ queryKey: chatbotsKey(chatbot.courseId) });
    void queries.invalidateQueries({ queryKey: ['manage', 'versions', chatbot.id] });
    void queries.invalidateQueries({ queryKey: ['chatbots', chatbot.courseId] });
  };
}

export const chatbotsKey = (course: CourseId) => ['manage', 'chatbots', course];
export const chatbotKey = (id: ChatbotId) => ['manage', 'chatbot', id];
