import './without-eval';
import { Chat } from '@ai-sdk/react';
import { generateId } from 'ai';
import type { ChatbotSummary, Conversation, ConversationId, Feedback, ToolDisplayOutput } from '../wire';
import { allIsAnswered } from './asked-call';
import type { ChatApi } from './chat-api';
import { asRefusal, ChatRefusal, mayPass } from './chat-refusal';
import { createChatTransport } from './chat-transport';
import { nextTry } from './connection';
import { writeConsent } from './consent';
import { asCourseMessages, type CourseMessage, isToldToEnd } from './course-message';
import { writeDraft } from './draft';
import { newsOf } from './limits';
import { type Context, firstView, selectionIn, SessionState, type SessionView } from './session-state';

/** How often a message that did not reach the server is sent again before the student has to. */
const mostResends = 6;
/** How often an answer is looked for; with the longest pause a quarter of an hour. */
const mostReconnects = 100;
/** How long a stopped stream may take to end before the page closes it. */
const stopPatienceMs = 5_000;

/**
 * One chatbot's conversation in this browser tab. It lives outside React, so that it survives
 * every navigation; `useSession` reads it.
 */
export class ChatSession extends SessionState {
  protected view: SessionView;
  private creating: Promise<ConversationId> | null = null;
  /** A refused message keeps its id, so that sending it again cannot store it twice. */
  private refusedMessage: { id: string; text: string } | null = null;
  /** Whether a message is being sent again that did not reach the server. */
  private resending = false;
  /** What went along with the messages of this tab, for asking again. */
  private readonly sentWith = new Map<string, Context>();
  private loading: Promise<void> | null = null;
  /** The chat whose answer is being looked for after its connection broke. */
  private looking: Chat<CourseMessage> | null = null;
  /** How many answers this tab has asked for: what is meant for one of them must not reach the next. */
  private asked = 0;
  /** The messages before the student answered the first call that waits; the answers are sent together. */
  private unanswered: CourseMessage[] | null = null;

  /** Whether answers can be rated in it. */
  readonly takesRatings: boolean = true;

  constructor(
    chatbot: ChatbotSummary,
    readonly api: ChatApi,
  ) {
    super(chatbot);
    this.view = firstView(chatbot, this.newChat([]));
  }

  get busy(): boolean {
    const { status } = this.view.chat;
    return this.resending || status === 'submitted' || status === 'streaming';
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
    // Whoever is quick asks before it is known which conversation goes on.
    if (this.view.phase === 'loading') await this.loading;
    const { chat } = this.view;
    if (this.busy) return;
    this.takeBackAnswers(chat);
    const id = this.refusedMessage?.text === text ? this.refusedMessage.id : generateId();
    const before = chat.messages;
    const { selection } = this.view;
    const context = this.context();
    this.sentWith.set(id, context);
    this.change({ refusal: null, activity: null, selection: null });
    this.setDraft('');
    // As it will be read from the server: what the question is about stands with it.
    const about = context.selection === undefined ? {} : { metadata: context };
    await this.deliver(chat, { id, role: 'user', parts: [{ type: 'text', text }], ...about });
    if (!(chat.error instanceof ChatRefusal)) {
      this.refusedMessage = null;
      return;
    }
    this.refusedMessage = { id, text };
    this.takeBack(chat, before, chat.error);
    this.change({ selection: this.view.selection ?? selection });
    this.setDraft(this.view.draft ? `${text}\n\n${this.view.draft}` : text);
  }

  /** Asks for the answer again, in place of the one with this id. */
  async retry(messageId?: string): Promise<void> {
    const { chat } = this.view;
    if (this.busy) return;
    const before = chat.messages;
    this.asked += 1;
    this.change({ refusal: null, activity: null });
    await chat.regenerate(messageId === undefined ? {} : { messageId });
    if (chat.error instanceof ChatRefusal) this.takeBack(chat, before, chat.error);
  }

  /** Says whether something may be done that the chatbot asks approval for. */
  approve(approvalId: string, approved: boolean): Promise<void> {
    return this.answer((chat) => chat.addToolApprovalResponse({ id: approvalId, approved }));
  }

  /** Answers a question that the page was asked. */
  answerCall(tool: string, toolCallId: string, choice: string): Promise<void> {
    // As the tool reads it; the part is shown as the server tells it.
    const output = { choice } as ToolDisplayOutput;
    return this.answer((chat) => chat.addToolOutput({ tool, toolCallId, output }));
  }

  /** Lets the answer go on although this page cannot answer a question. */
  leaveCall(tool: string, toolCallId: string): Promise<void> {
    const errorText = 'The page does not know this kind of question.';
    return this.answer((chat) => chat.addToolOutput({ state: 'output-error', tool, toolCallId, errorText }));
  }

  /** Stops the answer at the server; its stream then ends by itself. */
  async stop(): Promise<void> {
    const { asked } = this;
    const { chat, conversationId } = this.view;
    if (conversationId === null) return chat.stop();
    try {
      await this.api.stop(conversationId);
    } catch {
      return chat.stop();
    }
    await new Promise((resolve) => setTimeout(resolve, stopPatienceMs));
    const same = chat === this.view.chat && asked === this.asked;
    if (same && this.busy && chat.status !== 'submitted') await chat.stop();
  }

  /** Stops an answer that another tab or an earlier visit started, and shows what there is. */
  async stopOpenTurn(): Promise<void> {
    const { conversationId } = this.view;
    if (conversationId === null) return;
    try {
      await this.api.stop(conversationId);
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
    this.leave();
    const chat = this.newChat([]);
    this.change({ phase: 'ready', chat, conversationId: null, earlier: false, refusal: null });
  }

  /** Shows another conversation of the student's. Throws `ChatRefusal`. */
  async open(id: ConversationId): Promise<void> {
    if (id === this.view.conversationId) return;
    const conversation = await this.api.conversation(id);
    this.leave();
    this.show(conversation);
  }

  /** Deletes a conversation for good. Throws `ChatRefusal`. */
  async remove(id: ConversationId): Promise<void> {
    await this.api.remove(id);
    if (id === this.view.conversationId) this.startNew();
  }

  /** Says what the student thinks of an answer; `null` takes it back. Throws `ChatRefusal`. */
  async rate(messageId: string, feedback: Feedback | null): Promise<void> {
    const { chat } = this.view;
    const kept = await this.api.rate(messageId, feedback);
    chat.messages = chat.messages.map((message) => (message.id === messageId ? rated(message, kept) : message));
  }

  /** Erases everything about the student, here and at the server. Throws `ChatRefusal`. */
  async eraseOwnData(): Promise<void> {
    await this.api.eraseOwnData();
    this.startNew();
    this.setDraft('');
    this.rememberConsent(null);
  }

  /** Puts the messages before the first one that is shown in front of it. */
  async loadEarlier(): Promise<void> {
    const { chat, conversationId } = this.view;
    const first = chat.messages[0];
    if (conversationId === null || !first || this.busy) return;
    try {
      const { messages, hasEarlier } = await this.api.conversation(conversationId, first.id);
      if (chat !== this.view.chat || this.busy || chat.messages[0] !== first) return;
      chat.messages = [...asCourseMessages(messages), ...chat.messages];
      this.change({ earlier: hasEarlier });
    } catch (error) {
      this.change({ refusal: asRefusal(error) });
    }
  }

  /** The student accepts the disclaimer as it is shown. A conversation under an older one is left. */
  accept(): void {
    this.rememberConsent(this.chatbot.disclaimer?.version ?? null);
    if (this.view.conversationId === null) this.change({ refusal: null });
    else this.startNew();
  }

  /** Shows the conversation as the server has it, and follows an answer that is still being written. */
  async reload(): Promise<void> {
    const { conversationId } = this.view;
    if (conversationId !== null) this.show(await this.api.conversation(conversationId));
  }

  /** Asks what is left to use; when nothing holds the student back any more, a refusal for it is over. */
  async readLimits(): Promise<void> {
    try {
      this.change({ use: await this.api.limits(this.chatbot.id) });
    } catch {
      // What was told last holds until its time has come.
      return;
    }
    const { refusal, use } = this.view;
    if (refusal?.code !== 'limit_reached' || newsOf(use).state === 'reached') return;
    // `Retry-After` counts whole seconds.
    if (refusal.retryAt && refusal.retryAt.getTime() <= Date.now() + 2_000) this.change({ refusal: null });
  }

  /** Ends the session, at sign-out. */
  close(): void {
    void this.view.chat.stop();
    writeDraft(this.chatbot.id, '');
    writeConsent(this.chatbot.id, null);
  }

  protected async loadNewest(): Promise<void> {
    this.change({ phase: 'loading', refusal: null });
    void this.readLimits();
    const { items } = await this.api.conversations(this.chatbot.id);
    const newest = items[0];
    if (newest) this.show(await this.api.conversation(newest.id));
    else this.change({ phase: 'ready' });
  }

  private show(conversation: Conversation): void {
    const { id: conversationId, limits, messages, hasEarlier: earlier } = conversation;
    const chat = this.newChat(asCourseMessages(messages));
    this.change({ phase: 'ready', chat, conversationId, earlier, limits, reconnecting: false, activity: null, model: null });
    this.knowConsent(conversation.acceptedDisclaimerVersion);
    if (conversation.openTurnId !== null) void this.follow(chat);
  }

  private async follow(chat: Chat<CourseMessage>): Promise<void> {
    await chat.resumeStream();
    if (mayPass(chat.error) && chat === this.view.chat) return this.reconnect(chat);
    const endedMeanwhile = chat.status === 'ready' && chat.lastMessage?.role !== 'assistant';
    if (endedMeanwhile && chat === this.view.chat) await this.reload().catch(() => undefined);
  }

  private newChat(messages: CourseMessage[]): Chat<CourseMessage> {
    const chat: Chat<CourseMessage> = new Chat<CourseMessage>({
      messages,
      transport: createChatTransport({
        api: this.api,
        openConversation: () => this.openConversation(),
        contextOf: (message) =>
          message?.role === 'assistant'
            ? {}
            : ((message && (this.sentWith.get(message.id) ?? selectionIn(message))) ?? this.context()),
      }),
      sendAutomaticallyWhen: allIsAnswered,
      onData: (part) => {
        if (part.type === 'data-limits') this.change({ use: part.data });
        if (chat !== this.view.chat) return;
        if (part.type === 'data-tool-status') {
          this.change({ activity: part.data.state === 'running' ? part.data : null });
        }
        if (part.type === 'data-model-status') {
          this.change({ model: part.data.state === 'asked' ? null : part.data });
        }
      },
      onFinish: ({ message, isAbort, finishReason }) => {
        if (chat !== this.view.chat) return;
        this.change({ activity: null, model: null });
        const { error } = chat;
        if (error instanceof ChatRefusal) this.takeBackAnswers(chat, error);
        else this.unanswered = null;
        const broken = !isAbort && !(error instanceof ChatRefusal) && !finishReason && !isToldToEnd(message);
        if (broken) void this.reconnect(chat);
      },
    });
    return chat;
  }

  /** Begins a conversation at the server. */
  protected begin(): Promise<Conversation> {
    const { acceptedDisclaimer } = this.view;
    const body = acceptedDisclaimer === null ? {} : { acceptedDisclaimerVersion: acceptedDisclaimer };
    return this.api.createConversation(this.chatbot.id, body);
  }

  private openConversation(): Promise<ConversationId> {
    const { conversationId } = this.view;
    if (conversationId !== null) return Promise.resolve(conversationId);
    if (this.creating) return this.creating;
    const creating = this.begin()
      .then((created) => {
        // Unless the student has gone to another one meanwhile.
        if (this.creating === creating) this.change({ conversationId: created.id, limits: created.limits });
        return created.id;
      })
      .catch((error: unknown) => {
        const gone = error instanceof ChatRefusal && error.code === 'not_found';
        throw gone ? new ChatRefusal('no_chatbot', error.message) : error;
      })
      .finally(() => {
        if (this.creating === creating) this.creating = null;
      });
    this.creating = creating;
    return creating;
  }

  /**
   * Sends a message. Whether one arrived that got no answer is not known; under the same id it is stored once,
   * so it is sent again.
   */
  private async deliver(chat: Chat<CourseMessage>, message: CourseMessage): Promise<void> {
    const before = chat.messages;
    this.asked += 1;
    await chat.sendMessage(message);
    this.resending = true;
    for (let attempt = 0; attempt < mostResends && isUnanswered(chat); attempt += 1) {
      this.change({ reconnecting: true });
      await nextTry(attempt);
      if (chat !== this.view.chat) break;
      chat.messages = before;
      await chat.sendMessage(message);
    }
    this.resending = false;
    if (chat === this.view.chat && this.view.reconnecting && !this.looking) this.change({ reconnecting: false });
  }

  /** After a broken connection: the server goes on answering, so ask it what there is. */
  private async reconnect(chat: Chat<CourseMessage>): Promise<void> {
    if (this.looking === chat) return;
    this.looking = chat;
    this.change({ reconnecting: true });
    await this.lookForAnswer(chat);
    if (this.looking === chat) this.looking = null;
    if (chat === this.view.chat) this.change({ reconnecting: false });
  }

  private async lookForAnswer(chat: Chat<CourseMessage>): Promise<void> {
    for (let attempt = 0; attempt < mostReconnects; attempt += 1) {
      await nextTry(attempt);
      if (chat !== this.view.chat || this.busy) return;
      try {
        return await this.reload();
      } catch (error) {
        if (mayPass(error)) continue;
        if (chat === this.view.chat) this.change({ refusal: asRefusal(error) });
        return;
      }
    }
  }

  private async answer(put: (chat: Chat<CourseMessage>) => void | PromiseLike<void>): Promise<void> {
    const { chat } = this.view;
    if (this.busy) return;
    this.asked += 1;
    this.unanswered ??= chat.messages;
    this.change({ refusal: null });
    await put(chat);
  }

  /** What was answered and not taken by the server is open again. */
  private takeBackAnswers(chat: Chat<CourseMessage>, refusal?: ChatRefusal): void {
    const before = this.unanswered;
    this.unanswered = null;
    if (!before) return;
    if (refusal) this.takeBack(chat, before, refusal);
    else chat.messages = before;
  }

  private takeBack(chat: Chat<CourseMessage>, messages: CourseMessage[], refusal: ChatRefusal): void {
    chat.messages = messages;
    chat.clearError();
    if (chat === this.view.chat) this.change({ refusal });
    if (refusal.code === 'limit_reached') void this.readLimits();
  }

  private leave(): void {
    void this.view.chat.stop();
    this.creating = null;
    this.refusedMessage = null;
    this.unanswered = null;
    this.change({ refusal: null, activity: null, model: null, reconnecting: false });
  }
}

/** Whether a request was not answered at all. */
function isUnanswered(chat: Chat<CourseMessage>): boolean {
  return chat.error instanceof ChatRefusal && chat.error.code === 'offline';
}

/** A message with what the student thinks of it. */
function rated(message: CourseMessage, feedback: Feedback | null): CourseMessage {
  const { feedback: _, ...metadata } = message.metadata ?? {};
  return { ...message, metadata: feedback === null ? metadata : { ...metadata, feedback } };
}
