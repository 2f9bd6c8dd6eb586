/** What admins see, with more citations than the demo has. */
const courses = [
  { id: '00000000-0000-4000-8000-00000000c001', name: 'Introduction to Databases' },
  { id: '00000000-0000-4000-8000-00000000c002', name: 'Tietokantojen perusteet' },
];
const chatbots = [
  { id: '00000000-0000-4000-8000-00000000b001', name: 'Course guide' },
  { id: '00000000-0000-4000-8000-00000000b002', name: 'Kurssiopas' },
];

export const filters = {
  courses,
  chatbots,
  teachers: [{ id: '00000000-0000-4000-8000-00000000a001', name: 'Tiina Teacher' }],
  tools: ['course_material_search', 'page_lookup'],
};

interface Kind {
  verdict: string;
  freshness: string;
  sentence: string;
}

const misquoted: Kind = {
  verdict: 'misquoted',
  freshness: 'fresh',
  sentence: 'A primary key is “a candidate key that the database has chosen”.',
};
const kinds: Kind[] = [
  misquoted,
  { verdict: 'supported', freshness: 'fresh', sentence: 'A foreign key refers to a key of another table.' },
  { verdict: 'unsupported', freshness: 'changed', sentence: 'Codd showed in 1971 that every table is in BCNF.' },
  { verdict: 'partly', freshness: 'gone', sentence: 'A natural join pairs rows of equal values in 42 columns.' },
];
const pages = ['Primary keys', 'Foreign keys', 'Normal forms', 'Joins'];
const hourMs = 60 * 60_000;

const id = (kind: string, index: number) => `00000000-0000-4000-8000-${kind}${String(index).padStart(8, '0')}`;

/** One in every seven hours, newest first. */
export const citations = Array.from({ length: 120 }, (_, index) => ({
  id: id('e001', index),
  turnId: id('d001', index),
  courseId: courses[index % 2]?.id,
  course: courses[index % 2]?.name,
  chatbotId: chatbots[index % 2]?.id,
  chatbot: chatbots[index % 2]?.name,
  model: 'offline',
  tool: 'course_material_search',
  pageId: id('f001', index % 4),
  page: pages[index % 4],
  quote: null,
  score: 0.34,
  cited: true,
  at: new Date(Date.now() - index * 7 * hourMs).toISOString(),
  review: null as { by: { id: string; name: string }; at: string; note: string } | null,
  erased: false,
  ...(kinds[index % 4] ?? misquoted),
}));

export type Citation = (typeof citations)[number];

const then = 'A primary key is a candidate key that the designer has chosen to identify the rows of a table.';
const now = 'A primary key is the candidate key that somebody has chosen to identify the rows of a table.';

export const call = {
  id: id('ca11', 1),
  attempt: 1,
  name: 'course_material_search',
  arguments: '{"query":"primary key"}',
  effectiveName: 'course_material_search',
  effectiveArguments: '{"query":"primary key"}',
  disposition: 'accept',
  audience: null,
  reject: null,
  logReason: null,
  requirements: [{ requirement: 'the caller may read the course', met: true }],
  requirementsAtRun: [{ requirement: 'the caller may read the course', met: true }],
  version: 4,
  status: 'done',
  output: 'Source 1: Primary keys',
  startedAt: '2026-11-30T10:00:00.000Z',
  endedAt: '2026-11-30T10:00:00.042Z',
};

export const refusedCall = {
  ...call,
  id: id('ca11', 2),
  name: 'my_progress',
  effectiveName: 'my_progress',
  disposition: 'answer',
  status: 'rejected',
  audience: 'model',
  reject: { tool: 'my_progress', reason: 'unknown_tool', expected: ['course_material_search'], got: 'my_progress' },
  requirements: [{ requirement: 'the caller may see their progress', met: false }],
  requirementsAtRun: null,
};

function answerTo(row: Citation) {
  const text = `It depends. ${row.sentence} See the page.`;
  const start = text.indexOf(row.sentence);
  const quote = text.indexOf('“') + 1;
  const quotes = quote === 0 ? [] : [{ start: quote, end: text.indexOf('”'), place: 'nowhere' }];
  return {
    answer: { id: 'a', role: 'assistant', parts: [{ type: 'text', text }] },
    span: { part: 0, start, end: start + row.sentence.length, verdict: row.verdict, quotes },
  };
}

const question = 'What is a primary key, and who chose it?';

export function detailOf(row: Citation) {
  return {
    row,
    student: { id: id('a001', 9), name: 'Sanni Student' },
    conversationId: id('c001', 9),
    question,
    ...answerTo(row),
    then: { title: row.page, chapter: 'The relational model', section: row.page, text: then, citedText: then, revision: 3 },
    now: { pageId: row.pageId, title: row.page, url: '/courses/databases', text: now, revision: 5, open: true },
    call,
    version: 4,
    citationPolicy: 'annotate',
  };
}

export function turnOf(row: Citation) {
  const { answer } = answerTo(row);
  const round = { attempts: 1, offered: ['course_material_search'], inputTokens: 1_200, outputTokens: 60 };
  return {
    ...{ id: row.turnId, course: row.course, chatbot: row.chatbot, version: 4, model: row.model, question, answer },
    student: { id: id('a001', 9), name: 'Sanni Student' },
    ...{ state: 'finished', errorCode: null, startedAt: row.at, endedAt: row.at },
    ...{ requests: 2, inputTokens: 2_400, outputTokens: 120 },
    rounds: [
      { ...round, number: 1, disposition: 'accept', text: '', calls: [call, refusedCall], rejects: [] },
      { ...round, number: 2, disposition: 'done', text: 'It depends.', calls: [], rejects: [] },
    ],
    passages: [],
  };
}

export function ratesOf(from: string) {
  const week = (index: number) => new Date(Date.parse(from) + index * 7 * 24 * hourMs).toISOString().slice(0, 10);
  return Array.from({ length: 12 }, (_, index) => index).flatMap((index) =>
    kinds.map(({ verdict }, kind) => ({
      week: week(index),
      key: courses[index % 2]?.id,
      name: courses[index % 2]?.name,
      verdict,
      count: 40 - 9 * kind + index,
    })),
  );
}

export const log = ['citation_viewed', 'citations_exported', 'turn_viewed'].map((action, index) => ({
  id: id('106', index),
  actor: { id: id('a001', 1), name: 'Anna Admin' },
  action,
  subjectKind: ['citation', 'citations', 'turn'][index],
  subjectId: index === 1 ? null : citations[0]?.[index === 0 ? 'id' : 'turnId'],
  course: courses[0],
  detail: {},
  at: new Date(Date.now() - index * hourMs).toISOString(),
}));
