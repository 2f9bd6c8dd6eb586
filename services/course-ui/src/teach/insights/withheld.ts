import type { InsightDay } from '@course-chatbot/chat';
import { type TeachTextKey, useTeachText } from '../language/teach-text';

/** Whether the numbers of a day are not told, because fewer than five students asked: they come as 0. */
export function isWithheld({ students, questions }: InsightDay): boolean {
  return students === null && questions === 0;
}

/** What is said where there is nothing: that there was nothing is only known when no day is left out. */
export function useNothing(days: InsightDay[]): (none: TeachTextKey) => string {
  const text = useTeachText();
  return (none) => text(days.some(isWithheld) ? 'insights.nothingTold' : none);
}
