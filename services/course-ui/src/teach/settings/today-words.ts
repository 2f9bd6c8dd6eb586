import type { UsageToday } from '@course-chatbot/chat';
import type { TeachText } from '../language/teach-text';

/** What a chatbot was used today; few students are not told apart. */
export function todayWords(text: TeachText, { messages, students }: UsageToday): string {
  if (messages === null || students === null) return text('list.todayFew');
  return text('list.today', {
    messages: text('list.messages', { count: messages }),
    students: text('list.students', { count: students }),
  });
}
