import './without-eval';
import { Chat } from '@ai-sdk/react';
import { generateId } from 'ai';
import type { ChatbotSummary, Conversation, ConversationId, Limits, PageId, ToolStatusData } from '../wire';
import type { ChatApi } from './chat-api';
import { asRefusal, ChatRefusal } from './chat-refusal';
import { createChatTransport } from './chat-transport';
import { asCourseMessages, type CourseMessage } from './course-message';
import { readDraft, writeDraft } from './draft';

/** What the panel shows of a session, besides the messages, which `useChat` reads from `chat`. */
export interface SessionView {
  phase: 'loading' | 'ready' | 'failed';
  chat: Chat<CourseMessage>;
  limits: Limits | null;
  /** The tool that runs right now, told by a transient part. */
  activity: ToolStatusData | null;
  /** The last request that was refused. */
  refusal: ChatRefusal | null;
  /** The connection broke while an answer was being written; the session is looking for it. */
  reconnecting: boolean;
  draft: string;
}

const reconnectDelaysMs = [500, 2_000, 5_000, 10_000];
/** How long a stopped stream may take to end before the page closes it. */
const stopPatienceMs = 5_000;

/**
 * One chatbot's conversation in this browser tab. It lives outside React, so that it survives
 * every navigation; `useSession` reads it.
 */
export class ChatSession {
  /** The page that the student is reading; goes along with each message. */
  pageId: PageId | null = null;
  private conversationId: ConversationId | null = null;
  private creating: Promise<ConversationId> | null = null;
  /** A refused message keeps its id, so that sending it again cannot store it twice. */
  private refusedMessage: { id: string; text: string } | null = null;
  private loading: Promise<void> | null = null;
  private view: SessionView;
  private readonly listeners = new Set<() => void>();

  constructor(
    readonly chatbot: ChatbotSummary,
    private readonly api: ChatApi,
  ) {
    this.view = {
      phase: 'loading',
      chat: this.newChat([]),
      limits: null,
      activity: null,
      refusal: null,
      reconnecting: false,
      draft: readDraft(chatbot.id),
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): SessionView => this.view;

  get busy(): boolean {
    const { status } = this.view.chat;
    return status === 'submitted' || status === 'streaming';
  }

  /** Shows the newest conversation; called as often as one likes. */
  load(): Promise<void> {
    this.loading ??= this.loadNewest().catch((error: unknown) => {
      this.loading = null;
      this.change({ phase: 'failed', refusal: asRefusal(error) });
    });
    return this.loading;
  }

  async send(text: string): Promise<void> {
    const { chat } = this.view;
    if (this.busy) return;
    const id = this.refusedMessage?.text === text ? this.refusedMessage.id : generateId();
    const before = chat.messages;
    this.change({ refusal: null, activity: null });
    this.setDraft('');
    await chat.sendMessage({ id, role: 'user', parts: [{ type: 'text', text }] });
    if (!(chat.error instanceof ChatRefusal)) {
      this.refusedMessage = null;
      return;
    }
    this.refusedMessage = { id, text };
    this.takeBack(chat, before, chat.error);
    this.setDraft(this.view.draft ? `${text}\n\n${this.view.draft}` : text);
  }

  /** Asks for the answer again, in place of the one with this id. */
  async retry(messageId?: string): Promise<void> {
    const { chat } = this.view;
    if (this.busy) return;
    const before = chat.messages;
    this.change({ refusal: null, activity: null });
    await chat.regenerate(messageId === undefined ? {} : { messageId });
    if (chat.error instanceof ChatRefusal) this.takeBack(chat, before, chat.error);
  }

  /** Stops the answer at the server; its stream then ends by itself. */
  async stop(): Promise<void> {
    const { chat } = this.view;
    if (this.conversationId === null) return chat.stop();
    try {
      await this.api.stop(this.conversationId);
    } catch {
      return chat.stop();
    }
    await new Promise((resolve) => setTimeout(resolve, stopPatienceMs));
    if (chat === this.view.chat && this.busy && chat.status !== 'submitted') await chat.stop();
  }

  /** Stops an answer that another tab or an earlier visit started, and shows what there is. */
  async stopOpenTurn(): Promise<void> {
    if (this.conversationId === null) return;
    try {
      await this.api.stop(this.conversationId);
    } catch (error) {
      return this.change({ refusal: asRefusal(error) });
    }
    await this.showOpenTurn();
  }

  /** Shows an answer that another tab or an earlier visit started. */
  async showOpenTurn(): Promise<void> {
    try {
      await this.reload();
      this.change({ refusal: null });
    } catch (error) {
      this.change({ refusal: asRefusal(error) });
    }
  }

  /** Leaves this conversation; the next message begins another. */
  startNew(): void {
    void this.view.chat.stop();
    this.conversationId = null;
    this.creating = null;
    this.refusedMessage = null;
    this.change({ phase: 'ready', chat: this.newChat([]), refusal: null, activity: null, reconnecting: false });
  }

  setDraft(draft: string): void {
    writeDraft(this.chatbot.id, draft);
    this.change({ draft });
  }

  dismissRefusal(): void {
    this.change({ refusal: null });
  }

  /** Shows the conversation as the server has it, and follows an answer that is still being written. */
  async reload(): Promise<void> {
    if (this.conversationId === null) return;
    this.show(await this.api.conversation(this.conversationId));
  }

  /** Ends the session, at sign-out. */
  close(): void {
    void this.view.chat.stop();
    writeDraft(this.chatbot.id, '');
  }

  private async loadNewest(): Promise<void> {
    this.change({ phase: 'loading', refusal: null });
    const { items } = await this.api.conversations(this.chatbot.id);
    const newest = items[0];
    if (newest) this.show(await this.api.conversation(newest.id));
    else this.change({ phase: 'ready' });
  }

  private show(conversation: Conversation): void {
    this.conversationId = conversation.id;
    const chat = this.newChat(asCourseMessages(conversation.messages));
    this.change({ phase: 'ready', chat, limits: conversation.limits, reconnecting: false, activity: null });
    if (conversation.openTurnId !== null) void this.follow(chat);
  }

  private async follow(chat: Chat<CourseMessage>): Promise<void> {
    await chat.resumeStream();
    const endedMeanwhile = chat.status === 'ready' && chat.lastMessage?.role !== 'assistant';
    if (endedMeanwhile && chat === this.view.chat) await this.reload().catch(() => undefined);
  }

  private newChat(messages: CourseMessage[]): Chat<CourseMessage> {
    const chat: Chat<CourseMessage> = new Chat<CourseMessage>({
      messages,
      transport: createChatTransport({
        api: this.api,
        openConversation: () => this.openConversation(),
        pageId: () => this.pageId,
      }),
      onData: (part) => {
        if (part.type === 'data-tool-status' && chat === this.view.chat) {
          this.change({ activity: part.data.state === 'running' ? part.data : null });
        }
      },
      onFinish: ({ isDisconnect }) => {
        if (chat !== this.view.chat) return;
        this.change({ activity: null });
        if (isDisconnect) void this.reconnect(chat);
      },
    });
    return chat;
  }

  private openConversation(): Promise<ConversationId> {
    if (this.conversationId !== null) return Promise.resolve(this.conversationId);
    this.creating ??= this.api.createConversation(this.chatbot.id).then(
      (conversation) => {
        this.conversationId = conversation.id;
        this.creating = null;
        this.change({ limits: conversation.limits });
        return conversation.id;
      },
      (error: unknown) => {
        this.creating = null;
        throw error;
      },
    );
    return this.creating;
  }

  /** After a broken connection: the server goes on answering, so ask it what there is. */
  private async reconnect(chat: Chat<CourseMessage>): Promise<void> {
    this.change({ reconnecting: true });
    for (const delay of reconnectDelaysMs) {
      await new Promise((resolve) => setTimeout(resolve, delay));
      if (chat !== this.view.chat || this.busy) break;
      try {
        return await this.reload();
      } catch {
        // Still no connection: wait longer.
      }
    }
    this.change({ reconnecting: false });
  }

  private takeBack(chat: Chat<CourseMessage>, messages: CourseMessage[], refusal: ChatRefusal): void {
    chat.messages = messages;
    chat.clearError();
    if (chat === this.view.chat) this.change({ refusal });
  }

  private change(part: Partial<SessionView>): void {
    this.view = { ...this.view, ...part };
    for (const listener of this.listeners) listener();
  }
}
