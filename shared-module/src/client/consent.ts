import type { ChatbotId } from '../wire';
import { readTab, writeTab } from './tab-storage';

const prefix = 'course-chat-disclaimer:';

/** The version of a chatbot's disclaimer that was accepted in this browser tab. */
export function readConsent(chatbotId: ChatbotId): number | null {
  const version = Number(readTab(prefix + chatbotId) ?? Number.NaN);
  return Number.isNaN(version) ? null : version;
}

export function writeConsent(chatbotId: ChatbotId, version: number | null): void {
  writeTab(prefix + chatbotId, version === null ? null : String(version));
}
