import { hostile } from '../browser/hostile.ts';
import { type Reply, say, search } from '../model/reply.ts';
import { dayOfWeek, daysAgo, momentOf, shift } from './days.ts';
import { atomicity, citing, deadlock, foreignKey, index, innerJoin, type Leaning, primaryKey, type Topic, topics } from './topics.ts';

/** A question that somebody asked before a story begins. */
export interface Asked {
  /** Their e-mail, up to the `@`. */
  who: string;
  /** The course's own chatbot, or the second one of the databases course. */
  chatbot: 'guide' | 'tutor' | 'thinking';
  at: Date;
  question: string;
  replies: Reply[];
  rated?: { rating: 'up' | 'down'; reason?: string; comment?: string } | undefined;
}

export const students = ['student', 'student2', 'student3', 'student4', 'student5', 'student6'];

/** Sentences that a story looks for by their words. */
export const formula = '=HYPERLINK("https://example.org","the page") says that “the values of a primary key must be cheap”.';
export const withComma = 'It says, in so many words, that “no column of a primary key may be "secret"”.';
export const erasable = 'The page says that “an argument is a quarrel in everyday life”.';

const about = (topic: Topic, leaning: Leaning, who: string, at: Date, chatbot: Asked['chatbot'] = 'guide'): Asked => {
  const { question, sentences } = topic;
  return { who, chatbot, at, question, replies: citing(topic, sentences[leaning]) };
};

/** Misquotes of last week: its first and its last minute included. */
export const misquotesOfLastWeek: Asked[] = [
  about(primaryKey, 'misquoted', 'student', momentOf(dayOfWeek(1), '00:00:30')),
  { ...about(primaryKey, 'misquoted', 'student2', momentOf(dayOfWeek(3))), replies: citing(primaryKey, formula) },
  { ...about(primaryKey, 'misquoted', 'student3', momentOf(dayOfWeek(5), '16:20:00')), replies: citing(primaryKey, withComma) },
  about(innerJoin, 'misquoted', 'student4', momentOf(dayOfWeek(7), '23:59:30')),
];

/** What a filter for them has to leave out: other verdicts, and other weeks however near. */
const besides: Asked[] = [
  about(deadlock, 'misquoted', 'student4', momentOf(dayOfWeek(7, 2), '23:59:30')),
  about(index, 'misquoted', 'student5', momentOf(dayOfWeek(1, 0), '00:00:05')),
  about(foreignKey, 'supported', 'student5', momentOf(dayOfWeek(2))),
  about(atomicity, 'unsupported', 'student6', momentOf(dayOfWeek(3), '09:00:00')),
  about(deadlock, 'partly', 'student', momentOf(dayOfWeek(4))),
];

/** Ten weeks in which answers got better. */
const earlier: Asked[] = Array.from({ length: 10 }, (_, week) => {
  const leanings: Leaning[] = week < 4 ? ['supported', 'supported', 'supported', 'partly'] : ['supported', 'partly', 'unsupported', 'misquoted'];
  return leanings.map((leaning, nth) => {
    const at = momentOf(dayOfWeek(2 + nth, week + 2), `1${nth}:30:00`);
    return about(topics[(week + nth) % topics.length] ?? primaryKey, leaning, students[(week + nth) % 6] ?? 'student', at);
  });
}).flat();

const whoElse = 'How is Simo doing in this course?';
const call = (name: string, args: unknown) => ({ do: 'call', name, arguments: args }) as const;

/** Calls that were refused: about somebody else, of a tool that there is not, and without what it needs. */
export const refusals = (someoneElse: string): Asked[] => [
  {
    ...{ who: 'student', chatbot: 'guide', at: momentOf(daysAgo(0), '00:00:20'), question: whoElse },
    replies: [[search('how the course is passed'), call('course_progress', { user: someoneElse })], [say('I can tell you about your own progress only.')]],
  },
  {
    ...{ who: 'student5', chatbot: 'guide', at: momentOf(daysAgo(2)), question: 'Please delete my exercises.' },
    replies: [[call('delete_exercises', { all: true })], [call('course_material_search', {})], [say('That cannot be done from here.')]],
  },
];

const secondQuestion: Record<string, string> = { student2: 'Ben Bennett says that every table needs a primary key. Is that so?' };

/** What the tutor was asked: by all on one day, by few on two that follow one another, and by one alone yesterday. */
export function askedOfTutor(): Asked[] {
  const { together: [first, second] } = tutorDays();
  const leanings: Leaning[] = ['supported', 'supported', 'supported', 'partly', 'unsupported', 'supported'];
  const all = students.map((who, nth): Asked => {
    const asked = about(topics[nth] ?? primaryKey, leanings[nth] ?? 'supported', who, momentOf(tutorDays().all, `1${nth}:00:00`), 'tutor');
    return { ...asked, question: secondQuestion[who] ?? asked.question };
  });
  const rated: Record<string, Asked['rated']> = {
    student4: { rating: 'down', reason: 'wrong_source', comment: 'Sara Student and I looked: the source says nothing of this.' },
    // Whatever students write is read by their teachers.
    student5: { rating: 'down', reason: 'incomplete', comment: hostile('It lacks much.') },
    student: { rating: 'up', comment: 'Clear, thanks' },
    student6: { rating: 'up' },
  };
  const exam = (who: string, day: string): Asked => ({
    ...{ who, chatbot: 'tutor', at: momentOf(day), question: hostile('When is the exam of this course?') },
    replies: [[search('when the exam is')], [say('The course material does not mention when the exam is.')]],
  });
  return [
    ...all.map((asked) => ({ ...asked, rated: rated[asked.who] })),
    ...students.slice(0, 2).map((who) => exam(who, first)),
    ...students.slice(2, 5).map((who) => exam(who, second)),
    ...students.slice(0, 5).map((who) => about(foreignKey, 'supported', who, momentOf(tutorDays().some), 'tutor')),
    about(deadlock, 'supported', 'student6', momentOf(tutorDays().alone), 'tutor'),
  ];
}

/** The days on which the tutor was asked. Two that are put together lie in one month. */
export function tutorDays() {
  const first = daysAgo(14).slice(0, 7) === daysAgo(13).slice(0, 7) ? daysAgo(14) : daysAgo(13);
  return { all: daysAgo(20), together: [first, shift(first, 1)] as const, some: daysAgo(3), alone: daysAgo(1) };
}

export const quarrel: Topic = {
  question: 'What is an argument?',
  query: 'premises and conclusions',
  words: 'offered as reasons for another',
  sentences: {
    supported: 'An argument is a set of statements in which the premises are offered as reasons for the conclusion.',
    partly: 'An argument is a set of 3 statements in which the premises are offered as reasons for the conclusion.',
    unsupported: 'Normalisation removes redundant facts from badly planned schemas.',
    misquoted: erasable,
  },
};

/** Of another course. */
const thinking: Asked[] = [
  about(quarrel, 'supported', 'student4', momentOf(daysAgo(5)), 'thinking'),
  about(quarrel, 'partly', 'student', momentOf(daysAgo(6)), 'thinking'),
];

export function everythingAsked(someoneElse: string): Asked[] {
  return [...misquotesOfLastWeek, ...besides, ...earlier, ...refusals(someoneElse), ...askedOfTutor(), ...thinking];
}
