import type { ConversationId } from '../wire';
import type { ChatApi } from './chat-api';
import { asCourseMessages, type CourseMessage } from './course-message';

export interface WholeConversation {
  title: string;
  createdAt: string;
  messages: CourseMessage[];
}

/** A conversation with all its messages, read a page at a time from the newest on. */
export async function wholeConversation(api: ChatApi, id: ConversationId): Promise<WholeConversation> {
  const newest = await api.conversation(id);
  const messages = [...newest.messages];
  for (let page = newest.messages; page.length > 0;) {
    page = (await api.conversation(id, page[0]?.id)).messages;
    messages.unshift(...page);
  }
  return { title: newest.title, createdAt: newest.createdAt, messages: asCourseMessages(messages) };
}

/** Hands a text to the browser as a file to save. */
export function saveFile(name: string, text: string | Blob): void {
  const blob = typeof text === 'string' ? new Blob([text], { type: 'text/markdown;charset=utf-8' }) : text;
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url));
}
