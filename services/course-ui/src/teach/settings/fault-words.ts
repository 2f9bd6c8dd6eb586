import type { SettingsFault } from '@course-chatbot/chat';
import type { TeachText } from '../language/teach-text';

/** What is wrong, in the reader's language. */
export function faultWords(text: TeachText, { code, limit }: SettingsFault, locale: string): string {
  return text(`fault.${code}`, { limit: limit?.toLocaleString(locale) ?? '' });
}
