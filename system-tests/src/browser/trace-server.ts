import type { Page } from '@playwright/test';

const search = 'course_material_search';

const call = {
  id: 'c',
  attempt: 1,
  name: search,
  arguments: '{"query":"key"}',
  effectiveName: search,
  effectiveArguments: '{"query":"key"}',
  disposition: 'accept',
  audience: null,
  reject: null,
  logReason: null,
  requirements: [],
  requirementsAtRun: null,
  version: 1,
  status: 'finished',
  output: '<output>Primary keys</output>',
  startedAt: null,
  endedAt: null,
};

/** Another call, of what the chatbot may not use. */
const refused = {
  ...call,
  id: 'd',
  name: 'course_progress',
  effectiveName: 'course_progress',
  disposition: 'retry',
  reject: { tool: 'course_progress', reason: 'unknown_tool' },
  status: 'rejected',
  output: null,
};

const passage = {
  id: 'p',
  callId: 'c',
  number: 1,
  shownNumber: 1,
  title: 'Primary keys',
  section: 'What a primary key is',
  url: '/courses/databases/the-relational-model/primary-keys',
  text: 'A primary key is the candidate key that the designer has chosen.',
};

/** Tells in the server's place what happened in a preview, by the tools with which that was begun. */
export async function showTraces(page: Page): Promise<void> {
  let offered: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/preview')) return;
    offered = (request.postDataJSON() as { settings: { allowedTools: string[] } }).settings.allowedTools;
  });
  await page.route('**/api/chatbot/v1/manage/previews/**', (route) => {
    const searches = offered.includes(search);
    const round = { number: 1, attempts: 1, disposition: 'accept', offered, text: null, calls: searches ? [call, refused] : [] };
    return route.fulfill({
      json: {
        id: 't',
        course: 'Introduction to Databases',
        chatbot: 'Course guide',
        version: 1,
        model: 'Offline model',
        student: null,
        question: null,
        answer: null,
        state: 'finished',
        errorCode: null,
        startedAt: '2026-11-29T10:00:00Z',
        endedAt: '2026-11-29T10:00:01Z',
        requests: 2,
        inputTokens: 900,
        outputTokens: 120,
        rounds: [{ ...round, rejects: [], inputTokens: 900, outputTokens: 120 }],
        passages: searches ? [passage] : [],
      },
    });
  });
}
