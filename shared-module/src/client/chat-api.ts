import type {
  ChatbotId,
  ChatbotSummary,
  Conversation,
  ConversationId,
  ConversationSummary,
  CourseId,
  LimitsData,
  Feedback,
  ListPage,
  NewConversation,
  RenameConversation,
} from '../wire';
import { ChatRefusal, refusalOf } from './chat-refusal';

export interface ChatApiOptions {
  /** Where the host mounted the chatbot. */
  prefix?: string;
  /** Extra headers of every request, for hosts that authenticate by a bearer token instead of a cookie. */
  headers?: () => Record<string, string>;
}

export interface ListOptions {
  /** Part of a title. */
  q?: string | undefined;
  /** Where the page before ended. */
  cursor?: string | undefined;
}

/** The chatbot's REST routes. Every call throws `ChatRefusal` when the server says no. */
export class ChatApi {
  readonly prefix: string;
  private readonly headers: () => Record<string, string>;

  constructor({ prefix = '/api/chatbot/v1', headers = () => ({}) }: ChatApiOptions = {}) {
    this.prefix = prefix;
    this.headers = headers;
  }

  chatbots(courseId: CourseId): Promise<ChatbotSummary[]> {
    return this.json(`/courses/${encodeURIComponent(courseId)}/chatbots`);
  }

  /** The caller's own conversations, newest first; with `q`, those whose title holds it. */
  conversations(chatbotId: ChatbotId, { q, cursor }: ListOptions = {}): Promise<ListPage<ConversationSummary>> {
    const query = new URLSearchParams({ chatbotId });
    if (q) query.set('q', q);
    if (cursor) query.set('cursor', cursor);
    return this.json(`/conversations?${query}`);
  }

  /** What is left of a chatbot's limits for the caller. */
  limits(chatbotId: ChatbotId): Promise<LimitsData> {
    return this.json(`/me/limits?${new URLSearchParams({ chatbotId })}`);
  }

  /** A conversation with its newest messages, or with those before a message. */
  conversation(id: ConversationId, before?: string): Promise<Conversation> {
    const query = before === undefined ? '' : `?before=${encodeURIComponent(before)}`;
    return this.json(`/conversations/${encodeURIComponent(id)}${query}`);
  }

  rename(id: ConversationId, title: string): Promise<ConversationSummary> {
    const body: RenameConversation = { title };
    return this.json(`/conversations/${encodeURIComponent(id)}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  async remove(id: ConversationId): Promise<void> {
    await this.request(`${this.prefix}/conversations/${encodeURIComponent(id)}`, { method: 'DELETE' });
  }

  createConversation(chatbotId: ChatbotId, body: NewConversation = {}): Promise<Conversation> {
    return this.json(`/chatbots/${encodeURIComponent(chatbotId)}/conversations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  /** Says what the student thinks of an answer; `null` takes it back. Gives it as it is kept. */
  async rate(messageId: string, feedback: Feedback | null): Promise<Feedback | null> {
    const path = `/messages/${encodeURIComponent(messageId)}/feedback`;
    if (feedback === null) {
      await this.request(`${this.prefix}${path}`, { method: 'DELETE' });
      return null;
    }
    return this.json(path, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(feedback),
    });
  }

  /** Everything that is stored about the caller, as a JSON file. */
  async ownData(): Promise<Blob> {
    const response = await this.request(`${this.prefix}/me/export`);
    return response.blob();
  }

  /** Erases everything that is stored about the caller. */
  async eraseOwnData(): Promise<void> {
    await this.request(`${this.prefix}/me/data`, { method: 'DELETE' });
  }

  async stop(id: ConversationId): Promise<void> {
    await this.request(`${this.prefix}/chat/${encodeURIComponent(id)}/stop`, { method: 'POST' });
  }

  /** `fetch` that throws `ChatRefusal` on anything but success; the chat transport uses it, too. */
  readonly request: typeof fetch = async (input, init) => {
    let response: Response;
    try {
      response = await fetch(input, { ...init, headers: { ...this.headers(), ...plainHeaders(init?.headers) } });
    } catch (error) {
      if (init?.signal?.aborted) throw error;
      throw new ChatRefusal('offline', String(error));
    }
    if (!response.ok) throw await refusalOf(response);
    return response;
  };

  private async json<T>(path: string, init?: RequestInit): Promise<T> {
    const response = await this.request(`${this.prefix}${path}`, init);
    return (await response.json()) as T;
  }
}

function plainHeaders(headers: HeadersInit | undefined): Record<string, string> {
  return Object.fromEntries(new Headers(headers).entries());
}
