import type { AuditFilters } from '@course-chatbot/chat';

/** What chatbots are called, by their ids; those of one name are told apart by their courses. */
export function chatbotNames({ chatbots, courses }: Pick<AuditFilters, 'chatbots' | 'courses'>): Map<string, string> {
  const titles = new Map(courses.map(({ id, name }) => [id, name]));
  const isShared = (name: string) => chatbots.filter((other) => other.name === name).length > 1;
  return new Map(
    chatbots.map(({ id, name, courseId }) => {
      const course = titles.get(courseId);
      return [id, isShared(name) && course !== undefined ? `${name} · ${course}` : name];
    }),
  );
}
