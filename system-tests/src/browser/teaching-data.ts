/** What a course's insights could be, with many more students than the demo has. */
const days = Array.from({ length: 30 }, (_, index) => ({
  day: new Date(Date.UTC(2026, 10, 1 + index)).toISOString().slice(0, 10),
  questions: 8 + ((index * 7) % 30),
  students: index % 9 === 4 ? null : 5 + ((index * 3) % 12),
  inputTokens: 20_000 + index * 900,
  outputTokens: 4_000,
}));

const pages = ['Primary keys', 'Foreign keys', 'Joins', 'Functional dependencies', 'Why not just files?'];
/** The last ones are never cited. */
const cited = [41, 20, 12, 0, 0];

export const insights = {
  from: '2026-11-01',
  to: '2026-11-30',
  timeZone: 'Europe/Helsinki',
  chatbots: [
    { id: '00000000-0000-4000-8000-00000000b001', name: 'Course guide', citationPolicy: 'annotate' },
    { id: '00000000-0000-4000-8000-00000000b002', name: 'Exercise tutor', citationPolicy: 'enforce' },
  ],
  activeStudents: 87,
  questions: days.reduce((sum, { questions }) => sum + questions, 0),
  days,
  answers: { supported: 402, partly: 88, unsupported: 14, uncited: 71, unfinished: 9 },
  verdicts: [
    { verdict: 'supported', count: 1_034 },
    { verdict: 'partly', count: 120 },
    { verdict: 'unsupported', count: 31 },
    { verdict: 'misquoted', count: 4 },
  ],
  unanswered: [
    { question: 'When is the exam?', count: 14, lastAskedAt: '2026-11-29T10:00:00Z' },
    { question: 'How do I install Postgres at home?', count: 9, lastAskedAt: '2026-11-27T10:00:00Z' },
  ],
  pages: pages.map((title, index) => ({
    pageId: `00000000-0000-4000-8000-00000000000${index}`,
    title,
    url: '/courses/databases/the-relational-model/primary-keys',
    cited: cited[index] ?? 0,
  })),
  feedback: {
    up: 54,
    down: 11,
    comments: [
      {
        rating: 'down',
        reason: 'wrong_source',
        comment: 'The source is about something else.',
        question: 'What is a superkey?',
        at: '2026-11-29T10:00:00Z',
      },
      { rating: 'up', reason: null, comment: 'Clear, thanks', question: 'Why normalise?', at: '2026-11-28T10:00:00Z' },
    ],
  },
  month: { usedTokens: 1_234_567, limitTokens: 5_000_000 },
};

export const conversations = {
  items: [
    {
      id: '00000000-0000-4000-8000-00000000c001',
      chatbot: 'Course guide',
      opening: 'What is a primary key? [name] says that every table needs one.',
      day: '2026-11-28',
      questions: 4,
    },
  ],
  nextCursor: null,
};

export const messages = {
  messages: [
    { id: 'q', role: 'user', parts: [{ type: 'text', text: 'What is a primary key? [name] says that every table needs one.' }] },
    {
      id: 'a',
      role: 'assistant',
      metadata: { state: 'finished' },
      parts: [{ type: 'text', text: 'It is the candidate key that the designer has chosen.' }],
    },
  ],
};
