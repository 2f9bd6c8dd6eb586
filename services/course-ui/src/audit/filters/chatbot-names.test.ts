import { expect, test } from 'vitest';
import { chatbotNames } from './chatbot-names';

test('chatbots of one name are told apart by their courses', () => {
  const chatbots = [
    { id: '1', name: 'Guide', courseId: 'a' },
    { id: '2', name: 'Guide', courseId: 'b' },
    { id: '3', name: 'Tutor', courseId: 'a' },
    { id: '4', name: 'Guide', courseId: 'gone' },
  ];
  const courses = [
    { id: 'a', name: 'Algebra' },
    { id: 'b', name: 'Botany' },
  ];
  expect([...chatbotNames({ chatbots, courses }).values()]).toEqual(['Guide · Algebra', 'Guide · Botany', 'Tutor', 'Guide']);
});
