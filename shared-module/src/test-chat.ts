import { vi } from 'vitest';
import type { ChatbotSummary, Conversation, UiMessageChunk } from './wire';

/** What tests of the chat are about. */
export const chatbot: ChatbotSummary = {
  id: 'bot',
  name: 'Guide',
  isDefault: true,
  initialMessage: null,
  disclaimer: null,
  suggestedMessages: [],
  citationPolicy: 'annotate',
  model: 'M',
};

/** A conversation with it, empty unless something else is said. */
export function conversation(part: Partial<Conversation> = {}): Conversation {
  return {
    id: 'talk',
    title: '',
    chatbotId: 'bot',
    createdAt: '2026-01-01T00:00:00Z',
    acceptedDisclaimerVersion: null,
    messages: [],
    hasEarlier: false,
    openTurnId: null,
    limits: { messageCharacters: 100 },
    ...part,
  };
}

/** How the server streams these chunks. */
export function streamed(chunks: UiMessageChunk[]): Response {
  const lines = [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'];
  return new Response(lines.map((line) => `data: ${line}\n\n`).join(''), { headers: { 'content-type': 'text/event-stream' } });
}

/** Where a panel stands that nobody moves. */
export function inPlace() {
  return {
    sheet: 'half',
    onSheet: vi.fn(),
    wide: false,
    onWide: undefined,
    onClose: vi.fn(),
    onEscape: undefined,
  } as const;
}
