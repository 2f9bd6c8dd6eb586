import type { ChatbotId, ChatbotSummary } from '../wire';
import { ChatApi, type ChatApiOptions } from './chat-api';
import { ChatSession } from './chat-session';

/** The chat of one signed-in person: the routes, and a session per chatbot. */
export class ChatClient {
  readonly api: ChatApi;
  private readonly sessions = new Map<ChatbotId, ChatSession>();

  constructor(options: ChatApiOptions = {}) {
    this.api = new ChatApi(options);
  }

  session(chatbot: ChatbotSummary): ChatSession {
    let session = this.sessions.get(chatbot.id);
    if (!session) {
      session = new ChatSession(chatbot, this.api);
      this.sessions.set(chatbot.id, session);
    }
    return session;
  }

  /** Forgets everything, at sign-out. */
  close(): void {
    for (const session of this.sessions.values()) session.close();
    this.sessions.clear();
  }
}
