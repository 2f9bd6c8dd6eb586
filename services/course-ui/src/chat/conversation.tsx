import {
  ChatClient,
  type ChatbotSummary,
  type ChatHost,
  ChatHostProvider,
  ChatPanel,
  type PanelPlace,
} from '@course-chatbot/chat';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';

export interface ConversationProps {
  chatbot: ChatbotSummary;
  userId: string;
  pageId: string | null;
  onFollow: ChatHost['follow'];
  place: PanelPlace;
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

/** The conversation with a chatbot about the page being read. */
export default function Conversation({ chatbot, userId, pageId, onFollow, place }: ConversationProps) {
  const session = chatOf(userId).session(chatbot);
  const queries = useQueryClient();
  const signIn = useCallback(() => void queries.invalidateQueries({ queryKey: ['me'] }), [queries]);
  useEffect(() => {
    session.pageId = pageId;
  }, [session, pageId]);
  return (
    <ChatHostProvider follow={onFollow} signIn={signIn}>
      <ChatPanel session={session} {...place} />
    </ChatHostProvider>
  );
}
