import { expect } from '@playwright/test';
import type { Lms } from '../lms/lms-server.ts';
import type { FakeModel } from '../model/fake-model.ts';
import { type Asked, everythingAsked } from './asked.ts';
import { Person } from './person.ts';
import { changePages, move, waiting } from './rows.ts';

type Chatbots = Record<Asked['chatbot'], string>;

/**
 * Fills a server with what was asked over twelve weeks: asked for real, then moved in time. Gives the server as it is
 * after a new start, which counts and checks at once what it else would every half a minute, and the id of a student.
 */
export async function record(lms: Lms, model: FakeModel): Promise<{ lms: Lms; someoneElse: string }> {
  const { url } = lms;
  const teacher = await Person.signIn(url, 'teacher@example.org');
  const chatbots = await makeChatbots(teacher);
  const people = new Map<string, Person>();
  const person = async (who: string) => {
    const known = people.get(who) ?? (await Person.signIn(url, `${who}@example.org`));
    people.set(who, known);
    return known;
  };
  const begun: Array<[string, Date]> = [];
  const someoneElse = (await person('student2')).id;
  for (const asked of everythingAsked(someoneElse)) {
    model.when(asked.question, ...asked.replies);
    begun.push([await ask(await person(asked.who), chatbots[asked.chatbot], asked), asked.at]);
  }
  await lms.execute(`${move(begun)}; ${changePages}`);
  const restarted = await lms.restart();
  await expect.poll(() => restarted.execute(waiting), { message: 'all is counted and checked', timeout: 30_000 }).toBe('0');
  return { lms: restarted, someoneElse };
}

/** The chatbots that are asked; the second one of a course is made for it. */
async function makeChatbots(teacher: Person): Promise<Chatbots> {
  type Managed = { id: string; isDefault: boolean; settings: Record<string, unknown> & { limits: object } };
  const course = await teacher.courseId('databases');
  const path = `/manage/courses/${course}/chatbots`;
  const guide = (await teacher.ask<Managed[]>('GET', path)).find(({ isDefault }) => isDefault);
  if (!guide) throw new Error('the course has no chatbot');
  const limits = { ...guide.settings.limits, courseTokensPerMonth: 200_000 };
  const tutor = await teacher.ask<Managed>('POST', path, { ...guide.settings, name: 'Exercise tutor', limits });
  const other = await teacher.courseId('critical-thinking');
  const student = await Person.signIn(teacher.origin, 'student4@example.org');
  const [thinking] = await student.ask<Array<{ id: string }>>('GET', `/courses/${other}/chatbots`);
  if (!thinking) throw new Error('the other course has no chatbot');
  return { guide: guide.id, tutor: tutor.id, thinking: thinking.id };
}

/** Asks in a conversation of its own; gives that. */
async function ask(person: Person, chatbot: string, { question, rated }: Asked): Promise<string> {
  const { id } = await person.ask<{ id: string }>('POST', `/chatbots/${chatbot}/conversations`, {});
  const answer = await person.question(id, question);
  if (rated) await person.ask('PUT', `/messages/${answer}/feedback`, rated);
  return id;
}
