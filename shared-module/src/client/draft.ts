import type { ChatbotId } from '../wire';

const prefix = 'course-chat-draft:';

/** What the student has typed and not sent; lives as long as the browser tab. */
export function readDraft(chatbotId: ChatbotId): string {
  try {
    return sessionStorage.getItem(prefix + chatbotId) ?? '';
  } catch {
    return '';
  }
}

export function writeDraft(chatbotId: ChatbotId, text: string): void {
  try {
    if (text) sessionStorage.setItem(prefix + chatbotId, text);
    else sessionStorage.removeItem(prefix + chatbotId);
  } catch {
    // Without storage the draft lives in memory only.
  }
}
