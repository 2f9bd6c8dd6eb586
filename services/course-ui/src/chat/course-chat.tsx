import { ChatApi, ChatDock, type ChatDockHandle, type ChatHost, useChatText } from '@course-chatbot/chat';
import { useQuery } from '@tanstack/react-query';
import { lazy, type Ref, Suspense } from 'react';
import styles from './course-chat.module.css';

/** The conversation is much code: it is loaded when the chat is opened. */
const Conversation = lazy(() => import('./conversation'));
const api = new ChatApi();

export interface CourseChatProps {
  courseId: string;
  userId: string;
  /** The page being read, or null on the outline. */
  pageId: string | null;
  dock: Ref<ChatDockHandle>;
  onFollow: ChatHost['follow'];
  onCover: (covers: boolean) => void;
}

/** The course's chatbot beside its pages, if it has one. */
export function CourseChat({ courseId, userId, pageId, dock, onFollow, onCover }: CourseChatProps) {
  const text = useChatText();
  const { data: chatbots } = useQuery({
    queryKey: ['chatbots', courseId],
    queryFn: () => api.chatbots(courseId),
    staleTime: Infinity,
  });
  const chatbot = chatbots?.find(({ isDefault }) => isDefault) ?? chatbots?.[0];
  if (!chatbot) return null;
  return (
    <ChatDock ref={dock} name={chatbot.name} onCover={onCover}>
      {(place) => (
        <Suspense fallback={<p className={styles.loading}>{text('chat.loading')}</p>}>
          <Conversation chatbot={chatbot} userId={userId} pageId={pageId} onFollow={onFollow} place={place} />
        </Suspense>
      )}
    </ChatDock>
  );
}
