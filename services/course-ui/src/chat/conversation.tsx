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
import type { Reading } from './reading';

export interface ConversationProps {
  chatbot: ChatbotSummary;
  userId: string;
  reading: Reading;
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
export default function Conversation({ chatbot, userId, reading, onFollow, place }: ConversationProps) {
  const session = chatOf(userId).session(chatbot);
  const queries = useQueryClient();
  const signIn = useCallback(() => void queries.invalidateQueries({ queryKey: ['me'] }), [queries]);
  const { page, selected, asked, onTaken } = reading;
  useEffect(() => session.setPage(page), [session, page]);
  useEffect(() => {
    if (!page || asked === null) return;
    session.attach({ text: asked, page });
    onTaken();
  }, [session, page, asked, onTaken]);
  return (
    <ChatHostProvider follow={onFollow} signIn={signIn}>
      <ChatPanel session={session} selectedText={selected} {...place} />
    </ChatHostProvider>
  );
}
