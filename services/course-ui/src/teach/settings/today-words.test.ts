import { translator } from '@course-chatbot/chat';
import { expect, test } from 'vitest';
import en from '../language/en.json';
import fi from '../language/fi.json';
import { todayWords } from './today-words';

test('who asked today is told as in insights: nobody, some without a number, or how many', () => {
  const told = (today: { messages: number | null; students: number | null }) =>
    (['en', 'fi'] as const).map((language) =>
      todayWords(translator({ en, fi }, language), { ...today, mostStudentTokens: null, courseTokensThisMonth: 0 }),
    );
  expect(told({ messages: null, students: null })).toEqual(['Today: fewer than 5 students', 'Tänään: alle 5 opiskelijaa']);
  expect(told({ messages: 0, students: 0 })[0]).toBe('Today: 0 questions by 0 students');
  expect(told({ messages: 9, students: 5 })[0]).toBe('Today: 9 questions by 5 students');
});
