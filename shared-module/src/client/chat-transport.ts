import './without-eval';
import { DefaultChatTransport } from 'ai';
import type { ConversationId } from '../wire';
import type { ChatApi } from './chat-api';
import { failingWhenLost } from './connection';
import type { CourseMessage } from './course-message';
import { patiently } from './send-again';
import type { Context } from './session-state';

/** Four times as long as the server is ever silent. */
const longestSilenceMs = 20_000;

export interface TransportOptions {
  api: ChatApi;
  /** The conversation to send to; creates it when this is the first message. */
  openConversation: () => Promise<ConversationId>;
  /** What goes along with a student's message. */
  contextOf: (message: CourseMessage | undefined) => Context;
}

/** The AI SDK's transport, sending only the last message: the server has the others. */
export function createChatTransport({ api, openConversation, contextOf }: TransportOptions) {
  return new DefaultChatTransport<CourseMessage>({
    api: `${api.prefix}/chat`,
    fetch: failingWhenLost(patiently(api.request), longestSilenceMs),
    prepareSendMessagesRequest: async ({ messages, trigger, messageId }) => ({
      body: {
        id: await openConversation(),
        message: messages.at(-1),
        trigger,
        messageId,
        ...contextOf(messages.at(-1)),
      },
    }),
    prepareReconnectToStreamRequest: async () => ({
      api: `${api.prefix}/chat/${encodeURIComponent(await openConversation())}/stream`,
    }),
  });
}
