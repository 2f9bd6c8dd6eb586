import { type ChatbotSummary, ChatDock, type ChatDockHandle, type ChatHost, useChatText } from '@course-chatbot/chat';
import { lazy, type Ref, Suspense } from 'react';
import styles from './course-chat.module.css';
import type { Reading } from './reading';

/** The conversation is much code: it is loaded when the chat is opened. */
const Conversation = lazy(() => import('./conversation'));

export interface CourseChatProps {
  chatbot: ChatbotSummary;
  userId: string;
  reading: Reading;
  dock: Ref<ChatDockHandle>;
  onFollow: ChatHost['follow'];
  onCover: (covers: boolean) => void;
}

/** The course's chatbot beside its pages. */
export function CourseChat({ chatbot, userId, reading, dock, onFollow, onCover }: CourseChatProps) {
  const text = useChatText();
  return (
    <ChatDock ref={dock} name={chatbot.name} onCover={onCover}>
      {(place) => (
        <Suspense fallback={<p className={styles.loading}>{text('chat.loading')}</p>}>
          <Conversation chatbot={chatbot} userId={userId} reading={reading} onFollow={onFollow} place={place} />
        </Suspense>
      )}
    </ChatDock>
  );
}
