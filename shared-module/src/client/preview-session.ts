import type { ChatbotSummary, Conversation, ConversationId } from '../wire';
import type { ChatApi } from './chat-api';
import { ChatSession } from './chat-session';

/** A conversation to try a chatbot in, saved or not: it is begun by the first message, and none is found again. */
export class PreviewSession extends ChatSession {
  /** What somebody thinks who only tries it is not counted. */
  override readonly takesRatings = false;

  constructor(
    chatbot: ChatbotSummary,
    api: ChatApi,
    /** Makes the conversation with the settings as they are at that moment. */
    private readonly makeConversation: () => Promise<ConversationId>,
  ) {
    super(chatbot, api);
  }

  /** Shows the chatbot as it is set now. */
  setChatbot(chatbot: ChatbotSummary): void {
    this.describe(chatbot);
  }

  protected override async begin(): Promise<Conversation> {
    return this.api.conversation(await this.makeConversation());
  }

  protected override async loadNewest(): Promise<void> {
    this.change({ phase: 'ready', refusal: null });
  }
}
