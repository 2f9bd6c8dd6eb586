import './without-eval';
import { DefaultChatTransport } from 'ai';
import type { ConversationId, PageId } from '../wire';
import type { ChatApi } from './chat-api';
import type { CourseMessage } from './course-message';

export interface TransportOptions {
  api: ChatApi;
  /** The conversation to send to; creates it when this is the first message. */
  openConversation: () => Promise<ConversationId>;
  /** The page that the student is reading. */
  pageId: () => PageId | null;
}

/** The AI SDK's transport, sending only the last message: the server has the others. */
export function createChatTransport({ api, openConversation, pageId }: TransportOptions) {
  return new DefaultChatTransport<CourseMessage>({
    api: `${api.prefix}/chat`,
    fetch: api.request,
    prepareSendMessagesRequest: async ({ messages, trigger, messageId }) => ({
      body: {
        id: await openConversation(),
        message: messages.at(-1),
        trigger,
        messageId,
        pageId: pageId() ?? undefined,
      },
    }),
    prepareReconnectToStreamRequest: async () => ({
      api: `${api.prefix}/chat/${encodeURIComponent(await openConversation())}/stream`,
    }),
  });
}
