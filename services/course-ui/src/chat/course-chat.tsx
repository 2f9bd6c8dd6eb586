import { ChatClient, ChatDock, type ChatDockHandle, type ChatHost, ChatHostProvider } from '@course-chatbot/chat';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useEffect } from 'react';

export interface CourseChatProps {
  courseId: string;
  userId: string;
  /** The page being read, or null on the outline. */
  pageId: string | null;
  dock: Ref<ChatDockHandle>;
  onFollow: ChatHost['follow'];
  onCover: (covers: boolean) => void;
}

let current: { userId: string; client: ChatClient } | null = null;

/** The chat of the signed-in person; another person gets another one. */
function chatOf(userId: string): ChatClient {
  if (current?.userId !== userId) {
    current?.client.close();
    current = { userId, client: new ChatClient() };
  }
  return current.client;
}

/** The course's chatbot, if it has one. */
export default function CourseChat({ courseId, userId, pageId, dock, onFollow, onCover }: CourseChatProps) {
  const client = chatOf(userId);
  const { data: chatbots } = useQuery({
    queryKey: ['chatbots', courseId],
    queryFn: () => client.api.chatbots(courseId),
    staleTime: Infinity,
  });
  const chatbot = chatbots?.find(({ isDefault }) => isDefault) ?? chatbots?.[0];
  const session = chatbot && client.session(chatbot);
  useEffect(() => {
    if (session) session.pageId = pageId;
  }, [session, pageId]);
  if (!session) return null;
  return (
    <ChatHostProvider follow={onFollow}>
      <ChatDock ref={dock} session={session} onCover={onCover} />
    </ChatHostProvider>
  );
}
