import type { ChatbotId } from '../wire';
import { readTab, writeTab } from './tab-storage';

const prefix = 'course-chat-draft:';

/** What the student has typed and not sent; lives as long as the browser tab. */
export function readDraft(chatbotId: ChatbotId): string {
  return readTab(prefix + chatbotId) ?? '';
}

export function writeDraft(chatbotId: ChatbotId, text: string): void {
  writeTab(prefix + chatbotId, text);
}
