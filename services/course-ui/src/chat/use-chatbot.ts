import { ChatApi, type ChatbotSummary, ChatRefusal } from '@course-chatbot/chat';
import { useQuery } from '@tanstack/react-query';

const api = new ChatApi();

/** The chatbot that a course's pages open; `none`: the course has no chatbot now. */
export type CourseChatbot =
  { state: 'loading' | 'none' } | { state: 'failed'; again: () => void } | { state: 'ready'; chatbot: ChatbotSummary };

export function useChatbot(courseId: string): CourseChatbot {
  const {
    data: chatbots,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['chatbots', courseId],
    queryFn: () => api.chatbots(courseId),
    staleTime: Infinity,
    // A refusal stays one; only a lost connection is worth another try.
    retry: (failures, error) => error instanceof ChatRefusal && error.code === 'offline' && failures < 2,
  });
  if (isError) return { state: 'failed', again: () => void refetch() };
  if (!chatbots) return { state: 'loading' };
  const chatbot = chatbots.find(({ isDefault }) => isDefault) ?? chatbots[0];
  return chatbot ? { state: 'ready', chatbot } : { state: 'none' };
}
