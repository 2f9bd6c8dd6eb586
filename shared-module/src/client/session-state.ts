import type { Chat } from '@ai-sdk/react';
import type { ChatbotSummary, ConversationId, Limits, LimitsData, ModelStatusData, PageId, ToolStatusData } from '../wire';
import type { ChatRefusal } from './chat-refusal';
import { readConsent, writeConsent } from './consent';
import type { CourseMessage } from './course-message';
import { readDraft, writeDraft } from './draft';

/** A page of the host. */
export interface ReadPage {
  id: PageId;
  title: string;
}

/** Text that the student selected on a page, to ask about. */
export interface Selection {
  text: string;
  page: ReadPage;
}

/** What goes along with a question, besides its text. */
export interface Context {
  pageId?: PageId | undefined;
  selection?: string | undefined;
}

/** What the panel shows of a session, besides the messages, which `useChat` reads from `chat`. */
export interface SessionView {
  phase: 'loading' | 'ready' | 'failed';
  chat: Chat<CourseMessage>;
  conversationId: ConversationId | null;
  /** Whether there may be messages before those that are shown. */
  earlier: boolean;
  limits: Limits | null;
  /** What may be used and what is left of it, as the server told last. */
  use: LimitsData | null;
  /** The tool that runs right now, told by a transient part. */
  activity: ToolStatusData | null;
  /** The model did not answer, and what is done about it, told by a transient part. */
  model: ModelStatusData | null;
  /** The last request that was refused. */
  refusal: ChatRefusal | null;
  /** The connection broke while an answer was being written; the session is looking for it. */
  reconnecting: boolean;
  draft: string;
  /** The page being read. */
  page: ReadPage | null;
  /** Whether the student took the page out of what goes along. */
  withoutPage: boolean;
  selection: Selection | null;
  /** The version of the disclaimer that the student has accepted, in this tab or for a conversation that was shown. */
  acceptedDisclaimer: number | null;
}

/** A session's view, those who watch it, and what the student sets in it. */
export abstract class SessionState {
  protected abstract view: SessionView;
  private readonly listeners = new Set<() => void>();

  constructor(private described: ChatbotSummary) {}

  get chatbot(): ChatbotSummary {
    return this.described;
  }

  /** Tells anew what is known of the chatbot. */
  protected describe(chatbot: ChatbotSummary): void {
    this.described = chatbot;
    this.change({});
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): SessionView => this.view;

  setDraft(draft: string): void {
    writeDraft(this.chatbot.id, draft);
    this.change({ draft });
  }

  dismissRefusal(): void {
    this.change({ refusal: null });
  }

  /** Tells which page is being read; it goes along with each message. */
  setPage(page: ReadPage | null): void {
    if (page?.id !== this.view.page?.id) this.change({ page, withoutPage: false });
  }

  /** Takes the page out of what goes along, until another one is read; or puts it back. */
  leavePage(withoutPage: boolean): void {
    this.change({ withoutPage });
  }

  /** Lets selected text go along with the next message. */
  attach(selection: Selection | null): void {
    this.change({ selection });
  }

  /** What goes along now. A selection is looked for on its own page, so that page goes with it. */
  protected context(): Context {
    const { page, withoutPage, selection } = this.view;
    if (selection) return { pageId: selection.page.id, selection: selection.text };
    return page && !withoutPage ? { pageId: page.id } : {};
  }

  protected rememberConsent(version: number | null): void {
    writeConsent(this.chatbot.id, version);
    this.change({ acceptedDisclaimer: version });
  }

  /** A conversation tells which version was accepted for it; whoever has accepted a newer one keeps that. */
  protected knowConsent(version: number | null): void {
    const acceptedDisclaimer = Math.max(version ?? 0, this.view.acceptedDisclaimer ?? 0);
    if (acceptedDisclaimer > 0) this.change({ acceptedDisclaimer });
  }

  protected change(part: Partial<SessionView>): void {
    this.view = { ...this.view, ...part };
    for (const listener of this.listeners) listener();
  }
}

/** What a stored question was about. */
export function selectionIn({ metadata }: CourseMessage): Context | undefined {
  return metadata?.selection === undefined ? undefined : { pageId: metadata.pageId, selection: metadata.selection };
}

/** The view of a session that has just begun. */
export function firstView(chatbot: ChatbotSummary, chat: Chat<CourseMessage>): SessionView {
  return {
    phase: 'loading',
    chat,
    conversationId: null,
    earlier: false,
    limits: null,
    use: null,
    activity: null,
    model: null,
    refusal: null,
    reconnecting: false,
    draft: readDraft(chatbot.id),
    page: null,
    withoutPage: false,
    selection: null,
    acceptedDisclaimer: readConsent(chatbot.id),
  };
}

/** Whether the disclaimer has to be accepted before the student can ask. */
export function needsConsent({ disclaimer }: ChatbotSummary, view: SessionView): boolean {
  if (!disclaimer || view.acceptedDisclaimer === disclaimer.version) return false;
  return view.conversationId === null || view.refusal?.code === 'disclaimer_not_accepted';
}
